import { fetchFile } from './report-request.ts'
import type { Source } from './source.ts'

/** Ages of cohort columns; Adjust has up to 120. */
const AGES = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 75, 90, 105, 120]
const DIMENSIONS = ['day', 'os_name', 'channel', 'campaign_network', 'country_code']

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
      dimensions: DIMENSIONS.join(','),
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
