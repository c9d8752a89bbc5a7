import { HALF_WIDTH } from '../model/outcome.ts'
import type { Response } from './response.ts'
import type { Seen } from './seen.ts'

/** Elasticity of revenue: that of installs, and of value per install; with its standard deviation. */
export interface RevenueResponse {
  elasticity: number
  deviation: number
}

/** What is known of a response. */
export type Known = Pick<Response, 'mean' | 'low' | 'high' | 'value'>

export function revenueResponse({ mean, low, high, value }: Known): RevenueResponse {
  return { elasticity: Math.min(1, Math.max(0, mean + value)), deviation: (high - low) / (2 * HALF_WIDTH) }
}

/** Widest 80 % interval of a response by which spend is moved; that of budget plans. */
export const MAX_WIDTH = 0.4

export interface Today {
  spend: number
  /** Predicted ROAS at today's spend, and the target. */
  roas: number
  target: number
  seen: Seen
  /** False within the pacing days after a jump. */
  mayMove: boolean
}

/**
 * The daily spend of most profit at the target: there one more unit of spend brings just the target. At most a step away, and less the
 * wider the response's interval; never more than a step beyond the spend of the last 90 days.
 * @param step largest move, as a share
 */
export function suggestSpend(response: Known, { spend, roas, target, seen, mayMove }: Today, step: number): number {
  const width = response.high - response.low
  if (!mayMove || width > MAX_WIDTH || !(spend > 0 && roas > 0)) return spend
  const { elasticity } = revenueResponse(response)
  const ratio = (elasticity * roas) / target
  const best = elasticity >= 1 ? (ratio > 1 ? Infinity : ratio < 1 ? 0 : 1) : ratio ** (1 / (1 - elasticity))
  const bound = step * (1 - (width / MAX_WIDTH) ** 2)
  const moved = Math.min(1 + bound, Math.max(1 - bound, best))
  const [least, most] = [Math.min(1, seen.least * (1 - step)), Math.max(1, seen.most * (1 + step))]
  return spend * Math.min(most, Math.max(least, moved))
}
