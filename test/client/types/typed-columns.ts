/** Compiled, never run: what the types say, and what they refuse. */

import type { Dispatcher, fetch as undiciFetch } from 'undici'
import {
  Connection,
  getReport,
  UascopeClient,
  type Alert,
  type DownloadedFile,
  type Exact,
  type GetReportParameters,
  type Open,
  type ReportRow,
  type Recommendation,
  type RoasHistoryRow,
} from '../../../client/src/index.ts'
import { toArrow } from '../../../client/src/arrow.ts'
import { toTable } from '../../../client/src/arquero.ts'
import { toRows } from '../../../client/src/rows.ts'

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Ratio = number | null

function holds<_Fact extends true>(): void {}

const client = new UascopeClient()
const base = { appId: 1, granularity: 'campaign' } as const

interface Keys {
  install_cohort: string
  platform: 'IOS' | 'ANDROID' | 'WEB' | 'Unknown'
  network: string
  campaign: string
}

/** The rows of a file. */
type RowOf<File> = Awaited<File> extends DownloadedFile<infer Row, infer _> ? Row : never

export async function knownColumns() {
  const file = await client.getReport({
    appId: 1,
    granularity: 'campaign',
    metrics: ['ltv', 'spend'],
    roasTypes: ['paid'],
    revenueTypes: ['gross'],
    dsiValues: [7, 365],
  })
  const [row] = await toRows(file)
  holds<
    Equal<
      NonNullable<typeof row>,
      Flat<Keys & { spend: number; ltv_paid_gross_d7: Ratio; ltv_paid_gross_d365: Ratio }>
    >
  >()
  // @ts-expect-error a DSI that was not asked for
  void row!.ltv_paid_gross_d30
  // @ts-expect-error a metric that was not asked for
  void row!.roas_paid_gross_d7
  // @ts-expect-error a ROAS type that was not asked for
  void row!.ltv_full_blended_gross_d7
  // @ts-expect-error no country at `campaign`
  void row!.country
  // @ts-expect-error a ratio can be null
  const ltv: number = row!.ltv_paid_gross_d7
  return ltv
}

type Flat<T> = { [Name in keyof T]: T[Name] }

export async function everyMetric() {
  const _file = client.getReport({
    appId: 1,
    granularity: 'campaign_geo',
    metrics: ['spend', 'installs', 'cpi', 'ltv', 'roas'],
    roasTypes: ['paid', 'full_blended'],
    revenueTypes: ['net'],
    dsiValues: [0],
    maturity: true,
  })
  holds<
    Equal<
      RowOf<typeof _file>,
      Flat<
        Keys & {
          country: string
          spend: number
          installs_paid: number
          installs_full_blended: number
          cpi_paid: Ratio
          cpi_full_blended: Ratio
          ltv_paid_net_d0: Ratio
          ltv_full_blended_net_d0: Ratio
          roas_paid_net_d0: Ratio
          roas_full_blended_net_d0: Ratio
          period_days: number
          actual_share_d0: number
        }
      >
    >
  >()
  const _bare = client.getReport({ ...base, metrics: ['spend'], maturity: true })
  holds<Equal<RowOf<typeof _bare>, Flat<Keys & { spend: number; period_days: number }>>>()
}

/** What rows are split by decides which names they have. */
export async function grouped(
  names: ('network' | 'platform')[],
  name: 'network' | 'platform',
  flag: boolean,
) {
  const spend = { ...base, metrics: ['spend'] } as const
  const _networks = client.getReport({ ...spend, groupBy: ['network'] })
  holds<
    Equal<RowOf<typeof _networks>, { install_cohort: string; network: string; spend: number }>
  >()

  const _none = client.getReport({ ...spend, groupBy: ['none'], installGrouping: 'total' })
  holds<Equal<RowOf<typeof _none>, { install_cohort: string; spend: number }>>()

  const _countries = client.getReport({
    ...spend,
    granularity: 'campaign_geo',
    groupBy: ['country', 'platform'],
  })
  holds<
    Equal<
      RowOf<typeof _countries>,
      Flat<Pick<Keys, 'install_cohort' | 'platform'> & { country: string; spend: number }>
    >
  >()

  const _list = client.getReport({ ...spend, groupBy: names })
  holds<
    Equal<
      RowOf<typeof _list>,
      {
        install_cohort: string
        platform?: Keys['platform'] | undefined
        network?: string | undefined
        spend: number
      }
    >
  >()

  const _some = client.getReport({ ...spend, groupBy: ['campaign', name] })
  holds<Equal<RowOf<typeof _some>['campaign'], string>>()
  holds<Equal<RowOf<typeof _some>['network'], string | undefined>>()

  const _perhaps = client.getReport({ ...spend, groupBy: flag ? ['network'] : undefined })
  holds<Equal<RowOf<typeof _perhaps>['network'], string | undefined>>()
  holds<Equal<RowOf<typeof _perhaps>['campaign'], string | undefined>>()
  // @ts-expect-error no country at `campaign`
  void ({} as RowOf<typeof _perhaps>).country
  // @ts-expect-error no such name
  await client.getReport({ ...spend, groupBy: ['networks'] })
}

