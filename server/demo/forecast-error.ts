import { spread } from './curve.ts'
import { drift } from './random.ts'
import type { Campaign } from './campaign.ts'

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
