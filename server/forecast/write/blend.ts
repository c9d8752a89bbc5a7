import { type Cells, firstCellOf } from '../model/facts.ts'
import type { Day } from '../../core/model/dates.ts'
import { sum, sumAt } from '../../core/formulas/sums.ts'

/** Entries of organic cells are undefined and not delivered. */
export interface Blend {
  hasOrganic: boolean
  incrementalInstalls: Float64Array
  fullInstalls: Float64Array
  /** Organic installs, and those without a paid install on their day and platform. */
  organicInstalls: number
  unallocated: number
  revenue(paid: Float64Array): { incremental: Float64Array; full: Float64Array }
}

/**
 * Allocates organic installs of the first `count` cells. Incremental: up to `uplift` x paid installs of the same day, platform and country.
 * Full: the rest, pro rata to paid installs by day, platform and country, else by day and platform. Revenue follows installs at the organic
 * average.
 * @param since organic installs of earlier days stay unallocated, for callers that need only the newest
 */
export function blend(cells: Cells, count: number, uplift: number, since: Day = -Infinity): Blend {
  const incremental = cells.installs.slice(0, count)
  const full = cells.installs.slice(0, count)
  const [incrementalShare, fullShare, poolShare] = [
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
  ]
  const positions = new Int32Array(count).fill(-1)
  const pool = new Int32Array(count).fill(-1)
  const result = { organicInstalls: 0, unallocated: 0 }
  let places = 0
  let pools = 0

  for (const [first, end] of days(cells, count, firstCellOf(cells.day, count, since))) {
    for (const onPlatform of partition(range(first, end), i => cells.platform[i]!)) {
      const pooled: number[] = []
      let total = 0
      let due = 0
      for (const members of partition(onPlatform, i => cells.country[i]!)) {
        const paid = members.filter(i => cells.organic[i] === 0)
        const organic = members.filter(i => cells.organic[i] !== 0)
        const paidInstalls = sumAt(paid, cells.installs)
        const organicInstalls = sumAt(organic, cells.installs)
        result.organicInstalls += organicInstalls
        if (!(paidInstalls > 0)) {
          pooled.push(...organic)
          continue
        }
        // Carries the rounding remainder to the next country.
        due += Math.min(uplift * paidInstalls, organicInstalls)
        const lifted = Math.round(due) - total
        total += lifted
        if (organicInstalls === 0) continue
        const weights = paid.map(i => cells.installs[i]!)
        const lift = apportion(lifted, weights)
        const shares = apportion(organicInstalls - lifted, weights)
        for (const [k, i] of paid.entries()) {
          incremental[i]! += lift[k]!
          full[i]! += lift[k]! + shares[k]!
          incrementalShare[i] = lift[k]! / organicInstalls
          fullShare[i] = (lift[k]! + shares[k]!) / organicInstalls
        }
        for (const i of members) positions[i] = places
        places++
      }
      const unassigned = sumAt(pooled, cells.installs)
      if (unassigned === 0) continue
      const paid = onPlatform.filter(i => cells.organic[i] === 0 && cells.installs[i]! > 0)
      if (paid.length === 0) {
        result.unallocated += unassigned
        continue
      }
      const parts = apportion(
        unassigned,
        paid.map(i => cells.installs[i]!),
      )
      for (const [k, i] of paid.entries()) {
        full[i]! += parts[k]!
        poolShare[i] = parts[k]! / unassigned
        pool[i] = pools
      }
      for (const i of pooled) pool[i] = pools
      pools++
    }
  }

  const hasOrganic = result.organicInstalls > result.unallocated
  return {
    ...result,
    hasOrganic,
    incrementalInstalls: incremental,
    fullInstalls: full,
    revenue(paid) {
      if (!hasOrganic) return { incremental: paid, full: paid }
      const ofPlace = new Float64Array(places)
      const ofPool = new Float64Array(pools)
      for (let i = 0; i < count; i++) {
        if (cells.organic[i] === 0) continue
        if (positions[i]! >= 0) ofPlace[positions[i]!]! += paid[i]!
        else if (pool[i]! >= 0) ofPool[pool[i]!]! += paid[i]!
      }
      const more = { incremental: paid.slice(), full: paid.slice() }
      for (let i = 0; i < count; i++) {
        if (cells.organic[i] !== 0) continue
        if (positions[i]! >= 0) {
          more.incremental[i]! += incrementalShare[i]! * ofPlace[positions[i]!]!
          more.full[i]! += fullShare[i]! * ofPlace[positions[i]!]!
        }
        if (pool[i]! >= 0) more.full[i]! += poolShare[i]! * ofPool[pool[i]!]!
      }
      return more
    },
  }
}

function* days(
  { day, organic }: Cells,
  count: number,
  from: number,
): Generator<[first: number, end: number]> {
  for (let first = from, end = from; first < count; first = end) {
    let some = false
    for (end = first; end < count && day[end] === day[first]; end++) some ||= organic[end] !== 0
    if (some) yield [first, end]
  }
}

function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, k) => first + k)
}

/** In order of first appearance. */
function partition(cells: readonly number[], key: (cell: number) => number): number[][] {
  const parts = new Map<number, number[]>()
  for (const cell of cells) {
    const part = parts.get(key(cell))
    if (part === undefined) parts.set(key(cell), [cell])
    else part.push(cell)
  }
  return [...parts.values()]
}

/** Divides an integer in proportion to weights: largest remainders, the first of equal ones. All zeros without weights. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const all = sum(weights)
  if (!(all > 0) || total === 0) return weights.map(() => 0)
  const exact = weights.map(weight => (total * weight) / all)
  const parts = exact.map(Math.floor)
  const remaining = total - sum(parts)
  const byRemainder = exact.map((share, index) => ({ index, remainder: share - parts[index]! }))
  byRemainder.sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, remaining)) parts[index]! += 1
  return parts
}
