import type { UascopeClient } from '../../client/src/index.ts'
import { rounded } from './cells.ts'
import type { App } from './read-app.ts'

/**
 * How far forecasts at the app's target DSI were off for cohorts of the age that recommendations are made from; null where that cannot
 * be measured. A week whose oldest day is as old as the bet lookback's end is what a recommendation adds up.
 */
export async function expectedError(client: UascopeClient, app: App, granularity: 'campaign' | 'campaign_geo') {
  const ends = app.betLookbacks.map(({ endDay }) => endDay)
  const wanted = Math.round(ends.reduce((sum, end) => sum + end, 0) / ends.length)
  const byAge = await client.getForecastAccuracy({ appId: app.id, granularity, installGrouping: 'weekly' })
  const nearest = byAge.toSorted((a, b) => Math.abs(a.age - wanted) - Math.abs(b.age - wanted))[0]
  if (nearest === undefined) return null
  const { age, cohorts, bias, wape, p90 } = nearest
  return { dsi: app.targetDsi, age, cohorts, bias: rounded(bias), wape: rounded(wape), p90: rounded(p90) }
}
