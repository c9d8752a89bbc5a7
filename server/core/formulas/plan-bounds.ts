import {
  hasRevenue,
  marginalAt,
  type Movable,
  type PlanRow,
  revenueAt,
  spendAt,
} from './response-curve.ts'

/** How far rows of a plan may move, by their calls and the largest step, and their spends at a marginal ROAS λ. */

/** Marginal ROAS below which spend counts as without return, and the relative precision of λ. Neither affects a total, which is met exactly. */
const [SMALLEST, PRECISION] = [1e-12, 1e-13]

export interface Bounds {
  row: PlanRow
  /** Null if it may not move. */
  movable: Movable | null
  lowest: number
  /** By step and call. */
  highest: number
}

export interface Bounded extends Bounds {
  /** `highest`, or less where the best split of a budget gives it less. */
  most: number
  /** Precomputed, so that a search computes powers only for rows between their bounds. */
  atLowest: Brings
  atMost: Brings
}

/** Revenue of a day, and marginal ROAS. */
interface Brings {
  revenue: number
  marginal: number
}

export type Spends = readonly number[]

export function boundRows(
  rows: readonly { row: PlanRow; movable: Movable | null }[],
  maxStep: number,
): Bounds[] {
  return rows.map(({ row, movable: known }) => {
    const movable = row.moves.up || row.moves.down ? known : null
    const at = (factor: number, may: boolean): number =>
      movable !== null && may ? row.dailySpend * factor : row.dailySpend
    return {
      row,
      movable,
      lowest: at(1 - maxStep, row.moves.down),
      highest: at(1 + maxStep, row.moves.up),
    }
  })
}

export function withBrings(bounds: Bounds, most: number = bounds.highest): Bounded {
  const { row, movable, lowest } = bounds
  const bringsAt = (x: number): Brings =>
    movable === null
      ? { revenue: hasRevenue(row) ? row.predictedRoas * x : 0, marginal: 0 }
      : { revenue: revenueAt(movable, x), marginal: marginalAt(movable, x) }
  return { ...bounds, most, atLowest: bringsAt(lowest), atMost: bringsAt(most) }
}

export function revenueIn({ movable, lowest, most, atLowest, atMost }: Bounded, x: number): number {
  if (movable === null || x === lowest) return atLowest.revenue
  return x === most ? atMost.revenue : revenueAt(movable, x)
}

export function spendsAt(rows: readonly Bounded[], lambda: number): number[] {
  return rows.map(({ movable, lowest, most, atLowest, atMost }) => {
    if (movable === null || lambda > atLowest.marginal) return lowest
    return lambda < atMost.marginal
      ? most
      : Math.min(Math.max(spendAt(movable, lambda), lowest), most)
  })
}

/**
 * The plan with the smallest λ whose `excess`, which rises with λ, is at least 0. Rows with constant marginal ROAS jump there from bound to
 * bound: all move by the same part of the jump, until the excess is 0.
 */
export function* search(
  rows: readonly Bounded[],
  from: number,
  excess: (spends: Spends) => number,
  to?: number,
): Generator<void, Spends> {
  let [low, high] = [from, to ?? Math.max(1, 2 * from)]
  if (to === undefined) while (excess(spendsAt(rows, high)) < 0) high *= 2
  while (high > SMALLEST && high - low > PRECISION * high) {
    yield
    // Geometric at first, since λ may have any magnitude.
    const middle =
      high > 4 * low ? Math.sqrt(Math.max(low, SMALLEST / 10) * high) : (low + high) / 2
    if (excess(spendsAt(rows, middle)) < 0) low = middle
    else high = middle
  }
  const [more, less] = [spendsAt(rows, low), spendsAt(rows, high)]
  const [lacking, lowering] = [excess(more), excess(less)]
  const part = lowering <= 0 ? 0 : lowering / (lowering - lacking)
  return less.map((spend, index) => spend + part * (more[index]! - spend))
}
