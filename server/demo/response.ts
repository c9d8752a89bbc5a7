import { errorFunction } from 'simple-statistics'
import { revenueResponse, suggestSpend } from '../forecast/response/suggestion.ts'
import type { Campaign, Steering } from './campaign.ts'
import { drift, normal } from './random.ts'
import { roundTo } from './targets.ts'

/** Response of installs to spend, as a run estimated it; null if it cannot. */
export interface SpendAdvice {
  response: { elasticity: number; low: number; high: number } | null
  marginal: number | null
  suggested: number | null
}

export const NO_ADVICE: SpendAdvice = { response: null, marginal: null, suggested: null }

/** Elasticity of installs, in proportion to a budget (`cohorts`): spend beyond demand brings worse users, not fewer. */
const INSTALLS = 1
/** Elasticity of value per install. A network that keeps to a ROAS bid spends more without buying much worse users. */
const VALUE = { budget: -0.3, bid: -0.1 }
/** Standard error of an estimate, by how often its manager moves. */
const ERRORS: Record<Steering, number> = { prompt: 0.08, weekly: 0.11, slow: 0.2, never: 0.6 }

/** Largest move that is suggested, as a share. */
const STEP = 0.2

export interface Today {
  spend: number
  installs: number
  roas: number | null
  target: number
  mayMove: boolean
}

/** A campaign's response as known on a day: the truth of this world, with an error that changes slowly. */
export function spendAdvice({ key, network, openingBid, steering }: Campaign, day: number, today: Today): SpendAdvice {
  if (network === null) return NO_ADVICE
  const small = 0.6 / Math.sqrt(today.installs + 1)
  const error = Math.hypot(ERRORS[steering], small) * Math.exp(0.2 * normal('response', 'error', key))
  const known = within(INSTALLS + error * drift('response', day, 60, key), error)
  const value = openingBid === null ? VALUE.budget : VALUE.bid
  const response = { elasticity: roundTo(known.mean, 6), low: roundTo(known.low, 6), high: roundTo(known.high, 6) }
  const { spend, roas, target, mayMove } = today
  if (roas === null) return { response, marginal: null, suggested: null }
  return {
    response,
    marginal: roundTo(roas * revenueResponse({ ...known, value }).elasticity, 6),
    suggested: roundTo(suggestSpend({ ...known, value }, { spend, roas, target, seen: { least: 1, most: 1 }, mayMove }, STEP), 4),
  }
}

/** Mean and 80 % interval of a normal distribution that is known to be from 0 to 1. */
function within(center: number, sd: number): { mean: number; low: number; high: number } {
  const below = (x: number): number => (1 + errorFunction((x - center) / sd / Math.SQRT2)) / 2
  const density = (x: number): number => Math.exp(-(((x - center) / sd) ** 2) / 2) / Math.sqrt(2 * Math.PI)
  const [from, to] = [below(0), below(1)]
  const quantile = (share: number): number => {
    let [low, high] = [0, 1]
    for (let step = 0; step < 30; step++) {
      const middle = (low + high) / 2
      if (below(middle) < from + share * (to - from)) low = middle
      else high = middle
    }
    return low
  }
  const [low, high] = [quantile(0.1), quantile(0.9)]
  const mean = center - (sd * (density(1) - density(0))) / (to - from)
  return { mean: Math.min(high, Math.max(low, mean)), low, high }
}
