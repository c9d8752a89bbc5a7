import type { Limit } from './headroom.ts'
import { type Bounded, type Bounds, search, spendsAt, withBrings } from './plan-bounds.ts'
import type { PlanRow } from './response-curve.ts'
import { sum, sumAt } from './sums.ts'

/** Bounds on the total spend of a plan's rows, from the month's budgets. */

/** A budget, as the positions of its rows and the daily spend by which they may grow together. */
interface Share {
  positions: readonly number[]
  room: number
}

export interface Budgets {
  /** From the smallest on, so that a budget comes after those that it contains. */
  shares: readonly Share[]
  /** Whether of any two that overlap one contains the other. */
  nested: boolean
}

/** The budgets of rows. They are nested if all rows of a budget have the same next larger one. */
export function nestBudgets(rows: readonly PlanRow[]): Budgets {
  const positions = new Map<Limit, number[]>()
  rows.forEach(({ limits }, index) => {
    for (const limit of limits) positions.set(limit, [...(positions.get(limit) ?? []), index])
  })
  const bySize = [...positions].sort(
    ([a, some], [b, others]) =>
      some.length - others.length || a.budget.budgetId - b.budget.budgetId,
  )
  const rank = new Map(bySize.map(([limit], index) => [limit, index]))
  const next = new Map<Limit, Limit | undefined>()
  let nested = true
  for (const { limits } of rows) {
    const chain = [...limits].sort((a, b) => rank.get(a)! - rank.get(b)!)
    chain.forEach((limit, index) => {
      const larger = chain[index + 1]
      if (next.has(limit) && next.get(limit) !== larger) nested = false
      next.set(limit, larger)
    })
  }
  return {
    shares: bySize.map(([limit, positions]) => ({
      positions,
      room: Math.max(0, limit.room) / limit.daysLeft,
    })),
    nested,
  }
}

/**
 * The spends with the most revenue that keep to all budgets and whose marginal ROAS is at least `lambda`, apart from rows at a bound. In a
 * budget without room they have a larger one, at which what falls pays for what rises. For nested budgets that is the optimum: a row's marginal
 * ROAS is the largest of those of its budgets. Otherwise budgets take turns.
 */
export function* capSpends(
  rows: readonly Bounded[],
  { shares }: Budgets,
  lambda: number,
): Generator<void, number[]> {
  const spends = spendsAt(rows, lambda)
  for (const { positions, room } of shares) {
    yield
    const own = positions.map(position => {
      const row = rows[position]!
      return withBrings(row, Math.max(row.lowest, spends[position]!))
    })
    const limit = sum(own.map(({ row }) => row.dailySpend)) + room
    if (sum(own.map(({ most }) => most)) <= limit) continue
    const least = own.map(({ lowest }) => lowest)
    const split =
      sum(least) >= limit ? least : yield* search(own, lambda, spends => limit - sum(spends))
    positions.forEach((position, index) => (spends[position] = split[index]!))
  }
  return spends
}

/** The highest spends if the raises in each budget share its room evenly and cuts free nothing, which budgets allow in any order. */
export function sharedSpends(rows: readonly Bounds[], { shares }: Budgets): number[] {
  return scaled(rows, shares, ({ row, highest }) => [
    row.dailySpend,
    Math.max(row.dailySpend, highest),
  ])
}

/** The largest total that nested budgets allow. */
export function mostSpend(rows: readonly Bounds[], { shares }: Budgets): number {
  return sum(scaled(rows, shares, ({ lowest, highest }) => [lowest, highest]))
}

/** Spends from `ends`, reduced toward the first one by the same part in each budget that they exceed. */
function scaled(
  rows: readonly Bounds[],
  shares: readonly Share[],
  ends: (row: Bounds) => [from: number, to: number],
): number[] {
  const [from, spends] = [rows.map(row => ends(row)[0]), rows.map(row => ends(row)[1])]
  for (const { positions, room } of shares) {
    const limit = sum(positions, position => rows[position]!.row.dailySpend) + room
    const [least, all] = [sumAt(positions, from), sumAt(positions, spends)]
    if (all <= limit) continue
    const part = Math.max(0, (limit - least) / (all - least))
    for (const position of positions)
      spends[position] = from[position]! + part * (spends[position]! - from[position]!)
  }
  return spends
}

/** The highest spend of each row that step, call and budgets allow, if others of its budgets free what they can. */
export function reachable(rows: readonly Bounds[], { shares }: Budgets): number[] {
  const spends = rows.map(({ highest }) => highest)
  for (const { positions, room } of shares) {
    const own = positions.map(position => [position, rows[position]!] as const)
    const canFree = sum(own, ([, { row, lowest }]) => row.dailySpend - lowest)
    for (const [position, { row, lowest }] of own) {
      spends[position] = Math.min(
        spends[position]!,
        row.dailySpend + room + canFree - (row.dailySpend - lowest),
      )
    }
  }
  return spends
}
