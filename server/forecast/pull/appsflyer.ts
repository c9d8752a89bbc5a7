import { fetchFile } from './report-request.ts'
import type { Source } from './source.ts'

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
