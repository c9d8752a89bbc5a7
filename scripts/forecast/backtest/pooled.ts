import type { Day, Facts } from '../facts.ts'
import { dayRevenue } from './day-revenue.ts'
import { line } from './line.ts'

/** What all installs of the app together tell at an origin, without any weighting. */
export interface Pooled {
  /** How much a cohort of an age brings by a DSI, per unit so far: over the install days that are old enough. Null where none is. */
  ratio(age: number, dsi: number): number | null
  /** The same by a line through the logarithms of daily revenue per install and of the age; null without two such ages. */
  power(age: number, dsi: number): number | null
}

/** Installs that an age must have seen to count. */
const ENOUGH = 100

export function pooled(facts: Facts, origin: Day): Pooled {
  const { days, installs, cumulative } = dayRevenue(facts)
  const known = origin - facts.firstDay
  const curve = powerCurve()
  const ratios = new Map<string, number | null>()

  function powerCurve(): Float64Array | null {
    const perInstall: number[] = []
    for (let n = 0; n <= known; n++) {
      let all = 0
      let revenue = 0
      for (let day = 0; day <= known - n; day++) {
        all += installs[day]!
        revenue += cumulative[day * days + n]! - (n > 0 ? cumulative[day * days + n - 1]! : 0)
      }
      if (all < ENOUGH) break
      perInstall.push(revenue / all)
    }
    const points = perInstall.flatMap((value, n) => (n > 0 && value > 0 ? [{ x: Math.log(n + 1), y: Math.log(value) }] : []))
    const fitted = line(points)
    if (fitted === null) return null
    const sums = new Float64Array(2000)
    let sum = 0
    for (let n = 0; n < sums.length; n++) {
      sum += n === 0 ? perInstall[0]! : Math.exp(fitted.intercept + fitted.slope * Math.log(n + 1))
      sums[n] = sum
    }
    return sums
  }

  function ratioOf(age: number, dsi: number): number | null {
    let before = 0
    let after = 0
    for (let day = 0; day <= known - dsi; day++) {
      before += cumulative[day * days + age]!
      after += cumulative[day * days + dsi]!
    }
    return before > 0 ? after / before : null
  }

  return {
    ratio(age, dsi) {
      const key = `${age} ${dsi}`
      if (!ratios.has(key)) ratios.set(key, ratioOf(age, dsi))
      return ratios.get(key)!
    },
    power(age, dsi) {
      const before = curve?.[age] ?? 0
      return curve !== null && before > 0 ? curve[Math.min(dsi, curve.length - 1)]! / before : null
    },
  }
}
