import { sum } from '../../core/formulas/sums.ts'
import type { Campaign } from './campaign.ts'
import { levelFilter, whitened } from './level.ts'
import { dot } from './vectors.ts'

/** Value per install changes little with spend: standard deviations of an app's mean, and of campaigns around it. */
const APP = 0.1
const CAMPAIGN = 0.05
const DRIFT = 0.01 ** 2
/** Minimum days with known value. */
const LEAST = 28

/** The elasticity, and its inverse variance. */
interface Estimate {
  elasticity: number
  information: number
}

/**
 * How the value of an install changes with its campaign's spend: the elasticity of early revenue per install, from the same moves, shrunk to the
 * app's, which is shrunk to 0.
 */
export function valueResponses(campaigns: readonly Campaign[]): number[] {
  const estimates = campaigns.map(estimateOf)
  // Each campaign is weighted by its own error and the scatter of campaigns.
  const weighed = estimates
    .filter(({ information }) => information > 0)
    .map(({ elasticity, information }) => ({
      elasticity,
      weight: 1 / (CAMPAIGN ** 2 + 1 / information),
    }))
  const app =
    sum(weighed, ({ elasticity, weight }) => weight * elasticity) /
    (1 / APP ** 2 + sum(weighed, ({ weight }) => weight))
  const prior = 1 / CAMPAIGN ** 2
  return estimates.map(
    ({ elasticity, information }) =>
      (information * elasticity + prior * app) / (information + prior),
  )
}

/** By least squares on innovations; days are weighted by installs, with noise from the residuals. */
function estimateOf({ series, moves, regressors, carryover }: Campaign): Estimate {
  const { aged, worth } = series
  const none = { elasticity: 0, information: 0 }
  const usual = sum(worth) / sum(aged)
  if (!(usual > 0)) return none
  const installs = aged.map((count, t) => count * moves.known[t]!)
  const z = worth.map((value, t) => (installs[t]! > 0 ? value / aged[t]! / usual : 0))
  const days = installs.filter(count => count > 0).length
  if (days < LEAST) return none
  // Variance of one install's value, divided by its squared mean.
  const variance = sum(installs.entries(), ([t, count]) => count * (z[t]! - 1) ** 2) / days
  const filter = levelFilter(
    installs.map(count => (count > 0 ? variance / count : Infinity)),
    { drift: DRIFT, day: 0 },
  )
  const [moved, value] = [whitened(regressors[carryover]![0]!, filter), whitened(z, filter)]
  const information = dot(moved, moved)
  return information > 0 ? { elasticity: dot(moved, value) / information, information } : none
}
