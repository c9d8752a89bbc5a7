import { setTimeout as sleep } from 'node:timers/promises'
import { fetchFile, fetchJson, PullError, type Reach } from './report-request.ts'

/** A part of a report: days of one kind, in a separate file. */
export interface Part {
  /** Start of the file's name: `adjust`, `appsflyer-installs_id123`. */
  name: string
  from: string
  to: string
}

export interface PullRequest {
  apps: readonly string[]
  /** `+09:00` or a zone's name; undefined: the account's. */
  timeZone: string | undefined
  currency: string | undefined
  /** Another address of the API. */
  url: string | undefined
}

/** An exporter's report API. */
export interface Source {
  /** Environment variable of its token. */
  variable: string
  url: string
  /** Maximum days of one request. */
  days: number
  /** Days fetched again each time by default. */
  again: number
  /** Rows above which a response may be truncated; the days are then requested in halves. */
  maxRows: number
  /** Reports by name. */
  reports(request: PullRequest): readonly string[]
  /** A column of every report; a response without it is an error page. */
  column(report: string): string
  /** Returns false if there are no data. */
  fetch(
    report: string,
    part: Pick<Part, 'from' | 'to'>,
    path: string,
    request: PullRequest & { base: URL },
    reach: Reach,
  ): Promise<boolean>
}

/** Ages of cohort columns; Adjust has up to 120. */
const AGES = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 75, 90, 105, 120]
const ADJUST_DIMENSIONS = ['day', 'os_name', 'channel', 'campaign_network', 'country_code']

