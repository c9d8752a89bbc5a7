/** Days, or hours of a day: `2026-03-05`, `2026-03-05 12:00`; inclusive. */
export interface Span {
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

export interface Report {
  /** Start of its files' names, by which `init` distinguishes reports. */
  name: string
  /** Relative to the exporter's address. */
  path: string
  /** A column of every report; a response without it is an error page. */
  column: string
  /** Sent in the address, or as a form if reports are prepared first. Undefined ones are omitted. */
  parameters: (span: Span, request: PullRequest) => Readonly<Record<string, string | undefined>>
}

/** A report API: all that differs between exporters. */
export interface Exporter {
  /** Environment variable of its token. */
  variable: string
  url: string
  headers: (token: string) => Readonly<Record<string, string>>
  /** Ids of apps, which become parts of addresses, file names and lists. */
  app: { pattern: RegExp; rule: string }
  /** Maximum days of one request. */
  days: number
  /** Days fetched again each time by default. */
  again: number
  /** Rows above which a response may be truncated; the days are then requested in halves. */
  maxRows: number
  reports: (apps: readonly string[]) => readonly Report[]
  /** Path of the state of a report that is prepared first, then downloaded from another address. */
  state?: string
}

/** Days fetched the first time. */
export const PULL_HISTORY = 365

/** Ages of cohort columns; Adjust has up to 120. */
const AGES = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 75, 90, 105, 120]

/** Report Service, CSV report: https://dev.adjust.com/en/api/rs-api/csv */
const adjust: Exporter = {
  variable: 'ADJUST_API_TOKEN',
  url: 'https://automate.adjust.com/reports-service/',
  headers: token => ({ authorization: `Bearer ${token}` }),
  app: { pattern: /^[A-Za-z\d]{1,50}$/, rule: 'expected its token of letters and digits' },
  days: 30,
  // Cohort columns reach to day 120.
  again: 130,
  // The documentation states no limit.
  maxRows: Infinity,
  reports: () => [
    {
      name: 'adjust',
      path: 'csv_report',
      column: 'day',
      parameters: ({ from, to }, { apps, timeZone, currency }) => ({
        app_token__in: apps.join(','),
        date_period: `${from}:${to}`,
        dimensions: 'day,os_name,channel,campaign_network,country_code',
        metrics: [
          'installs,cost',
          ...AGES.flatMap(age => [`revenue_total_d${age}`, `ad_revenue_total_d${age}`]),
        ].join(','),
        // Includes young cohorts with their revenue to date, attributed to the install; excludes returning users.
        cohort_maturity: 'immature',
        attribution_source: 'first',
        reattributed: 'false',
        ad_spend_mode: 'network',
        readable_names: 'false',
        utc_offset: timeZone && offsetOf(timeZone, to),
        currency,
      }),
    },
  ],
}

/** The API accepts only offsets: that of the zone at noon of the last day. */
function offsetOf(zone: string, date: string): string {
  if (/^[+-]/.test(zone)) return zone
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(new Date(`${date}T12:00:00Z`))
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length)
  return offset || '+00:00'
}

/** The start of files' names, kind, name and a column of each report. Aggregates have the cost by day, media source and campaign. */
const APPSFLYER_REPORTS = [
  ['appsflyer-installs', 'raw-data', 'installs_report', 'Install Time'],
  ['appsflyer-organic-installs', 'raw-data', 'organic_installs_report', 'Install Time'],
  ['appsflyer-events', 'raw-data', 'in_app_events_report', 'Install Time'],
  ['appsflyer-organic-events', 'raw-data', 'organic_in_app_events_report', 'Install Time'],
  ['appsflyer-cost', 'agg-data', 'partners_by_date_report', 'Date'],
] as const

const APPSFLYER_ROWS = 200_000

/**
 * Pull API: raw data https://support.appsflyer.com/hc/en-us/articles/360007530258, aggregate data
 * https://support.appsflyer.com/hc/en-us/articles/207034346. Reports of a day are limited by a quota per app.
 */
const appsflyer: Exporter = {
  variable: 'APPSFLYER_API_TOKEN',
  url: 'https://hq1.appsflyer.com/api/',
  headers: token => ({ authorization: `Bearer ${token}`, accept: 'text/csv' }),
  app: {
    pattern: /^[A-Za-z\d][\w.-]{0,149}$/,
    rule: 'expected its id, such as id123456789 or com.example.game',
  },
  days: 30,
  // Single events change little after a few days.
  again: 7,
  maxRows: APPSFLYER_ROWS,
  reports: apps =>
    APPSFLYER_REPORTS.flatMap(([name, kind, report, column]) =>
      apps.map(app => ({
        // Apple's ids are numbers.
        name: `${name}_${/^id\d+$/.test(app) ? 'ios' : 'android'}_${app}`,
        path: `${kind}/export/app/${encodeURIComponent(app)}/${report}/v5`,
        column,
        parameters: ({ from, to }, { timeZone }) => ({
          from,
          to,
          maximum_rows: kind === 'raw-data' ? String(APPSFLYER_ROWS) : undefined,
          timezone: timeZone,
        }),
      })),
    ),
}

/** Reporting API, Create Async Report and Get Report Status: https://support.singular.net/hc/en-us/articles/360045245692 */
const singular: Exporter = {
  variable: 'SINGULAR_API_KEY',
  url: 'https://api.singular.net/api/v2.0/',
  headers: token => ({ authorization: token }),
  app: { pattern: /^[^\p{Cc},]{1,200}$/u, rule: 'expected its name, without commas' },
  days: 7,
  // As long as the longest cohort period.
  again: 97,
  maxRows: 200_000,
  reports: () => [
    {
      name: 'singular',
      path: 'create_async_report',
      column: 'source',
      parameters: ({ from, to }, { apps }) => ({
        start_date: from,
        end_date: to,
        format: 'csv',
        time_breakdown: 'day',
        country_code_format: 'iso',
        dimensions: 'source,os,adn_campaign_name,country_field',
        metrics: 'adn_cost,adn_installs',
        cohort_metrics: 'revenue',
        // An account has periods between 1 and 365 days; the API refuses those that it lacks.
        cohort_periods: '1d,3d,7d,14d,30d,60d,90d',
        app: apps.length === 0 ? undefined : apps.join(','),
      }),
    },
  ],
  state: 'get_report_status',
}

export const EXPORTERS = { adjust, appsflyer, singular }
export type ExporterName = keyof typeof EXPORTERS
export const EXPORTER_NAMES = Object.keys(EXPORTERS) as ExporterName[]

export function appFault(exporter: ExporterName): string {
  return `is not an app of ${exporter}: ${EXPORTERS[exporter].app.rule}`
}
