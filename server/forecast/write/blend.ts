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

/** Organic cells, and the paid cells that take shares of them. */
interface Allocation {
  organic: readonly number[]
  /** Shares of the organic installs. */
  paid: readonly { cell: number; incremental: number; full: number }[]
}

/** Whole installs that a paid cell gets: in both blends, and in the full one alone. */
interface Added {
  cell: number
  lifted: number
  more: number
}

/**
 * Allocates organic installs of the first `count` cells. Incremental: up to `uplift` x paid installs of the same day, platform and country.
 * Full: the rest, pro rata to paid installs by day, platform and country, else by day and platform. Revenue follows installs at the organic
 * average.
 * @param since organic installs of earlier days stay unallocated, for callers that need only the newest
 */
export function blend(cells: Cells, count: number, uplift: number, since: Day = -Infinity): Blend {
  const isOrganic = (cell: number): boolean => cells.organic[cell] !== 0
  const installsOf = (cell: number): number => cells.installs[cell] ?? 0
  const incremental = cells.installs.slice(0, count)
  const full = cells.installs.slice(0, count)
  const allocations: Allocation[] = []
  let [organicInstalls, unallocated] = [0, 0]

  /** Adds whole installs to paid cells. */
  const allocate = (organic: readonly number[], paid: readonly Added[]): void => {
    const all = sum(organic, installsOf)
    const shares = paid.map(({ cell, lifted, more }) => {
      incremental[cell]! += lifted
      full[cell]! += lifted + more
      return { cell, incremental: lifted / all, full: (lifted + more) / all }
    })
    allocations.push({ organic, paid: shares })
  }

  for (const [first, end] of days(cells, count, firstCellOf(cells.day, count, since))) {
    for (const onPlatform of partition(range(first, end), i => cells.platform[i]!)) {
      const pooled = new Set<number>()
      let total = 0
      let due = 0
      for (const members of partition(onPlatform, i => cells.country[i]!)) {
        const paid = members.filter(i => !isOrganic(i))
        const organic = members.filter(isOrganic)
        const [bought, free] = [sum(paid, installsOf), sum(organic, installsOf)]
        organicInstalls += free
        if (!(bought > 0)) {
          for (const i of organic) pooled.add(i)
          continue
        }
        // Carries the rounding remainder to the next country.
        due += Math.min(uplift * bought, free)
        const lifted = Math.round(due) - total
        total += lifted
        if (free === 0) continue
        const weights = paid.map(installsOf)
        const lifts = apportion(lifted, weights)
        const others = apportion(free - lifted, weights)
        allocate(
          organic,
          paid.map((cell, k) => ({ cell, lifted: lifts[k]!, more: others[k]! })),
        )
      }
      // In the order of cells.
      const organic = onPlatform.filter(i => pooled.has(i))
      const unassigned = sum(organic, installsOf)
      if (unassigned === 0) continue
      const paid = onPlatform.filter(i => !isOrganic(i) && installsOf(i) > 0)
      if (paid.length === 0) {
        unallocated += unassigned
        continue
      }
      const parts = apportion(unassigned, paid.map(installsOf))
      allocate(
        organic,
        paid.map((cell, k) => ({ cell, lifted: 0, more: parts[k]! })),
      )
    }
  }

  const hasOrganic = organicInstalls > unallocated
  return {
    organicInstalls,
    unallocated,
    hasOrganic,
    incrementalInstalls: incremental,
    fullInstalls: full,
    revenue(amounts) {
      if (!hasOrganic) return { incremental: amounts, full: amounts }
      const more = { incremental: amounts.slice(), full: amounts.slice() }
      for (const { organic, paid } of allocations) {
        const amount = sumAt(organic, amounts)
        for (const { cell, incremental, full } of paid) {
          more.incremental[cell]! += incremental * amount
          more.full[cell]! += full * amount
        }
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
