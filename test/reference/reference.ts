import { alerts } from './alerts.ts'
import { appSettings } from './app-settings.ts'
import { apps } from './apps.ts'
import { planDifference } from './budget-plan.ts'
import { campaigns } from './campaigns.ts'
import { csvSafeRows } from './csv-safe.ts'
import { eventCount, eventCountOfRun, events } from './events.ts'
import { withLookbacks } from './fixed-lookbacks.ts'
import { forecastAccuracy } from './forecast-accuracy.ts'
import { recommendations } from './recommendations.ts'
import { overview } from './overview.ts'
import { pacing } from './pacing.ts'
import { pageOf, sortedPage } from './sorted-page.ts'
import { report } from './report.ts'
import { roasHistory } from './roas-history.ts'
import { readableApp, runAsOf } from './runs.ts'
import { servedContext } from './served-context.ts'
import { trackRecord } from './track-record.ts'
import { unmatchedFilters } from './unmatched-filters.ts'
import { mergeDeliveries, type AppRow, type Delivery, type RunRow } from './delivery.ts'
import type { Expected, ExpectedFile, ExpectedHeaders } from './expected.ts'
import type { Request } from './request-types.ts'

/** The response to a valid request; throws if the company cannot read the app. */
export type Reference = (request: Request) => Expected

/**
 * The independent calculation: what a service that holds `deliveries`, imported in this order, must answer on the day `today`
 * (`YYYY-MM-DD`, UTC). No SQL, nothing shared with the service, loops over rows and exact sums.
 */
export function reference(deliveries: Delivery | Delivery[], today: string): Reference {
  const store = mergeDeliveries(...withLookbacks([deliveries].flat()))
  return request => {
    if (request.operation === 'listApps')
      return { kind: 'list', items: apps(store, request.companyId) }
    if (request.operation === 'getOverview')
      return { kind: 'list', items: overview(store, today, request.companyId) }
    const app = readableApp(store, request.companyId, request.parameters.appId)
    if (request.operation === 'getAppSettings')
      return { kind: 'object', value: appSettings(store, today, app) }
    const unmatched = { 'unmatched-filters': unmatchedFilters(store, today, app, request) }
    if (request.operation === 'listCampaigns') {
      const headers = {
        ...contextHeaders(app, runAsOf(store, app.app_id, 'recommendation')),
        ...unmatched,
      }
      return {
        ...sortedPage(campaigns(store, app, request.parameters), request.parameters),
        headers,
      }
    }
    if (request.operation === 'getRecommendations') {
      const run = runAsOf(store, app.app_id, 'recommendation', request.parameters.asOf)
      const events = eventCountOfRun(store, app, request.parameters, run)
      const { since } = request.parameters
      const before =
        since === undefined ? undefined : runAsOf(store, app.app_id, 'recommendation', since)
      const previous = {
        'previous-run-id': before === undefined ? null : String(before.run_id),
        'previous-run-created-at': before?.created_at ?? null,
      }
      const headers = {
        ...contextHeaders(app, run),
        ...targetHeaders(app),
        ...unmatched,
        ...previous,
        events,
      }
      const all = recommendations(store, today, app, request.parameters)
      return { ...pageOf(all, request.parameters), headers }
    }
    if (request.operation === 'getForecastAccuracy') {
      const { headers, items } = forecastAccuracy(store, today, app, request.parameters)
      return { ...sortedPage(items, request.parameters), headers: { ...headers, ...unmatched } }
    }
    if (request.operation === 'getTrackRecord') {
      const { headers, items } = trackRecord(store, today, app, request.parameters)
      const run = runAsOf(store, app.app_id, 'recommendation')
      return {
        ...sortedPage(items, request.parameters),
        headers: { ...contextHeaders(app, run), ...targetHeaders(app), ...headers, ...unmatched },
      }
    }
    if (request.operation === 'getBudgetPlan') {
      const { 'action-threshold': _, ...deciding } = targetHeaders(app)
      const headers = {
        ...contextHeaders(app, runAsOf(store, app.app_id, 'recommendation')),
        ...deciding,
        ...unmatched,
      }
      return {
        kind: 'any',
        difference: actual => planDifference(store, today, app, request.parameters, actual),
        headers,
      }
    }
    if (request.operation === 'getPacing') {
      const headers = contextHeaders(app, runAsOf(store, app.app_id, 'recommendation'))
      const all = pacing(store, today, app, request.parameters.month)
      return { ...sortedPage(all, request.parameters), headers }
    }
    if (request.operation === 'listEvents')
      return {
        ...sortedPage(events(store, app, request.parameters), request.parameters),
        headers: unmatched,
      }
    if (request.operation === 'getAlerts') {
      const all = alerts(store, today, app, request.parameters)
      return { ...pageOf(all, request.parameters), headers: unmatched }
    }
    const file: ExpectedFile =
      request.operation === 'getReport'
        ? report(store, today, app, request.parameters)
        : roasHistory(store, today, app, request.parameters)
    const { csvSafe = false, csvBom = false } = request.parameters
    const range = { start: file.startDate, end: file.endDate }
    const count = eventCount(store, app, request.parameters, range)
    const answer = {
      ...file,
      headers: { ...file.headers, ...unmatched, events: count },
      marked: csvBom,
    }
    return csvSafe ? csvSafeRows(answer) : answer
  }
}

/** What every list says of the run it is from. */
function contextHeaders(app: AppRow, run: RunRow | undefined): ExpectedHeaders {
  const { runId, runCreatedAt, dataThrough, currency } = servedContext(app, run)
  return {
    'run-id': runId === null ? null : String(runId),
    'run-created-at': runCreatedAt,
    'data-through': dataThrough,
    currency,
  }
}

/** What recommendations are decided by. */
function targetHeaders(app: AppRow): ExpectedHeaders {
  return {
    'target-dsi': String(app.target_dsi),
    'target-roas-type': app.target_roas_type,
    'target-revenue-type': app.target_revenue_type,
    'action-threshold': String(app.action_threshold ?? 0.05),
  }
}
