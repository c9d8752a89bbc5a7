import type { components } from '../../../generated/types.ts'
import { coveringIn } from '../model/scope.ts'

export type StepBudget = NonNullable<components['schemas']['StepBudget']>

/** A month's budget and its projected spend. A null `expected` limits nothing. */
export type RunningBudget = Omit<StepBudget, 'expected'> & {
  expected: number | null
  daysLeft: number
}

interface Named {
  platform: string
  network: string
  campaign: string
  country: string
}

/** The room of a budget for raises, after the spend expected until the end of its month. */
export interface Limit {
  budget: StepBudget
  daysLeft: number
  /** In the app's currency; negative if more is expected than the budget. */
  room: number
}

/** The limits of the budgets that cover a row. */
export function limitsIn(budgets: readonly RunningBudget[]): (row: Named) => readonly Limit[] {
  const limits = budgets.flatMap(
    ({ budgetId, month, platform, network, campaign, amount, expected, daysLeft }): Limit[] => {
      if (expected === null || daysLeft === 0) return []
      return [
        {
          budget: { budgetId, month, platform, network, campaign, amount, expected },
          daysLeft,
          room: amount - expected,
        },
      ]
    },
  )
  return coveringIn(limits, ({ budget: { platform, network, campaign } }) => ({
    platform,
    network,
    campaign,
    country: null,
  }))
}

/** Tracks the money that steps take and free. */
export class Room {
  readonly #left = new Map<Limit, number>()

  leftOf(limit: Limit): number {
    return this.#left.get(limit) ?? limit.room
  }

  /** A change of daily spend takes money from all of these budgets, or frees it. */
  spend(limits: readonly Limit[], spendChange: number | null): void {
    for (const limit of limits)
      this.#left.set(limit, this.leftOf(limit) - (spendChange ?? 0) * limit.daysLeft)
  }

  /** The tightest of these budgets if they have no room for a raise by a change of daily spend; null if all have. */
  lacking(limits: readonly Limit[], spendChange: number | null): StepBudget | null {
    const needs = spendChange ?? 0
    if (
      limits.every(limit => this.leftOf(limit) > 0 && needs * limit.daysLeft <= this.leftOf(limit))
    )
      return null
    // All are budgets of one month, so the least money left is also the least a day.
    const order = (a: Limit, b: Limit): number =>
      this.leftOf(a) - this.leftOf(b) || a.budget.budgetId - b.budget.budgetId
    return limits.reduce((tightest, limit) => (order(limit, tightest) < 0 ? limit : tightest))
      .budget
  }
}
