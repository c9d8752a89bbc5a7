import type { Action } from '../../generated/vocabulary/vocabulary.ts'
import { bidTolerance } from '../forecast/model/alert-rules.ts'
import { weekdayOf } from '../model/days.ts'
import { uniform } from './random.ts'
import { roundTo } from './targets.ts'
import type { Campaign } from './campaign.ts'

/** Where a campaign's steering stands. */
export interface Wheel {
  /** The ROAS bid that is live; null where the network takes none. */
  live: number | null
  /** Factor on the opening budget. */
  budget: number
  /** First day of what is live now. */
  since: number
}

/** Steps of budgets where there is no bid, and days between them. */
const budgetStep = 0.15
const budgetCadence = 7

/** Decimals of bids, live and recommended: tenths of a percent. */
const bidDecimals = 3

export function openWheel({ openingBid }: Campaign, day: number): Wheel {
  return { live: openingBid, budget: 1, since: day }
}

/**
 * The recommended bids at a live one. Raw moves it by target / predicted; paced is that step within the network's limits, and no
 * step where the band of HOLD holds, where `mayMove` is false, and where nothing is predicted.
 */
export function recommendedBids(
  live: number | null,
  {
    target,
    predicted,
    action,
    pace,
    mayMove,
  }: { target: number; predicted: number | null; action: Action; pace: number; mayMove: boolean },
): { raw: number | null; paced: number | null } {
  if (live === null || predicted === null || predicted <= 0) return { raw: null, paced: null }
  const raw = roundTo((live * target) / predicted, bidDecimals)
  if (action === 'HOLD' || !mayMove) return { raw, paced: live }
  // A step that is cut short is rounded towards the live bid, so that it stays within the limit.
  const scale = 10 ** bidDecimals
  const paced =
    raw > live
      ? Math.min(raw, Math.floor(live * (1 + pace) * scale + 1e-6) / scale)
      : Math.max(raw, Math.ceil(live * (1 - pace) * scale - 1e-6) / scale)
  return { raw, paced }
}

/** Whether another step is allowed: no cohort looked back on was bought at an earlier bid. */
export function isDue({ since }: Wheel, day: number, lookbackEnd: number): boolean {
  return day - lookbackEnd >= since
}

/** Whether the campaign's manager reads the run of `day` on the next morning. */
export function looksAtIt({ key, steering }: Campaign, day: number): boolean {
  const weekday = weekdayOf(day + 1)
  if (weekday > 5 || steering === 'never') return false
  return steering === 'weekly' ? weekday === 2 : uniform('steering', key, day) < { prompt: 0.6, slow: 0.03 }[steering]
}

/** The manager's reaction. */
export function steer(wheel: Wheel, day: number, { paced, action }: { paced: number | null; action: Action }): Wheel {
  if (wheel.live !== null) {
    const moves = paced !== null && Math.abs(wheel.live / paced - 1) > bidTolerance
    return moves ? { ...wheel, live: paced, since: day + 1 } : wheel
  }
  if (action === 'HOLD' || day + 1 - wheel.since < budgetCadence) return wheel
  const budget = wheel.budget * (action === 'SCALE' ? 1 + budgetStep : 1 - budgetStep)
  return budget < 0.3 || budget > 2.2 ? wheel : { ...wheel, budget, since: day + 1 }
}
