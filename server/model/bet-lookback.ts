import type { BetLookback } from './catalog.ts'
import { grouped } from './grouped.ts'

/** The range of an app without any row, in days. */
const DEFAULT = { start_day: 2, end_day: 8 }

const lookbacksOf = grouped<BetLookback, number>(lookback => lookback.app_id)

/** A platform's bet lookback range: its own row, else that of every other platform, else 2 to 8 days. `Unknown` has no row of its own. */
export function betLookback(
  lookbacks: readonly BetLookback[],
  appId: number,
  platform: string,
): Pick<BetLookback, 'start_day' | 'end_day'> {
  const own = lookbacksOf(lookbacks, appId)
  return own.find(lookback => lookback.platform === platform) ?? own.find(lookback => lookback.platform === null) ?? DEFAULT
}
