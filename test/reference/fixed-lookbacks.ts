import { betLookback } from './ages.ts'
import { displayName } from './identity.ts'
import { addDays } from './periods.ts'
import { dataThrough } from './runs.ts'
import { mergeDeliveries, type Delivery, type RecommendationRow } from './delivery.ts'

/** Deliveries in the order of their imports, with the install dates of recommendations as the settings were then. */
export function withLookbacks(deliveries: Delivery[]): Delivery[] {
  return deliveries.map((delivery, index) => {
    if (delivery.recommendations === undefined) return delivery
    const store = mergeDeliveries(...deliveries.slice(0, index + 1))
    const runs = new Map(store.runs.map(run => [run.run_id, run]))
    const apps = new Map(store.apps.map(app => [app.app_id, app]))
    const fixed = (row: RecommendationRow): RecommendationRow => {
      const run = runs.get(row.run_id)
      const app = apps.get(run?.app_id ?? -1)
      if (run === undefined || app === undefined || run.kind === 'alert') return row
      const { startDay, endDay } = betLookback(store, app, displayName(row.platform))
      return {
        ...row,
        lookback_start_date: row.lookback_start_date ?? addDays(dataThrough(run), -endDay),
        lookback_end_date: row.lookback_end_date ?? addDays(dataThrough(run), -startDay),
      }
    }
    return { ...delivery, recommendations: delivery.recommendations.map(fixed) }
  })
}
