import type { Platform } from '../../../generated/vocabulary/vocabulary.ts'
import type { DeliveryTable } from '../../../server/imports/load-rows.ts'
import { addDays, daysBetween, dateOf, dayOf } from '../../../server/core/model/dates.ts'
import type { App } from './apps.ts'
import type { Campaign } from './campaign.ts'
import type { Cohort } from './studio-cohorts.ts'
import { seasonOf } from './market.ts'

/** A row of `budgets`. A null name matches all. */
export interface Budget {
  app: App
  month: string
  platform: Platform | null
  network: string | null
  amount: number
}

/** Number of months with budgets, up to that of the latest day with data. */
const MONTHS = 6

/** Days of spend on which a month's plan is based. */
const BASIS = 28

/** Planned before the month began, as a manager would: the daily spend until then, more in a high season, and the app's intentions. */
export function budgetsOf(app: App, cohorts: readonly Cohort[], today: number): Budget[] {
  const [first, last] = [today - app.firstDaysAgo, today - app.lastDaysAgo]
  const platform = largest(cohorts, ({ platform }) => platform)
  const network = largest(cohorts, ({ network }) => network)
  const wanted = [
    { platform: null, network: null, intended: app.intended.all },
    { platform, network: null, intended: app.intended.platform },
    { platform: null, network, intended: app.intended.network },
  ].filter((budget, index) => index === 0 || budget.platform !== null || budget.network !== null)
  return monthsUpTo(dateOf(last)).flatMap(month => {
    const start = dayOf(`${month}-01`)
    if (start - BASIS < first) return []
    const basis = cohorts.filter(({ day }) => day >= start - BASIS && day < start)
    return wanted.flatMap(({ platform, network, intended }) => {
      const spend = basis
        .filter(
          ({ segment: { campaign } }) =>
            (platform ?? campaign.platform) === campaign.platform &&
            (network ?? campaign.network) === campaign.network,
        )
        .reduce((sum, cohort) => sum + cohort.spend, 0)
      const season = Math.max(
        1,
        demandOf(app, start, daysIn(month)) / demandOf(app, start - BASIS, BASIS),
      )
      const amount = roundAmount((spend / BASIS) * intended * season * daysIn(month))
      return amount === 0 ? [] : [{ app, month, platform, network, amount }]
    })
  })
}

/** Mean demand of a season's days. */
function demandOf({ calendar }: App, from: number, days: number): number {
  return (
    Array.from({ length: days }, (_, index) => seasonOf(calendar, from + index).spend).reduce(
      (sum, spend) => sum + spend,
      0,
    ) / days
  )
}

/** Oldest first. */
function monthsUpTo(date: string): string[] {
  const months = [date.slice(0, 7)]
  while (months.length < MONTHS) months.unshift(addDays(`${months[0]}-01`, -1).slice(0, 7))
  return months
}

function daysIn(month: string): number {
  const start = `${month}-01`
  return daysBetween(start, `${addDays(start, 31).slice(0, 7)}-01`)
}

/** Rounds like people do: two digits, the second in halves. */
function roundAmount(amount: number): number {
  if (amount <= 0) return 0
  const step = 10 ** Math.floor(Math.log10(amount)) / 20
  return Math.max(1, Math.round(Math.round(amount / step) * step))
}

/** The name with the highest spend; of equal ones the first. Null without spend of a known name. */
function largest<Name extends string>(
  cohorts: readonly Cohort[],
  nameOf: (campaign: Campaign) => Name | null,
): Name | null {
  const spends = new Map<Name, number>()
  for (const { segment, spend } of cohorts) {
    const name = nameOf(segment.campaign)
    if (name !== null) spends.set(name, (spends.get(name) ?? 0) + spend)
  }
  const [found] = [...spends].sort(([a, less], [b, more]) => more - less || (a < b ? -1 : 1))
  return found === undefined || found[1] === 0 ? null : found[0]
}

/** The budgets must be of one app. */
export function budgetsTable(budgets: readonly Budget[]): DeliveryTable {
  const rows = budgets.map(({ app, ...budget }, index) => ({
    budget_id: app.id * 1000 + index,
    app_id: app.id,
    ...budget,
    campaign: null,
  }))
  return { name: 'budgets', rows }
}
