import { betLookback } from '../../core/model/runs.ts'
import type { Config } from './forecast-config.ts'

export interface Lookback {
  start: number
  end: number
  days: number
}

/** Days since install, inclusive, as the service defines them. */
export function lookbackOf(
  { betLookback: rows, app }: Pick<Config, 'betLookback' | 'app'>,
  platform: string | null,
): Lookback {
  const known = rows.map(row => ({
    app_id: app.id,
    platform: row.platform,
    start_day: row.start,
    end_day: row.end,
  }))
  const { start_day: start, end_day: end } = betLookback(known, app.id, platform ?? 'Unknown')
  return { start, end, days: end - start + 1 }
}
