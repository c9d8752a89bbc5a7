import { knownResponse, type ResponseRow } from './response-curve.ts'

/** Direction of a run's suggestion for a campaign's spend, or why it holds. Deprecated in favor of its step. */
export type SuggestedMove = 'more' | 'less' | 'held' | 'unknown_response'

/** Smallest change that counts as a move, as a share of the spend. */
const LEAST_MOVE = 0.01

/** Null without a suggestion. */
export function suggestedMove(row: ResponseRow & { dailySpend: number; suggestedDailySpend: number | null }): SuggestedMove | null {
  const { dailySpend, suggestedDailySpend: suggested } = row
  if (suggested === null) return null
  if (Math.abs(suggested - dailySpend) >= LEAST_MOVE * dailySpend && suggested !== dailySpend)
    return suggested > dailySpend ? 'more' : 'less'
  return dailySpend <= 0 || knownResponse(row) === null ? 'unknown_response' : 'held'
}