export async function partly(flag: boolean) {
  const partial = { ...base, metrics: ['revenue', 'spend'], dsiValues: [7], partial: true } as const
  const _partial = client.getReport(partial)
  holds<
    Equal<
      RowOf<typeof _partial>,
      Flat<Keys & { spend: number; revenue_paid_gross_d7: Ratio; covered_share_d7: Ratio }>
    >
  >()
  const _maybe = client.getReport({ ...partial, partial: flag, maturity: true })
  holds<
    Equal<
      RowOf<typeof _maybe>,
      Flat<
        Keys & {
          spend: number
          revenue_paid_gross_d7: Ratio
          period_days: number
          actual_share_d7: number
          covered_share_d7?: Ratio | undefined
        }
      >
    >
  >()
  const _bare = client.getReport({ ...partial, metrics: ['spend'] })
  holds<Equal<RowOf<typeof _bare>, Flat<Keys & { spend: number }>>>()
}

export async function defaults() {
  const file = client.getReport(base)
  // The default DSIs are those of 7 and 365 that the app has, or another.
  holds<
    Equal<
      RowOf<typeof file>,
      Flat<Keys & { [Column in `ltv_paid_gross_d${number}`]?: Ratio | undefined }>
    >
  >()
  const [row] = await toRows(await file)
  const possible: number | null | undefined = row!.ltv_paid_gross_d7
  // @ts-expect-error it may not be there
  const certain: number | null = row!.ltv_paid_gross_d7
  // @ts-expect-error never part of the default
  void row!.spend
  return [possible, certain]
}

/** What is known only when running widens to what may be there. */
export async function unknownWhenCompiling(
  metrics: ('ltv' | 'spend')[],
  one: 'spend' | 'installs',
  dsi: number,
  granularity: 'campaign' | 'campaign_geo',
  flag: boolean,
  whole: GetReportParameters,
) {
  const _list = client.getReport({ ...base, metrics, dsiValues: [7] })
  holds<
    Equal<
      RowOf<typeof _list>,
      Flat<Keys & { spend?: number | undefined; ltv_paid_gross_d7?: Ratio | undefined }>
    >
  >()

  const _tuple = client.getReport({ ...base, metrics: ['spend', one] })
  holds<
    Equal<RowOf<typeof _tuple>, Flat<Keys & { spend: number; installs_paid?: number | undefined }>>
  >()

  const _someDsi = client.getReport({ ...base, dsiValues: [7, dsi] })
  holds<Equal<RowOf<typeof _someDsi>['ltv_paid_gross_d7'], Ratio>>()
  holds<Equal<RowOf<typeof _someDsi>['ltv_paid_gross_d8'], Ratio | undefined>>()

  const _either = client.getReport({
    ...base,
    granularity,
    metrics: flag ? ['spend'] : ['installs'],
  })
  holds<
    Equal<
      RowOf<typeof _either>,
      Flat<
        Keys & {
          country?: string | undefined
          spend?: number | undefined
          installs_paid?: number | undefined
        }
      >
    >
  >()

  const _perhaps = client.getReport({
    ...base,
    metrics: flag ? ['spend'] : undefined,
    dsiValues: [7],
  })
  holds<
    Equal<
      RowOf<typeof _perhaps>,
      Flat<Keys & { spend?: number | undefined; ltv_paid_gross_d7?: Ratio | undefined }>
    >
  >()

  const _mature = client.getReport({ ...base, metrics: ['spend'], maturity: flag })
  holds<
    Equal<RowOf<typeof _mature>, Flat<Keys & { spend: number; period_days?: number | undefined }>>
  >()

  const _any = client.getReport(whole)
  holds<Equal<RowOf<typeof _any>, ReportRow>>()
  const column: Ratio | undefined = (
    await toRows(await client.getReport({ ...whole, format: 'parquet' }))
  )[0]!.roas_full_blended_net_d12
  // @ts-expect-error no such column, whatever the parameters
  void ({} as ReportRow).revenue
  return column
}

