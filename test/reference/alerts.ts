import { passes, displayName, displayIdentity } from './identity.ts'
import { scaled, toDouble } from './money.ts'
import type { AlertsParameters } from './request-types.ts'
import { compareFields } from './sorted-page.ts'
import { succeededRuns } from './runs.ts'
import { type Stepped, stepsOf } from './step.ts'
import type { AlertRow, AppRow, Delivery, RunRow } from './delivery.ts'

/** GLOBAL also finds every analytics alert; other values match the shown country. */
function passesCountries(row: AlertRow, countries: string[] | undefined): boolean {
  return (
    countries === undefined ||
    countries.includes(displayName(row.country)) ||
    (countries.includes('GLOBAL') && row.alert_group === 'ANALYTICS')
  )
}

/** What makes two alerts the same one. */
function keyOf(row: AlertRow): string {
  return JSON.stringify([row.alert_group, row.title, ...Object.values(displayIdentity(row))])
}

/** The first row of each alert, with the summary of the others; `latest` are the rows of the latest run. */
function distinctAlerts(
  rows: AlertRow[],
  latest: AlertRow[],
): [AlertRow, Record<string, unknown>][] {
  return rows
    .filter((row, index) => rows.findIndex(other => keyOf(other) === keyOf(row)) === index)
    .map(row => {
      const seen = rows.filter(other => keyOf(other) === keyOf(row)).map(other => other.created_at)
      const inLatestRun = latest.some(other => keyOf(other) === keyOf(row))
      return [
        row,
        {
          firstSeen: seen.toSorted().at(0),
          lastSeen: seen.toSorted().at(-1),
          timesSeen: seen.length,
          inLatestRun,
          open: inLatestRun,
        },
      ]
    })
}

function worthOf(stepped: Stepped | undefined): number | null {
  return stepped === undefined || stepped.step.direction === 'none' ? null : stepped.worth
}

/** The step of an alert's campaign; of a single country of a campaign in several that of the country. */
function stepsOfAlerts(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  latest: RunRow | undefined,
): (row: AlertRow) => Stepped | undefined {
  const [run] = succeededRuns(delivery, app.app_id, 'recommendation')
  if (run === undefined || latest === undefined) return () => undefined
  const [campaigns, countries] = (['campaign', 'campaign_geo'] as const).map(granularity => [
    ...stepsOf(delivery, today, app, run, { granularity }).values(),
  ])
  return row => {
    const own = displayIdentity(row)
    if (
      row.run_id !== latest.run_id ||
      [own.platform, own.network, own.campaign].includes('Unknown')
    )
      return undefined
    const same = (one: Stepped) => {
      const { platform, network, campaign } = displayIdentity(one.row)
      return platform === own.platform && network === own.network && campaign === own.campaign
    }
    const campaign = campaigns!.find(same)
    if (
      campaign === undefined ||
      displayIdentity(campaign.row).country !== 'GLOBAL' ||
      own.country === 'GLOBAL'
    )
      return campaign
    return countries!.find(one => same(one) && displayIdentity(one.row).country === own.country)
  }
}

/** The latest run's alerts, or those created in the range; newest run first, dailySpend descending, id, unless sorted. */
export function alerts(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  parameters: AlertsParameters,
): Record<string, unknown>[] {
  const {
    alertGroups,
    countries,
    startDate,
    endDate = today,
    distinct,
    sort,
    limit: _limit,
    offset: _offset,
    ...names
  } = parameters
  const runs = succeededRuns(delivery, app.app_id, 'alert')
  const served = startDate === undefined ? runs.slice(0, 1) : runs
  const matches = served.flatMap(run =>
    delivery.alerts
      .filter(row => row.run_id === run.run_id)
      .filter(row => {
        const date = row.created_at.slice(0, 10)
        return startDate === undefined || (startDate <= date && date <= endDate)
      })
      .filter(
        row =>
          alertGroups === undefined ||
          alertGroups.some(group => group.toUpperCase() === row.alert_group),
      )
      .filter(row => passesCountries(row, countries) && passes(row, names))
      .sort(
        (a, b) => Number(scaled(b.daily_spend) - scaled(a.daily_spend)) || a.alert_id - b.alert_id,
      ),
  )
  const latest = delivery.alerts.filter(row => row.run_id === runs[0]?.run_id)
  const listed =
    distinct === true
      ? distinctAlerts(matches, latest)
      : matches.map((row): [AlertRow, Record<string, unknown>] => [row, {}])
  const stepped = stepsOfAlerts(delivery, today, app, runs[0])
  const items = listed.map(([row, seen]) => ({
    id: row.alert_id,
    appId: app.app_id,
    createdAt: row.created_at,
    alertGroup: row.alert_group,
    title: row.title,
    ...displayIdentity(row),
    dailySpend: toDouble(scaled(row.daily_spend)),
    summary: row.summary,
    detail: row.detail,
    spendDetail: row.spend_detail,
    recommendedAction: row.recommended_action,
    metric: row.metric ?? null,
    value: row.value ?? null,
    reference: row.reference ?? null,
    change: row.change ?? null,
    step: stepped(row)?.step ?? null,
    ...seen,
  }))
  if (sort === 'stepGain' || sort === '-stepGain') {
    const worth = new Map(listed.map(([row]) => [row.alert_id, worthOf(stepped(row))]))
    return items.sort((one, other) =>
      compareFields(
        { gain: worth.get(one.id) },
        { gain: worth.get(other.id) },
        sort.replace('stepGain', 'gain'),
      ),
    )
  }
  return sort === undefined ? items : items.sort((one, other) => compareFields(one, other, sort))
}
