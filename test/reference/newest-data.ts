import { getOrCreate, displayIdentity } from './identity.ts'
import { scaled, sumMoney, toDouble } from './money.ts'
import { addDays, periodStart } from './periods.ts'
import { dataThrough, succeededRuns, untestedDsis, withheldDsis } from './runs.ts'
import { cohortKey } from './report-columns.ts'
import type { AppRow, CohortRow, Delivery, IsoDate, RecommendationRow, RunRow } from './delivery.ts'

/** What steps ask of the newest install days and of earlier runs, beside the rows that they judge. */

export function daysUpTo(through: IsoDate, count: number): IsoDate[] {
  return Array.from({ length: count }, (_, day) => addDays(through, day - count + 1))
}

export function spendOf(cohorts: readonly CohortRow[]): number {
  return toDouble(sumMoney(cohorts.map(row => row.spend)))
}

/** Mean of the last seven days, from the first with spend on. */
export function todaysSpendOf(cohorts: readonly CohortRow[], through: IsoDate): number {
  const first = cohorts
    .filter(({ spend }) => Number(spend) > 0)
    .map(row => row.install_date)
    .sort()[0]
  const days = daysUpTo(through, 7).filter(day => first !== undefined && day >= first)
  return days.length === 0
    ? 0
    : spendOf(cohorts.filter(row => days.includes(row.install_date))) / days.length
}

/** Groups of rows with the same key, in the order of their first rows. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) getOrCreate(groups, keyOf(row), () => [] as Row[]).push(row)
  return [...groups.values()]
}

export function campaignOf(row: CohortRow | RecommendationRow): string {
  const { platform, network, campaign } = displayIdentity(row)
  return JSON.stringify([platform, network, campaign])
}

/** The ROAS of the newest week, where enough of it is known. */
export function newestOf(
  delivery: Required<Delivery>,
  app: AppRow,
  run: RunRow,
  row: RecommendationRow,
  cohorts: readonly CohortRow[],
): { startDate: IsoDate; endDate: IsoDate; roas: number } | null {
  const [served] = succeededRuns(delivery, app.app_id, 'recommendation')
  if (
    [run, served!].some(one =>
      [...withheldDsis(one), ...untestedDsis(one)].includes(row.target_dsi),
    )
  )
    return null
  const through = dataThrough(run)
  const monday = periodStart(addDays(through, 1), 'weekly')
  const end = app.weekly_aggregation ? addDays(monday, -1) : through
  const days = daysUpTo(end, 7)
  const revenues = new Map(
    delivery.cohort_revenue
      .filter(({ run_id, dsi }) => run_id === served!.run_id && dsi === row.target_dsi)
      .map(one => [
        cohortKey(one, one.dsi),
        one[`${app.target_roas_type}_${app.target_revenue_type}`],
      ]),
  )
  const week = cohorts.filter(one => days.includes(one.install_date))
  const counting = week.filter(one => scaled(one.spend) > 0n || one.full_blended_installs > 0)
  const known = counting.filter(one => revenues.has(cohortKey(one, row.target_dsi)))
  const [all, covered] = [spendOf(week), spendOf(known)]
  const installs = known.reduce((sum, one) => sum + one.paid_installs, 0)
  if (covered <= 0 || covered / all < 0.8 - 1e-12 || known.length < 5 || installs < 50) return null
  // Revenue without spend or installs counts, as in the report.
  const revenue = toDouble(
    sumMoney(week.flatMap(one => revenues.get(cohortKey(one, row.target_dsi)) ?? [])),
  )
  return { startDate: days[0]!, endDate: end, roas: revenue / covered }
}