export async function tables() {
  const parameters = { ...base, metrics: ['spend', 'ltv'], dsiValues: [7] } as const
  const table = await toTable(await client.getReport(parameters))
  const spend: number = table.get('spend')
  const ltv: number | null = table.getter('ltv_paid_gross_d7')(0)
  const day: Date = table.objects()[0]!.install_cohort
  return [spend, ltv, day, table.filter(row => row !== null).numRows()]
}

export async function whatIsNew(etag: string | null) {
  const file = await client.getReport(base, { ifNoneMatch: etag }).ifModified()
  // @ts-expect-error it may be the existing type
  void file.totalRows
  const apps = await client.listApps({ ifNoneMatch: etag }).ifModified()
  const count: number | undefined = apps?.length
  await using head = await client.getReport(base, { headOnly: true })
  return [count, head.totalRows]
}

/** The fetch of undici's package. */
export function proxied(fetch: typeof undiciFetch, dispatcher: Dispatcher) {
  return new UascopeClient({ fetch: (url, init) => fetch(url, { ...init, dispatcher }) })
}

export async function refusedCombinations(granularity: 'campaign' | 'campaign_geo') {
  // @ts-expect-error countries of campaigns that are not split by them
  await client.getReport({ ...base, countries: ['US'] })
  // @ts-expect-error by default neither
  await client.getRecommendations({ appId: 1, countries: ['US'] })
  await client.getForecastAccuracy({ appId: 1, countries: ['US'] })
  await client.getReport({ appId: 1, granularity, countries: ['US'] })
  await client.getReport({ ...base, countries: undefined })
}

export async function roasHistory(dsi: number, granularity: 'app' | 'campaign') {
  const _app = client.getRoasHistory({
    appId: 1,
    granularity: 'app',
    dsi: 30,
    roasType: 'paid',
    revenueType: 'net',
  })
  type AppRow = RowOf<typeof _app>
  holds<Equal<AppRow['dsi'], 30>>()
  holds<Equal<AppRow['roas_type'], 'paid'>>()
  holds<Equal<AppRow['revenue_type'], 'net'>>()
  holds<Equal<AppRow['roas_age_12'], Ratio | undefined>>()
  // @ts-expect-error ages are numbers
  void ({} as AppRow).roas_age_x
  // @ts-expect-error absent at `app`
  void ({} as AppRow).campaign

  const _geo = client.getRoasHistory({ appId: 1, granularity: 'campaign_geo', dsi })
  holds<Equal<RowOf<typeof _geo>['country'], string>>()
  holds<Equal<RowOf<typeof _geo>['recommendation_id'], number>>()
  holds<Equal<RowOf<typeof _geo>['dsi'], number>>()
  holds<
    Equal<RowOf<typeof _geo>['roas_type'], Open<'paid' | 'incremental_blended' | 'full_blended'>>
  >()

  const _either = client.getRoasHistory({ appId: 1, granularity })
  const row = {} as RowOf<typeof _either>
  // @ts-expect-error only at `campaign`
  void row.campaign
  if ('campaign' in row) holds<Equal<typeof row.daily_spend, number>>()
  holds<Equal<keyof RoasHistoryRow & 'install_cohort', 'install_cohort'>>()
}

