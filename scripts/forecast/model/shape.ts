import type { Day } from '../facts.ts'
import type { GroupRevenue, Groups } from './groups.ts'
import { halvings } from './halvings.ts'

/** Days of install date after which a cohort says half as much about the shape. */
const HALF_LIFE = 120

/** How cumulative revenue grows with age, up to the last age that enough installs have reached. */
export interface Shape {
  /** G(n) for n = 0 to the last age; 1 at the last. 0 before the first age with revenue. */
  cumulative: Float64Array
  /** Revenue that was seen at each age, older cohorts weighing less: what the estimate at that age rests on. */
  weight: Float64Array
}

/** Weights by how many days before the as-of day an age was reached: so the newest cohort that has reached an age weighs 1 at it. */
export function shapeWeights(days: number): Float64Array {
  return halvings(HALF_LIFE, days)
}

/**
 * The volume-weighted chain ladder (Mack 1993): g(n) = sum w R(n) / sum w C(n - 1) over the cohorts that have reached age n. It is chained
 * from the last age down, by 1 / (1 + g(n)) = sum w C(n - 1) / sum w C(n), which is the same and needs no revenue at age 0.
 */
export function chainLadder(groups: Groups, revenue: GroupRevenue, asOf: Day, lastAge: number): Shape {
  const ages = Math.max(0, lastAge) + 1
  const weights = shapeWeights(groups.count > 0 ? Math.max(0, asOf - groups.day[0]!) : 0)
  const before = new Float64Array(ages)
  const weight = new Float64Array(ages)
  for (let g = 0; g < groups.count && groups.day[g]! <= asOf; g++) {
    const day = groups.day[g]!
    const known = Math.min(asOf - day, ages - 1)
    let sum = 0
    let row = revenue.start[g]!
    const end = revenue.start[g + 1]!
    for (let n = 0; n <= known; n++) {
      const w = weights[asOf - day - n]!
      before[n]! += w * sum
      if (row < end && revenue.age[row] === n) {
        weight[n]! += w * revenue.gross[row]!
        sum += revenue.gross[row++]!
      }
    }
  }
  const cumulative = new Float64Array(ages)
  cumulative[ages - 1] = 1
  for (let n = ages - 1; n > 0; n--) {
    const total = before[n]! + weight[n]!
    cumulative[n - 1] = total > 0 ? cumulative[n]! * (before[n]! / total) : cumulative[n]!
  }
  return { cumulative, weight }
}
