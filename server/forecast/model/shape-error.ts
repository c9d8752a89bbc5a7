import type { Day } from '../../core/model/dates.ts'
import { knownAge } from './facts.ts'
import { type GroupRevenue, type Groups, halvings } from './groups.ts'
import { SHAPE_HALF_LIFE } from './shape.ts'

/** Number of blocks to which install weeks are assigned in turn: an age that several weeks reached has several. */
const BLOCKS = 16

/**
 * Sampling error of the shape (Mack 1993), without his assumption that errors of ages are independent: the contribution of each block of
 * install weeks to ln G(n), so that a big spender or a promotion, which moves several ages of a cohort together, counts once.
 */
export interface ShapeError {
  ages: number
  /** At block x ages + n: its influence on ln G(n), summed from age 1. */
  influence: Float64Array
  /** By n: variance of ln G(n) from random payments alone, summed from age 1: the minimum for an age with few cohorts. */
  payments: Float64Array
  /** Number of blocks with data, over that number less one. */
  correction: number
}

/**
 * The delta method on -ln(1 - p(n)), p(n) = sum w R(n) / sum w C(n): block b has the influence sum over its cohorts of w (R(n) - p(n) C(n)) /
 * sum w C(n - 1). All 0 if only one block has data.
 */
export function shapeError(
  groups: Groups,
  revenue: GroupRevenue,
  asOf: Day,
  lastAge: number,
  phi: number,
): ShapeError {
  const ages = Math.max(0, lastAge) + 1
  const weights = halvings(
    SHAPE_HALF_LIFE,
    groups.count > 0 ? Math.max(0, asOf - groups.day[0]!) : 0,
  )
  const before = new Float64Array(BLOCKS * ages)
  const paid = new Float64Array(BLOCKS * ages)
  const observed = new Uint8Array(BLOCKS)
  for (let g = 0; g < groups.count && groups.day[g]! <= asOf; g++) {
    const day = groups.day[g]!
    const block = Math.floor(day / 7) % BLOCKS
    observed[block] = 1
    const known = Math.min(knownAge(revenue, asOf - day), ages - 1)
    const end = revenue.start[g + 1]!
    let row = revenue.start[g]!
    let sum = 0
    for (let n = 0, at = block * ages; n <= known; n++, at++) {
      const w = weights[asOf - day - n]!
      before[at]! += w * sum
      if (row < end && revenue.age[row] === n) {
        paid[at]! += w * revenue.gross[row]!
        sum += revenue.gross[row++]!
      }
    }
  }
  const influence = new Float64Array(BLOCKS * ages)
  const payments = new Float64Array(ages)
  for (let n = 1; n < ages; n++) {
    let [base, more] = [0, 0]
    for (let at = n; at < before.length; at += ages) {
      base += before[at]!
      more += paid[at]!
    }
    const share = base > 0 ? more / (base + more) : 0
    payments[n] = payments[n - 1]! + (base > 0 ? (phi * more) / base ** 2 : 0)
    for (let at = n; at < before.length; at += ages) {
      const own = base > 0 ? (paid[at]! - share * (before[at]! + paid[at]!)) / base : 0
      influence[at] = influence[at - 1]! + own
    }
  }
  const blocks = observed.reduce((sum, value) => sum + value, 0)
  return { ages, influence, payments, correction: blocks > 1 ? blocks / (blocks - 1) : 1 }
}

/**
 * Variance of sum_k weight_k ln(G(to) / G(from_k)).
 * @param from ages of at most `count` parts, below `to`; -1: before the first
 */
export function varianceOfGrowth(
  error: ShapeError,
  from: ArrayLike<number>,
  weight: ArrayLike<number>,
  count: number,
  to: number,
): number {
  const { ages, influence, payments, correction } = error
  const end = Math.min(to, ages - 1)
  let square = 0
  for (let base = 0; base < influence.length; base += ages) {
    let sum = 0
    for (let k = 0; k < count; k++)
      sum +=
        weight[k]! *
        (influence[base + end]! - influence[base + Math.min(end, Math.max(0, from[k]!))]!)
    square += sum * sum
  }
  let chance = 0
  for (let k = 0; k < count; k++)
    chance +=
      weight[k]! * Math.sqrt(payments[end]! - payments[Math.min(end, Math.max(0, from[k]!))]!)
  return Math.max(square * correction, chance ** 2)
}
