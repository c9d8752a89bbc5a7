import { median } from 'simple-statistics'
import { sum } from '../../core/formulas/sums.ts'
import type { CampaignSeries } from './series.ts'
import { dot, type Vector } from './vectors.ts'

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
  const days = Array.from(spend, (cost, t) => ({ cost, count: installs[t]! }))
  const changes = days.slice(1).flatMap((day, t) => {
    const before = days[t]!
    if (!(before.count > 0 && day.count > 0 && before.cost > 0 && day.cost > 0)) return []
    const counting = 1 / before.count + 1 / day.count
    return {
      price: Math.log(day.cost / day.count / (before.cost / before.count)) ** 2 / counting,
      count: Math.log(day.count / before.count) ** 2 / counting,
    }
  })
  if (changes.length < LEAST) return false
  const usual = median(changes.map(({ count }) => count))
  return (
    median(changes.map(({ price }) => price)) < Math.max(COUNTED * USUAL_SQUARE, CHANGED * usual)
  )
}

/** Autocorrelation from day to day of the deviations of a campaign's spend from its steps, and their number. */
export interface Autocorrelation {
  value: number
  days: number
}

/** Autocorrelation of deviations without memory: the level of a step takes a part of each. */
const USUAL = -0.07
/** Standard errors above the usual from which spend follows demand. */
const SURE = 2.5

export function autocorrelationOf(deviations: Vector): Autocorrelation {
  const squares = dot(deviations, deviations)
  const products = dot(deviations.subarray(1), deviations)
  return { value: squares > 0 ? products / squares : USUAL, days: deviations.length }
}

/**
 * Whether a network spends as demand allows. Budgets move in steps, with chance between them. Where the deviations from steps last for more
 * than a day, they follow demand, which lasts (Bartlett 1946): then many apparent jumps are demand as well.
 */
export function followsDemand(campaigns: readonly Autocorrelation[]): boolean {
  const days = sum(campaigns, campaign => campaign.days)
  const mean = sum(campaigns, campaign => campaign.days * campaign.value) / days
  return mean > USUAL + SURE / Math.sqrt(days)
}