/** Report Service, CSV report: https://dev.adjust.com/en/api/rs-api/csv */
export const adjust: Source = {
  variable: 'ADJUST_API_TOKEN',
  url: 'https://automate.adjust.com/reports-service/',
  days: 30,
  // Cohort columns reach to day 120.
  again: 130,
  // The documentation states no limit.
  maxRows: Infinity,
  reports: () => ['adjust'],
  column: () => 'day',
  fetch: (_report, { from, to }, path, { apps, base, timeZone, currency }, reach) => {
    const url = new URL('csv_report', base)
    const metrics = [
      'installs',
      'cost',
      ...AGES.flatMap(age => [`revenue_total_d${age}`, `ad_revenue_total_d${age}`]),
    ]
    const parameters = {
      app_token__in: apps.join(','),
      date_period: `${from}:${to}`,
      dimensions: ADJUST_DIMENSIONS.join(','),
      metrics: metrics.join(','),
      // Includes young cohorts with their revenue to date, attributed to the install; excludes returning users.
      cohort_maturity: 'immature',
      attribution_source: 'first',
      reattributed: 'false',
      ad_spend_mode: 'network',
      readable_names: 'false',
      ...(timeZone === undefined ? {} : { utc_offset: offsetOf(timeZone, to) }),
      ...(currency === undefined ? {} : { currency }),
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return fetchFile({ url, headers: { authorization: `Bearer ${reach.token}` } }, path, reach)
  },
}

/** The API accepts only offsets: that of the zone at noon of the last day. */
function offsetOf(zone: string, date: string): string {
  if (/^[+-]/.test(zone)) return zone
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(new Date(`${date}T12:00:00Z`))
  const offset = parts.find(({ type }) => type === 'timeZoneName')!.value.slice('GMT'.length)
  return offset === '' ? '+00:00' : offset
}

const RAW = [
  'installs_report',
  'organic_installs_report',
  'in_app_events_report',
  'organic_in_app_events_report',
]
/** Cost by day, media source and campaign. */
const AGGREGATE = 'partners_by_date_report'

/** File names by report, by which `init` distinguishes installs and events. */
const NAMES: Readonly<Record<string, string>> = {
  installs_report: 'appsflyer-installs',
  organic_installs_report: 'appsflyer-organic-installs',
  in_app_events_report: 'appsflyer-events',
  organic_in_app_events_report: 'appsflyer-organic-events',
  [AGGREGATE]: 'appsflyer-cost',
}

/**
 * Pull API: raw data https://support.appsflyer.com/hc/en-us/articles/360007530258, aggregate data
 * https://support.appsflyer.com/hc/en-us/articles/207034346. Reports of a day are limited by a quota per app.
 */
export const appsflyer: Source = {
  variable: 'APPSFLYER_API_TOKEN',
  url: 'https://hq1.appsflyer.com/api/',
  days: 30,
  // Single events change little after a few days.
  again: 7,
  maxRows: 200_000,
  reports: ({ apps }) =>
    [...RAW, AGGREGATE].flatMap(report =>
      apps.map(app => `${NAMES[report]}_${platformOf(app)}_${app}`),
    ),
  column: report => (report.startsWith(NAMES[AGGREGATE]!) ? 'Date' : 'Install Time'),
  fetch: (name, { from, to }, path, { base, timeZone }, reach) => {
    // NAME_PLATFORM_APP; the id of an app may contain `_`.
    const [start = '', , ...others] = name.split('_')
    const report = Object.keys(NAMES).find(report => NAMES[report] === start)!
    const kind = report === AGGREGATE ? 'agg-data' : 'raw-data'
    const url = new URL(
      `${kind}/export/app/${encodeURIComponent(others.join('_'))}/${report}/v5`,
      base,
    )
    url.searchParams.set('from', from)
    url.searchParams.set('to', to)
    if (kind === 'raw-data') url.searchParams.set('maximum_rows', String(appsflyer.maxRows))
    if (timeZone !== undefined) url.searchParams.set('timezone', timeZone)
    return fetchFile(
      { url, headers: { authorization: `Bearer ${reach.token}`, accept: 'text/csv' } },
      path,
      reach,
    )
  },
}

/** Apple ids are numbers. */
function platformOf(app: string): 'ios' | 'android' {
  return /^id\d+$/.test(app) ? 'ios' : 'android'
}

const SINGULAR_DIMENSIONS = ['source', 'os', 'adn_campaign_name', 'country_field']
/** Cohort periods of an account between 1 and 365 days; the API refuses those that it lacks. */
const PERIODS = ['1d', '3d', '7d', '14d', '30d', '60d', '90d']
const POLL = 5_000
/** Maximum polls: an hour. */
const POLLS = 720

/** Reporting API, Create Async Report and Get Report Status: https://support.singular.net/hc/en-us/articles/360045245692 */
export const singular: Source = {
  variable: 'SINGULAR_API_KEY',
  url: 'https://api.singular.net/api/v2.0/',
  days: 7,
  // As long as the longest cohort period.
  again: 97,
  maxRows: 200_000,
  reports: () => ['singular'],
  column: () => 'source',
  fetch: async (_report, { from, to }, path, { apps, base }, reach) => {
    const headers = { authorization: reach.token }
    const body = new URLSearchParams({
      start_date: from,
      end_date: to,
      format: 'csv',
      time_breakdown: 'day',
      country_code_format: 'iso',
      dimensions: SINGULAR_DIMENSIONS.join(','),
      metrics: 'adn_cost,adn_installs',
      cohort_metrics: 'revenue',
      cohort_periods: PERIODS.join(','),
      ...(apps.length === 0 ? {} : { app: apps.join(',') }),
    })
    const created = valueOf(
      await fetchJson(
        { url: new URL('create_async_report', base), method: 'POST', headers, body },
        reach,
      ),
      reach,
    )
    const status = new URL('get_report_status', base)
    status.searchParams.set('report_id', String(created['report_id']))
    const done = await finished(status, headers, reach)
    // The signed address needs no key, and is on another host.
    return await fetchFile(
      { url: addressOf(done['download_url'], reach), isForeign: true },
      path,
      reach,
    )
  },
}

function addressOf(value: unknown, reach: Reach): URL {
  const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined
  if (url?.protocol === 'https:') return url
  throw new PullError(reach, "the report's address must be https", {
    said: url?.host ?? String(value),
  })
}

async function finished(
  url: URL,
  headers: Readonly<Record<string, string>>,
  reach: Reach,
): Promise<Record<string, unknown>> {
  const { wait = sleep } = reach
  for (let poll = 0; poll < POLLS; poll++) {
    const value = valueOf(await fetchJson({ url, headers }, reach), reach)
    if (value['status'] === 'DONE') return value
    if (value['status'] === 'FAILED') throw new PullError(reach, `${url.host}: the report failed`)
    await wait(POLL)
  }
  throw new PullError(reach, `${url.host}: the report was not done within an hour`)
}

/** Responses are `{ "status": 0, "substatus": 0, "value": {} }`; another status is an error. */
function valueOf(answer: unknown, reach: Reach): Record<string, unknown> {
  const { status, value } = (answer ?? {}) as { status?: unknown; value?: unknown }
  if (status === 0 && typeof value === 'object' && value !== null)
    return value as Record<string, unknown>
  throw new PullError(reach, 'the API refused', { said: JSON.stringify(value ?? answer ?? null) })
}
