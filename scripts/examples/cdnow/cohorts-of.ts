import { addDays, daysBetween, periodStart } from '../../../server/core/model/dates.ts'
import type { Purchase } from './parse-log.ts'

const firstCohortAge = 400

export interface Cohort {
  installDate: string
  campaign: string
  installs: number
  /** Cumulative revenue by known DSI, in units of 0.0001 dollars. */
  revenue: ReadonlyMap<number, number>
}

/**
 * Uses a customer's first purchase as the install, after moving all dates by the same number of days: the oldest becomes
 * the day 400 days before `today`. Ignores purchases after `today`. Cohorts ascend by install date.
 */
export function cohortsOf(
  purchases: readonly Purchase[],
  today: string,
  dsiValues: readonly number[],
): Cohort[] {
  const oldest = purchases.reduce(
    (date, purchase) => (purchase.date < date ? purchase.date : date),
    purchases[0]!.date,
  )
  const shift = daysBetween(oldest, today) - firstCohortAge
  const known = purchases
    .map(purchase => ({ ...purchase, date: addDays(purchase.date, shift) }))
    .filter(({ date }) => date <= today)

  const installDates = new Map<string, string>()
  for (const { customer, date } of known) {
    const earlier = installDates.get(customer)
    if (earlier === undefined || date < earlier) installDates.set(customer, date)
  }

  const installs = new Map<string, number>()
  for (const date of installDates.values()) installs.set(date, (installs.get(date) ?? 0) + 1)

  const daily = new Map<string, Map<number, number>>()
  for (const { customer, date, value } of known) {
    const installDate = installDates.get(customer)!
    const days = daily.get(installDate) ?? new Map<number, number>()
    const dsi = daysBetween(installDate, date)
    daily.set(installDate, days.set(dsi, (days.get(dsi) ?? 0) + value))
  }

  return [...installs].sort().map(([installDate, count]) => ({
    installDate,
    campaign: `First purchase in the week of ${periodStart(installDate, 'weekly')}`,
    installs: count,
    revenue: new Map(
      dsiValues
        .filter(dsi => addDays(installDate, dsi) <= today)
        .map(dsi => [dsi, revenueBy(dsi, daily.get(installDate)!)]),
    ),
  }))
}

function revenueBy(dsi: number, daily: ReadonlyMap<number, number>): number {
  return [...daily].reduce((sum, [day, value]) => (day <= dsi ? sum + value : sum), 0)
}
