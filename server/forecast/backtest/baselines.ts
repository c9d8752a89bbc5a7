import type { Facts } from '../model/facts.ts'
import { dayRevenue } from './cohort.ts'
import type { Day } from '../../core/model/dates.ts'

export const BASELINES = [
  'last actual',
  'pooled ratio',
  'pooled power law',
  'cohort power law',
  'cohort log fit',
] as const
export type Baseline = (typeof BASELINES)[number]

/**
 * Gross revenue by a DSI per baseline, in the order of `BASELINES`; never below the actual so far. A baseline without inputs returns the last
 * actual.
 * @param cohort cumulative revenue by age, and revenue so far, at most by the DSI, by age of cells minus that of the youngest
 */
export function baselines(
  pool: Pooled,
  { curve, soFar }: { curve: Float64Array; soFar: Float64Array },
  age: number,
  dsi: number,
): Float64Array {
  const actual = soFar.reduce((sum, value) => sum + value, 0)
  const atLeast = (value: number | null): number =>
    value !== null && Number.isFinite(value) ? Math.max(actual, value) : actual
  const byAge = (ratio: (age: number) => number | null): number =>
    soFar.reduce(
      (sum, value, more) => sum + value * (age + more >= dsi ? 1 : (ratio(age + more) ?? 1)),
      0,
    )
  return Float64Array.of(
    actual,
    atLeast(byAge(old => pool.ratio(old, dsi))),
    atLeast(byAge(old => pool.power(old, dsi))),
    atLeast(powerLaw(curve, dsi)),
    atLeast(logFit(curve, dsi)),
  )
}

/** Extrapolates ln revenue over ln (age + 1); at most linearly, which revenue of a shrinking user base cannot exceed. */
function powerLaw(curve: Float64Array, dsi: number): number | null {
  const { power } = linesOf(curve)
  return power === null
    ? null
    : curve.at(-1)! * ((dsi + 1) / curve.length) ** Math.min(1, power.slope)
}

/** Extrapolates revenue over ln (age + 1). */
function logFit(curve: Float64Array, dsi: number): number | null {
  const { log } = linesOf(curve)
  return log === null ? null : log.intercept + log.slope * Math.log(dsi + 1)
}

type Line = ReturnType<typeof line>
const lines = new WeakMap<Float64Array, { power: Line; log: Line }>()

/** Logarithms of 1, 2, and so on. */
let logarithms = new Float64Array()

/** Computed once per curve, for all of its DSIs. It never falls. */
function linesOf(curve: Float64Array): { power: Line; log: Line } {
  const known = lines.get(curve)
  if (known !== undefined) return known
  const x =
    logarithms.length < curve.length
      ? (logarithms = curve.map((_, n) => Math.log(n + 1)))
      : logarithms.subarray(0, curve.length)
  const first = curve.findIndex(y => y > 0)
  const rising = first < 0 ? new Float64Array() : curve.subarray(first).map(Math.log)
  const made = {
    power: line(x.subarray(curve.length - rising.length), rising),
    log: line(x, curve),
  }
  lines.set(curve, made)
  return made
}

export interface Pooled {
  /** Growth from an age to a DSI over the install days that are old enough; null if there are none. */
  ratio(age: number, dsi: number): number | null
  /** Growth from a line through log daily revenue per install over log age; null without two ages. */
  power(age: number, dsi: number): number | null
}

const ENOUGH = 100

export function pooled(facts: Facts, origin: Day): Pooled {
  const { installs, cumulative, knownAge, ageToKnow } = dayRevenue(facts)
  const known = origin - facts.firstDay
  const curve = powerCurve()
  const ratios = new Map<string, number | null>()

  function powerCurve(): Float64Array | null {
    const perInstall: number[] = []
    for (let n = 0; n <= known; n++) {
      let all = 0
      let revenue = 0
      for (let day = 0; day <= known - ageToKnow[n]!; day++) {
        all += installs[day]!
        revenue += cumulative.get(day, n) - (n > 0 ? cumulative.get(day, n - 1) : 0)
      }
      if (all < ENOUGH) break
      perInstall.push(revenue / all)
    }
    const paid = perInstall.map((_, n) => n).filter(n => n > 0 && perInstall[n]! > 0)
    const fitted = line(
      Float64Array.from(paid, n => Math.log(n + 1)),
      Float64Array.from(paid, n => Math.log(perInstall[n]!)),
    )
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
    const from = knownAge[age] ?? -1
    if (from < 0) return null
    for (let day = 0; day <= known - (ageToKnow[dsi] ?? Infinity); day++) {
      before += cumulative.get(day, from)
      after += cumulative.get(day, dsi)
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
      const before = curve?.[knownAge[age] ?? -1] ?? 0
      return curve !== null && before > 0 ? curve[Math.min(dsi, curve.length - 1)]! / before : null
    },
  }
}

/** Least-squares fit; null without two different x. */
export function line(
  x: Float64Array,
  y: Float64Array,
): { intercept: number; slope: number } | null {
  const count = x.length
  const meanX = x.reduce((sum, value) => sum + value, 0) / count
  const meanY = y.reduce((sum, value) => sum + value, 0) / count
  const spread = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0)
  if (!(spread > 0)) return null
  const slope = x.reduce((sum, value, n) => sum + (value - meanX) * (y[n]! - meanY), 0) / spread
  return { intercept: meanY - slope * meanX, slope }
}
