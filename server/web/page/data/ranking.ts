import type { Overview } from '../../../../generated/client/models.ts'

/**
 * Makes money of different currencies comparable without an exchange rate: as a share of daily spend in that currency. Within one
 * currency this keeps the order.
 */
export function shareOfSpend(
  apps: readonly Overview[],
): (currency: string, amount: number) => number {
  const daily = new Map<string, number>()
  for (const { currency, spend } of apps)
    daily.set(currency, (daily.get(currency) ?? 0) + (spend.week ?? 0) / 7)
  return (currency, amount) => {
    const all = daily.get(currency) ?? 0
    return all > 0 ? amount / all : 0
  }
}

/** Sums per currency, in the order of the apps; never across currencies. */
export function sumByCurrency(
  amounts: readonly { currency: string; amount: number | null }[],
): [currency: string, sum: number][] {
  const sums = new Map<string, number>()
  for (const { currency, amount } of amounts)
    if (amount !== null) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return [...sums]
}