export async function refused() {
  // @ts-expect-error appId is required
  await client.getReport({ granularity: 'campaign' })
  // @ts-expect-error a mistyped parameter
  await client.getReport({ ...base, metrcs: ['ltv'] })
  // @ts-expect-error a mistyped parameter of a list
  await client.getAlerts({ appId: 1, alertGroup: ['bids'] })
  // @ts-expect-error no such metric
  await client.getReport({ ...base, metrics: ['lvt'] })
  // @ts-expect-error no such granularity of a report
  await client.getReport({ appId: 1, granularity: 'app' })
  // @ts-expect-error a list, not a comma list
  await client.getReport({ ...base, metrics: 'ltv,spend' })
  // @ts-expect-error numbers
  await client.getReport({ ...base, dsiValues: ['7'] })
  // @ts-expect-error no such platform
  await client.getAlerts({ appId: 1, platforms: ['windows'] })
  // @ts-expect-error an option of downloads only
  await client.listApps({ onProgress: () => {} })
  // @ts-expect-error no such option
  new UascopeClient({ apikey: 'uascope_x' })
  // @ts-expect-error the functions need a connection
  await getReport(client, base)
  await getReport(new Connection(), base)
}

export async function closedWords() {
  const [row] = await client.getRecommendations({ appId: 1 })
  holds<Equal<Recommendation['action'], 'SCALE' | 'HOLD' | 'REDUCE'>>()
  holds<Equal<Alert['alertGroup'], 'BIDS' | 'ANALYTICS'>>()
  // @ts-expect-error in lower case it is never true
  if (row!.action === 'reduce') return
  // @ts-expect-error a word of another enum
  if (row!.status === 'SCALE') return
  // @ts-expect-error platforms are written in capitals
  if (row!.platform === 'ios') return
  holds<
    Equal<Recommendation['statusReason'], Open<'score' | 'small_spend' | 'network' | 'no_score'>>
  >()
}

/** A function of the user's own that passes parameters on. */
function reportOf<const Parameters extends GetReportParameters>(
  parameters: Exact<Parameters, GetReportParameters>,
) {
  return client.getReport(parameters)
}

export async function wrapped() {
  const _file = reportOf({ ...base, metrics: ['spend'] })
  holds<Equal<RowOf<typeof _file>, Flat<Keys & { spend: number }>>>()
  // @ts-expect-error a mistyped parameter
  await reportOf({ ...base, metrcs: ['spend'] })
}

export async function formats(format: 'csv' | 'parquet') {
  const csv = await client.getReport({ ...base, format: 'csv' })
  holds<Equal<typeof csv.format, 'csv'>>()
  // @ts-expect-error only Parquet can be read as a table
  await toTable(csv)
  // @ts-expect-error nor may it be CSV
  await toArrow(await client.getReport({ ...base, format }))
}

export async function oneByOne() {
  for await (const row of client.reportRows({
    ...base,
    metrics: ['spend'],
    groupBy: ['network'],
  })) {
    void row.spend
    holds<Equal<typeof row, { install_cohort: string; network: string; spend: number }>>()
  }
  for await (const row of client.roasHistoryRows({ appId: 1, granularity: 'app', dsi: 7 })) {
    holds<Equal<typeof row.dsi, 7>>()
    const roas: number | null | undefined = row.roas_age_12
    void roas
  }
  for await (const row of client.recommendationRows({ appId: 1 })) {
    void row.id
    holds<Equal<typeof row, Recommendation>>()
  }
  // @ts-expect-error a mistyped parameter
  client.reportRows({ ...base, metrcs: ['spend'] })
  // @ts-expect-error a parameter without the one that it needs
  client.recommendationRows({ appId: 1, offset: 5 })
  // @ts-expect-error an option that means nothing here
  client.reportRows(base, { headOnly: true })
}

export async function arrow() {
  const table = await toArrow(await client.getReport({ ...base, metrics: ['spend', 'installs'] }))
  const spend: Float64Array = table.getChild('spend')!.toArray()
  const installs: BigInt64Array = table.getChild('installs_paid')!.toArray()
  // @ts-expect-error a column that was not asked for
  table.getChild('cpi_paid')
  return [spend, installs]
}

