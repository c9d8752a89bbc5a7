import { median } from '../model/median.ts'
import { AGES, type KindSeries, type Series } from './series.ts'

/** Observed and expected values of a day by unit, and the size of one count or payment. */
export interface Compared {
  observed: Float64Array
  expected: Float64Array
  unit: number
}

/** A rate by unit, shrunk to that of its network and platform; older days have less weight. */
export class Rates {
  private readonly above: Float64Array
  private readonly below: Float64Array
  private readonly keep: number
  private readonly groupOf: Int32Array

  constructor(series: Series, halfLife: number) {
    const { units } = series
    this.above = new Float64Array(units.count)
    this.below = new Float64Array(units.count)
    this.keep = 2 ** (-1 / halfLife)
    this.groupOf = Int32Array.from(
      units.segmentsOf,
      segments =>
        segments.find(at => units.segments[at]!.level === 'platformNetwork') ?? segments[0]!,
    )
  }

  /** @param prior weight of the network's rate, in units of the rate's denominator */
  all(prior: number): Float64Array {
    const groups = new Map<number, [number, number]>()
    let [above, below] = [0, 0]
    this.above.forEach((value, u) => {
      above += value
      below += this.below[u]!
      const group = groups.get(this.groupOf[u]!) ?? [0, 0]
      group[0] += value
      group[1] += this.below[u]!
      groups.set(this.groupOf[u]!, group)
    })
    const app = below > 0 ? above / below : 0
    return this.above.map((value, u) => {
      const [a, b] = groups.get(this.groupOf[u]!)!
      return (value + (prior * (a + prior * app)) / (b + prior)) / (this.below[u]! + prior)
    })
  }

  add(above: (unit: number) => number, below: (unit: number) => number): void {
    for (let u = 0; u < this.above.length; u++) {
      this.above[u] = this.above[u]! * this.keep + above(u)
      this.below[u] = this.below[u]! * this.keep + below(u)
    }
  }
}

/** Days from which the age curve and usual sizes are learned. */
const WINDOW = 28

/** Revenue per install at each age on the days before. */
export function ageCurve({ byAge }: KindSeries, installs: Float64Array, day: number): Float64Array {
  const curve = new Float64Array(AGES)
  for (let n = 0; n < AGES && n < day; n++) {
    let [sum, all] = [0, 0]
    for (let t = Math.max(n, day - WINDOW); t < day; t++) {
      sum += byAge.get(t, n)
      all += installs[t - n]!
    }
    curve[n] = all > 0 ? sum / all : 0
  }
  return curve
}

/** The median of the days before that have a value. */
export function usualOf(values: Float64Array, day: number): number {
  return median([...values.subarray(Math.max(0, day - WINDOW), day)].filter(value => value > 0))
}

/** Revenue of each unit's installs on a day, expected from the curve alone. */
export function byCurve(
  { installs, units }: Series,
  curve: Float64Array,
  day: number,
): Float64Array {
  const sums = new Float64Array(units.count)
  let last = AGES - 1
  while (last > 0 && curve[last] === 0) last--
  for (let u = 0; u < units.count; u++) {
    let sum = 0
    for (let n = Math.min(last, day); n >= 0; n--) sum += installs.get(u, day - n) * curve[n]!
    sums[u] = sum
  }
  return sums
}
