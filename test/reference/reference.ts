import { alerts } from './alerts.ts'
import { apps } from './apps.ts'
import { csvSafeRows } from './csv-safe.ts'
import { forecastAccuracy } from './forecast-accuracy.ts'
import { recommendations } from './recommendations.ts'
import { report } from './report.ts'
import { roasHistory } from './roas-history.ts'
import { readableApp } from './runs.ts'
import { mergeDeliveries, type Delivery } from './delivery.ts'
import type { Expected, ExpectedFile } from './expected.ts'
import type { Request } from './request.ts'

/** Answers a valid request; throws where the company cannot read the app. */
export type Reference = (request: Request) => Expected

/**
 * The independent calculation: what a service that holds `deliveries`, imported in this order, must answer on the day `today`
 * (`YYYY-MM-DD`, UTC). No SQL, nothing shared with the service, loops over rows and exact sums.
 */
export function reference(deliveries: Delivery | Delivery[], today: string): Reference {
  const store = mergeDeliveries(...[deliveries].flat())
  return request => {
    if (request.operation === 'listApps') return { kind: 'list', items: apps(store, request.companyId) }
    const app = readableApp(store, request.companyId, request.parameters.appId)
    if (request.operation === 'getRecommendations') {
      return { kind: 'list', items: recommendations(store, app, request.parameters) }
    }
    if (request.operation === 'getForecastAccuracy') return forecastAccuracy(store, today, app, request.parameters)
    if (request.operation === 'getAlerts') return { kind: 'list', items: alerts(store, today, app, request.parameters) }
    const file: ExpectedFile =
      request.operation === 'getReport' ? report(store, today, app, request.parameters) : roasHistory(store, today, app, request.parameters)
    return request.parameters.csvSafe && file.format === 'csv' ? csvSafeRows(file) : file
  }
}