export async function compared(compare: 'previous' | undefined, explain: boolean) {
  const total = {
    ...base,
    groupBy: ['network'],
    installGrouping: 'total',
    metrics: ['spend', 'roas'],
    dsiValues: [30],
  } as const
  const _report = client.getReport({ ...total, compare: 'previous', explain: true, maturity: true })
  holds<
    Equal<
      RowOf<typeof _report>,
      Flat<
        { install_cohort: string; network: string } & {
          spend: number
          spend_before: number
          spend_change: Ratio
          roas_paid_gross_d30: Ratio
          roas_paid_gross_d30_before: Ratio
          roas_paid_gross_d30_change: Ratio
          roas_paid_gross_d30_mix: Ratio
          roas_paid_gross_d30_rate: Ratio
          period_days: number
          period_days_before: number
          actual_share_d30: number
          actual_share_d30_before: number
        }
      >
    >
  >()
  const _plain = client.getReport({ ...total, compare: '2026-01-01..2026-01-31' })
  // @ts-expect-error without `explain`
  void ({} as RowOf<typeof _plain>).roas_paid_gross_d30_mix
  const _perhaps = client.getReport({ ...total, compare, explain })
  holds<Equal<RowOf<typeof _perhaps>['spend'], number>>()
  holds<Equal<RowOf<typeof _perhaps>['spend_before'], number | undefined>>()
  holds<Equal<RowOf<typeof _perhaps>['roas_paid_gross_d30_rate'], Ratio | undefined>>()

  const _metrics = client.getReport({
    ...base,
    metrics: ['profit', 'organic_installs', 'payback'],
    dsiValues: [7],
    revenueTypes: ['net'],
  })
  holds<
    Equal<
      RowOf<typeof _metrics>,
      Flat<
        Keys & {
          profit_paid_net_d7: Ratio
          organic_installs: number
          payback_paid_net: Ratio
          payback_known_dsi_paid_net: Ratio
        }
      >
    >
  >()
  // @ts-expect-error no such range
  await client.getReport({ ...total, compare: 'last_week' })
  // @ts-expect-error a comparison is of totals
  await client.getReport({ ...base, installGrouping: 'weekly', compare: 'previous' })
  // @ts-expect-error nothing to explain
  await client.getReport({ ...total, explain: true })
  // @ts-expect-error no groups to explain it by
  await client.getReport({ ...total, groupBy: ['none'], compare: 'previous', explain: true })
  await client.getReport({ ...total, explain: false })
}

/** Rules between parameters. */
export async function combinations(
  sort: string,
  offset: number | undefined,
  limit: number | undefined,
) {
  const spend = { ...base, metrics: ['spend'] } as const
  // @ts-expect-error pages need a size
  await client.getReport({ ...spend, offset: 10 })
  await client.getReport({ ...spend, offset: 10, limit: 10 })
  await client.getReport({ ...spend, offset })
  await client.getReport({ ...spend, offset: 10, limit })
  // @ts-expect-error two orders
  await client.getReport({ ...spend, sort: 'spend', order: 'newest' })
  await client.getReport({ ...spend, sort: '-spend' })
  await client.getReport({ ...spend, sort: 'campaign', order: undefined })
  await client.getReport({ ...spend, sort })
  // @ts-expect-error a column that was not asked for
  await client.getReport({ ...spend, sort: '-installs_paid' })
  // @ts-expect-error nor by another DSI
  await client.getReport({ ...base, dsiValues: [7], sort: 'ltv_paid_gross_d30' })
  await client.getReport({ ...base, sort: 'ltv_paid_gross_d365' })
  // @ts-expect-error nor a name that rows are not split by
  await client.getReport({ ...spend, groupBy: ['network'], sort: 'campaign' })
  // @ts-expect-error countries are of campaign_geo
  await client.getReport({ ...spend, groupBy: ['country'] })
  // @ts-expect-error none is alone
  await client.getReport({ ...spend, groupBy: ['none', 'network'] })
  await client.getReport({ ...spend, granularity: 'campaign_geo', groupBy: ['country'] })
  await client.getRecommendations({ appId: 1, sort: '-paidCpi', limit: 5, offset: 5 })
  // @ts-expect-error no such field
  await client.getRecommendations({ appId: 1, sort: 'spend' })
  // @ts-expect-error `changed` needs what it is compared with
  await client.getRecommendations({ appId: 1, changed: true })
}

/** Words of answers are open. */
export function words(alert: Alert): string {
  switch (alert.alertGroup) {
    case 'BIDS':
      return 'bids'
    case 'ANALYTICS':
      return 'analytics'
    default:
      return alert.alertGroup
  }
}
