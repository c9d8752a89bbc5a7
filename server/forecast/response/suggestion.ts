import { deviationWithin } from '../../core/formulas/interval.ts'
import { MAX_RESPONSE_WIDTH } from '../../core/formulas/response-curve.ts'
import { sum } from '../../core/formulas/sums.ts'
import type { Summary } from './density.ts'

/** Elasticity of revenue: that of installs, and of value per install; with its standard deviation. */
export interface RevenueResponse {
  elasticity: number
  deviation: number
}

/** The response of installs, and the elasticity of value per install. */
export interface Known extends Summary {
  value: number
}

export function revenueResponse({ mean, low, high, value }: Known): RevenueResponse {
  return {
    elasticity: Math.min(1, Math.max(0, mean + value)),
    deviation: deviationWithin(low, high),
  }
}

export interface Today {
  spend: number
  /** Predicted ROAS at today's spend, and the target. */
  roas: number
  target: number
  spendRange: SpendRange
  /** False within the pacing days after a jump. */
  mayMove: boolean
}

/**
 * The most profitable daily spend at the target, where one more unit of spend just returns the target. At most a step away, and never more
 * than a step below, or half a step above, the spend of the last 90 days: above it a response is a guess, since curves flatten. A move that
 * both ends of the response's interval support is made at once; beyond it, a wider interval gives a smaller step.
 * @param step largest move, as a share
 */
export function suggestSpend(
  response: Known,
  { spend, roas, target, spendRange: range, mayMove }: Today,
  step: number,
): number {
  const width = response.high - response.low
  if (!mayMove || width > MAX_RESPONSE_WIDTH || !(spend > 0 && roas > 0)) return spend
  const bestAt = (mean: number): number =>
    bestRatio(revenueResponse({ ...response, mean }).elasticity, roas / target)
  const [best, ...ends] = [bestAt(response.mean), bestAt(response.low), bestAt(response.high)]
  const open = step * (1 - (width / MAX_RESPONSE_WIDTH) ** 2)
  const up = Math.min(step, Math.max(open, Math.min(...ends) - 1))
  const down = Math.min(step, Math.max(open, 1 - Math.max(...ends)))
  const moved = Math.min(1 + up, Math.max(1 - down, best))
  const [least, most] = [
    Math.min(1, range.least * (1 - step)),
    Math.max(1, range.most * (1 + step / 2)),
  ]
  return spend * Math.min(most, Math.max(least, moved))
}

/** The most profitable spend, divided by today's. */
function bestRatio(elasticity: number, roas: number): number {
  const marginal = elasticity * roas
  return elasticity >= 1
    ? marginal > 1
      ? Infinity
      : marginal < 1
        ? 0
        : 1
    : marginal ** (1 / (1 - elasticity))
}

/** Smallest weekly spend within 90 days, and the largest before the last week, divided by the last week's. */
export interface SpendRange {
  least: number
  most: number
}

const RANGE_DAYS = 90
const WEEK = 7

/**
 * Minimum and maximum of the weekly sums of the last 90 days; single days may be accidents. The return of the last week's spend is
 * still unknown.
 */
export function spendRangeOf(spend: Float64Array): SpendRange {
  const week = (end: number): number => sum(spend.subarray(end - WEEK, end))
  const last = spend.length < WEEK ? 0 : week(spend.length)
  if (!(last > 0)) return { least: 1, most: 1 }
  const range = { least: 1, most: 0 }
  for (let end = spend.length; end >= Math.max(WEEK, spend.length - RANGE_DAYS + WEEK); end--) {
    const ratio = week(end) / last
    if (!(ratio > 0)) continue
    range.least = Math.min(range.least, ratio)
    if (end <= spend.length - WEEK) range.most = Math.max(range.most, ratio)
  }
  return range
}
