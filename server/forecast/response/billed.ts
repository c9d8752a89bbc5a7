import { median } from 'simple-statistics'
import type { CampaignSeries } from './series.ts'

/** Minimum pairs of days for a decision. */
const LEAST = 14
/** Median of the square of a standard normal variable. */
const USUAL_SQUARE = 0.455
/** Share of the counting variance, or of all changes of installs, below which spend per install is constant. */
const [COUNTED, CHANGED] = [0.5, 0.05]

/**
 * Whether spend follows from installs at a price, as with a network that bills installs: spend per install then changes less from day to day
 * than counting alone would cause if spend came first (Poisson: 1 / installs), or hardly at all compared with installs. Spend then changes
 * because installs do, and shows nothing about the effect of spend.
 */
export function isBilled({ spend, installs }: Pick<CampaignSeries, 'spend' | 'installs'>): boolean {
  const prices: number[] = []
  const changes: number[] = []
  for (let t = 1; t < spend.length; t++) {
    const [before, after] = [installs[t - 1]!, installs[t]!]
    if (!(before > 0 && after > 0 && spend[t - 1]! > 0 && spend[t]! > 0)) continue
    const counting = 1 / before + 1 / after
    prices.push(Math.log(spend[t]! / after / (spend[t - 1]! / before)) ** 2 / counting)
    changes.push(Math.log(after / before) ** 2 / counting)
  }
  if (prices.length < LEAST) return false
  const price = median(prices)
  return price < Math.max(COUNTED * USUAL_SQUARE, CHANGED * median(changes))
}
