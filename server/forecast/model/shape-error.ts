import type { Day } from '../../core/model/dates.ts'
import { knownAge } from './facts.ts'
import { Grid } from './grid.ts'
import { halvings, type KindGroups } from './groups.ts'
import { SHAPE_HALF_LIFE } from './shape.ts'

/** Number of blocks to which install weeks are assigned in turn: an age that several weeks reached has several. */
const BLOCKS = 16

/**
 * Sampling error of the shape (Mack 1993), without his assumption that errors of ages are independent: the contribution of each block of
 * install weeks to ln G(n), so that a big spender or a promotion, which moves several ages of a cohort together, counts once.
 */
export interface ShapeError {
  /** By block and n: its influence on ln G(n), summed from age 1. */
  influence: Grid
  /** By n: variance of ln G(n) from random payments alone, summed from age 1: the minimum for an age with few cohorts. */
  payments: Float64Array
  /** Number of blocks with data, over that number less one. */
  correction: number
}

/**
 * The delta method on -ln(1 - p(n)), p(n) = sum w R(n) / sum w C(n): block b has the influence sum over its cohorts of w (R(n) - p(n) C(n)) /
 * sum w C(n - 1). All 0 if only one block has data.
 */
export function shapeError(all: KindGroups, asOf: Day, lastAge: number, phi: number): ShapeError {
  const ages = Math.max(0, lastAge) + 1
  const weights = halvings(all, asOf, SHAPE_HALF_LIFE)
  const before = new Grid(BLOCKS, ages)
  const paid = new Grid(BLOCKS, ages)
  const observed = new Set<number>()
  for (const { day, gross } of all.groups) {
    if (day > asOf) break
    const block = Math.floor(day / 7) % BLOCKS
    observed.add(block)
    const known = Math.min(knownAge(all, asOf - day), ages - 1)
    let sum = 0
    for (let n = 0; n <= known; n++) {
      const w = weights[asOf - day - n]!
      before.add(block, n, w * sum)
      const revenue = n < gross.length ? gross[n]! : 0
      paid.add(block, n, w * revenue)
      sum += revenue
    }
  }
  const influence = new Grid(BLOCKS, ages)
  const payments = new Float64Array(ages)
  const [bases, sums] = [before.sums(), paid.sums()]
  for (let n = 1; n < ages; n++) {
    const [base, more] = [bases[n]!, sums[n]!]
    const share = base > 0 ? more / (base + more) : 0
    payments[n] = payments[n - 1]! + (base > 0 ? (phi * more) / base ** 2 : 0)
    for (let block = 0; block < BLOCKS; block++) {
      const own = paid.get(block, n)
      const excess = base > 0 ? (own - share * (before.get(block, n) + own)) / base : 0
      influence.set(block, n, influence.get(block, n - 1) + excess)
    }
  }
  const blocks = observed.size
  return { influence, payments, correction: blocks > 1 ? blocks / (blocks - 1) : 1 }
}

/** A part of a sum: its age, -1 before the first, and its revenue. */
export interface GrowingPart {
  age: number
  weight: number
}

/**
 * Variance of sum_k weight_k ln(G(to) / G(age_k)).
 * @param parts of ages below `to`
 */
export function varianceOfGrowth(
  { influence, payments, correction }: ShapeError,
  parts: readonly GrowingPart[],
  to: number,
): number {
  const end = Math.min(to, payments.length - 1)
  const within = (age: number): number => Math.min(end, Math.max(0, age))
  let square = 0
  for (let block = 0; block < influence.rows; block++) {
    let sum = 0
    for (const { age, weight } of parts)
      sum += weight * (influence.get(block, end) - influence.get(block, within(age)))
    square += sum * sum
  }
  let chance = 0
  for (const { age, weight } of parts)
    chance += weight * Math.sqrt(payments[end]! - payments[within(age)]!)
  return Math.max(square * correction, chance ** 2)
}
