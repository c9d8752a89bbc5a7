import { firstCaptured, newestByInstallDate } from './ages.ts'
import { earliestHistoryStart, resolveRange } from './date-range.ts'
import { getOrCreate, passes, displayIdentity } from './identity.ts'
import { ratio, scaled, toDouble } from './money.ts'
import { daysBetween, periodDates, periodStart } from './periods.ts'
import { dataThrough, succeededRuns } from './runs.ts'
import type { ExpectedList } from './expected.ts'
import type { ForecastAccuracyParameters } from './request-types.ts'
import type { AppRow, Delivery, Identity } from './delivery.ts'

const NAMES = ['platform', 'network', 'campaign', 'country'] as const

interface Sums {
  spend: bigint
  revenue: bigint
}

/** A forecast and its actual value: revenues and the actual snapshot's spend, in ten-thousandths. */
interface Pair {
  forecast: bigint
  actual: bigint
  spend: bigint
}

function identityKey(row: Identity, granularity: 'app' | 'campaign' | 'campaign_geo'): unknown[] {
  const { platform, network, campaign, country } = displayIdentity(row)
  return {
    app: [],
    campaign: [platform, network, campaign],
    campaign_geo: [platform, network, campaign, country],
  }[granularity]
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** The smallest relative error that covers `percent` of the spend; null without spend on actual revenue. */
function quantile(pairs: Pair[], percent: bigint): number | null {
  const counted = pairs
    .filter(({ actual, spend }) => actual > 0n && spend > 0n)
    .map(pair => ({ ...pair, error: magnitude(pair.forecast - pair.actual) }))
    // a / b < c / d where a * d < c * b: exact, since all are positive.
    .sort((a, b) => Number(a.error * b.actual - b.error * a.actual))
  const total = counted.reduce((sum, { spend }) => sum + spend, 0n)
  let reached = 0n
  for (const { error, actual, spend } of counted) {
    reached += spend
    if (100n * reached >= percent * total) return ratio(error, actual)
  }
  return null
}

function sumOf(pairs: Pair[], amount: (pair: Pair) => bigint): bigint {
  return pairs.reduce((sum, pair) => sum + amount(pair), 0n)
}

/** How far what runs said of whole cohorts younger than the DSI was from what the first run said that saw all of them as old as that. */
export function forecastAccuracy(
  delivery: Required<Delivery>,
  today: string,
  app: AppRow,
  parameters: ForecastAccuracyParameters,
): ExpectedList {
  const {
    granularity = 'app',
    dsi = app.target_dsi,
    roasType = app.target_roas_type,
    revenueType = app.target_revenue_type,
  } = parameters
  const grouping = parameters.installGrouping ?? 'weekly'
  const runs = succeededRuns(delivery, app.app_id, 'recommendation')
  const served = runs[0]
  const installDates = delivery.cohorts
    .filter(row => row.run_id === served?.run_id)
    .map(row => row.install_date)
  const range = resolveRange(
    parameters,
    today,
    served,
    earliestHistoryStart(installDates, today, served),
    dsi + 90,
  )
  const captured = firstCaptured(delivery, dsi)

  const names = NAMES.filter(name => parameters.groupBy?.includes(name))
  const groups = new Map<
    string,
    { group: Partial<Record<(typeof NAMES)[number], string>>; age: number; pairs: Pair[] }
  >()
  const cohorts = new Map<
    string,
    {
      start: string
      group: Partial<Record<(typeof NAMES)[number], string>>
      byRun: Map<number, Sums>
    }
  >()
  for (const row of delivery.roas_snapshots) {
    const start = periodStart(row.install_date, grouping)
    if (row.dsi !== dsi || !passes(row, parameters) || range.start > range.end) continue
    if (
      start < periodStart(range.start, grouping) ||
      periodDates(start, grouping).at(-1)! > range.end
    )
      continue
    const key = JSON.stringify([start, identityKey(row, granularity)])
    const identity = displayIdentity(row)
    const group = Object.fromEntries(names.map(name => [name, identity[name]]))
    const cohort = getOrCreate(cohorts, key, () => ({
      start,
      group,
      byRun: new Map<number, Sums>(),
    }))
    const sums = getOrCreate(cohort.byRun, row.run_id, () => ({ spend: 0n, revenue: 0n }))
    sums.spend += scaled(row.spend)
    sums.revenue += scaled(row[`${roasType}_${revenueType}`])
  }
  for (const { start, group, byRun } of cohorts.values()) {
    const whole = periodDates(start, grouping).length - 1
    const said = newestByInstallDate(runs)
      .filter(run => byRun.has(run.run_id) && captured.get(run.run_id)! <= start)
      .map(run => ({ age: daysBetween(start, dataThrough(run)), sums: byRun.get(run.run_id)! }))
      .sort((a, b) => a.age - b.age)
    const actual = said.find(({ age }) => age >= dsi + whole)?.sums
    if (actual === undefined) continue
    for (const { age, sums } of said) {
      if (age < whole || age >= dsi) continue
      const one = getOrCreate(
        groups,
        JSON.stringify([...names.map(name => group[name]), age]),
        () => ({ group, age, pairs: [] as Pair[] }),
      )
      one.pairs.push({ forecast: sums.revenue, actual: actual.revenue, spend: actual.spend })
    }
  }

  const inBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const items = [...groups.values()]
    .sort(
      (a, b) =>
        names.map(name => inBytes(a.group[name]!, b.group[name]!)).find(order => order !== 0) ??
        a.age - b.age,
    )
    .map(({ group, age, pairs }) => {
      const actual = sumOf(pairs, pair => pair.actual)
      return {
        ...group,
        age,
        cohorts: pairs.length,
        spend: toDouble(sumOf(pairs, pair => pair.spend)),
        bias: ratio(
          sumOf(pairs, pair => pair.forecast - pair.actual),
          actual,
        ),
        wape: ratio(
          sumOf(pairs, pair => magnitude(pair.forecast - pair.actual)),
          actual,
        ),
        p50: quantile(pairs, 50n),
        p90: quantile(pairs, 90n),
      }
    })
  return {
    kind: 'list',
    items,
    headers: { 'start-date': range.start, 'end-date': range.end, currency: app.currency },
  }
}
