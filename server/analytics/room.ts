import type { components } from '../../generated/types.ts'
import { coveringIn } from './scope.ts'

export type StepBudget = NonNullable<components['schemas']['StepBudget']>

/** A month's budget and how its spend goes. `expected` null limits nothing. */
export type RunningBudget = Omit<StepBudget, 'expected'> & { expected: number | null; daysLeft: number }

interface Named {
  platform: string
  network: string
  campaign: string
  country: string
}

/** What budgets leave for raises until the end of their month, beside what is expected to be spent. */
export interface Room {
  /** A cut, of a change of daily spend, frees money in every budget that covers the row. */
  free(row: Named, spendChange: number | null): void
  /** Takes money for a raise from every budget that covers the row. Returns the tightest budget instead if one has none, or too little. */
  take(row: Named, spendChange: number | null): StepBudget | null
}

export function roomIn(budgets: readonly RunningBudget[]): Room {
  const limits = budgets.flatMap(({ budgetId, month, platform, network, campaign, amount, expected, daysLeft }) => {
    if (expected === null || daysLeft === 0) return []
    return { budget: { budgetId, month, platform, network, campaign, amount, expected }, daysLeft, left: amount - expected }
  })
  const covering = coveringIn(limits, ({ budget: { platform, network, campaign } }) => ({ platform, network, campaign, country: null }))
  return {
    free(row, spendChange) {
      for (const limit of covering(row)) limit.left -= (spendChange ?? 0) * limit.daysLeft
    },
    take(row, spendChange) {
      const own = covering(row)
      const needs = spendChange ?? 0
      if (own.some(({ left, daysLeft }) => left <= 0 || needs * daysLeft > left)) {
        return own.reduce((least, one) =>
          one.left < least.left || (one.left === least.left && one.budget.budgetId < least.budget.budgetId) ? one : least,
        ).budget
      }
      for (const limit of own) limit.left -= needs * limit.daysLeft
      return null
    },
  }
}