/** Whether the live bid moved within fourteen days, or was not seen so long ago. */
export function hasFreshBid(
  delivery: Required<Delivery>,
  app: AppRow,
  run: RunRow,
  row: RecommendationRow,
): boolean {
  const age = (one: RunRow) =>
    (Date.parse(run.created_at) - Date.parse(one.created_at)) / 86_400_000
  const isBefore = (one: RunRow) =>
    one.created_at < run.created_at ||
    (one.created_at === run.created_at && one.run_id < run.run_id)
  const before = succeededRuns(delivery, app.app_id, 'recommendation').filter(isBefore)
  const old = before.find(one => age(one) >= 14)
  if (old === undefined) return true
  const bidIn = (one: RunRow): number | null => {
    const same = delivery.recommendations.filter(
      other =>
        other.run_id === one.run_id &&
        other.granularity === row.granularity &&
        JSON.stringify(displayIdentity(other)) === JSON.stringify(displayIdentity(row)),
    )
    return same[0]?.optimisation_live_roas ?? null
  }
  if (bidIn(old) === null) return true
  const bids = [
    row.optimisation_live_roas,
    ...before.slice(0, before.indexOf(old) + 1).map(bidIn),
  ].filter(bid => bid !== null)
  return bids
    .toReversed()
    .some(
      (bid, index, all) =>
        index > 0 && Math.abs(bid - all[index - 1]!) / all[index - 1]! >= 0.01 - 1e-12,
    )
}

export interface Brake {
  dailySpend: number
  currentDailySpend: number
  earlierDailySpend: number
}

/** How far the raises of a run may take the app; null without spend five weeks ago. */
export function brakeOf(cohorts: readonly CohortRow[], through: IsoDate): Brake | null {
  const days = daysUpTo(addDays(through, -28), 7)
  if (!cohorts.some(row => Number(row.spend) > 0 && row.install_date <= days[0]!)) return null
  const today = grouped(cohorts, campaignOf).reduce(
    (sum, own) => sum + todaysSpendOf(own, through),
    0,
  )
  const earlier = spendOf(cohorts.filter(row => days.includes(row.install_date))) / 7
  return {
    dailySpend: Math.max(today, 1.1 * earlier),
    currentDailySpend: today,
    earlierDailySpend: earlier,
  }
}

/** Which of cost and installs is missing in the newest days of some cohorts, where both are usual. */
export function missingIn(
  cohorts: readonly CohortRow[],
  app: AppRow,
  through: IsoDate,
): 'no_cost' | 'no_installs' | null {
  const newest = app.weekly_aggregation ? 7 : 3
  const lacking = lackingIn(cohorts, app, through)
  if (lacking === null) return null
  const usual = daysUpTo(addDays(through, -newest), 28)
  const of = (days: readonly IsoDate[]) => {
    const some = cohorts.filter(row => days.includes(row.install_date))
    return { spend: spendOf(some), installs: some.reduce((sum, row) => sum + row.paid_installs, 0) }
  }
  const byDay = usual
    .map(day => of([day]))
    .filter(({ spend, installs }) => spend > 0 || installs > 0)
  const both = byDay.filter(({ spend, installs }) => spend > 0 && installs > 0)
  if (byDay.length < 7 || both.length < byDay.length / 2) return null
  const [before, now] = [of(usual), of(daysUpTo(through, newest))]
  const there = lacking === 'no_cost' ? 'installs' : 'spend'
  const isHalf = now[there] / newest >= (0.5 * before[there]) / 28 - 1e-12
  const isExpected = (before.installs / 28) * newest >= 10 - 1e-9
  return isHalf && isExpected ? lacking : null
}

/** The measure that is not there in the newest days, while the other one is. */
export function lackingIn(
  cohorts: readonly CohortRow[],
  app: AppRow,
  through: IsoDate,
): 'no_cost' | 'no_installs' | null {
  const days = daysUpTo(through, app.weekly_aggregation ? 7 : 3)
  const newest = cohorts.filter(row => days.includes(row.install_date))
  const [spends, installs] = [spendOf(newest) > 0, newest.some(row => row.paid_installs > 0)]
  return spends === installs ? null : spends ? 'no_installs' : 'no_cost'
}
