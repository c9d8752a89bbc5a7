export { pointsApart } from '../model/classification.ts'
import { movableOf, type PlanRow } from './response-curve.ts'

/** Where a run's suggestion moves a campaign's spend, or why it does not. */
export type SuggestedMove = 'more' | 'less' | 'held' | 'unknown_response'

/** A change that is shown as 0.0 %. */
const UNCHANGED = 0.0005

/** Null without a suggestion. */
export function suggestedMove(row: Omit<PlanRow, 'id' | 'network'>): SuggestedMove | null {
  const { dailySpend, suggestedDailySpend: suggested } = row
  if (suggested === null) return null
  if (Math.abs(suggested - dailySpend) > UNCHANGED * dailySpend) return suggested > dailySpend ? 'more' : 'less'
  return movableOf(row) === null ? 'unknown_response' : 'held'
}
