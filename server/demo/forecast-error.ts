import type { Campaign } from './campaigns.ts'
import { drift } from './random.ts'

/** How far forecasts err on the same side together, in the model of the app, of a network, and of a campaign in a country. */
const spread = { app: 0.05, network: 0.045, segment: 0.09 }

/** Of a single forecast: its errors are independent of each other. */
export const forecastVariance = spread.app ** 2 + spread.network ** 2 + spread.segment ** 2

/**
 * The error that the forecasts of a campaign in a country carry in the run that saw installs up to `day`: 0 on average, about the
 * same in the next day's run, forgotten within weeks. `knownCurve` says what it does to revenue.
 */
export function forecastError({ app, key, traits }: Campaign, country: string | null, day: number): number {
  return (
    spread.app * drift('forecast', day, 15, app.id) +
    spread.network * drift('forecast', day, 19, app.id, traits.name) +
    spread.segment * drift('forecast', day, 30, key, country)
  )
}
