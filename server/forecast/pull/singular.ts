import { setTimeout as sleep } from 'node:timers/promises'
import { fetchFile, fetchJson, PullError, type Reach } from './report-request.ts'
import type { Source } from './source.ts'

const DIMENSIONS = ['source', 'os', 'adn_campaign_name', 'country_field']
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
      dimensions: DIMENSIONS.join(','),
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
