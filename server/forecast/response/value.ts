import { innovations } from './level.ts'
import type { CampaignSeries } from './series.ts'
import type { State } from './state.ts'

/** Value per install changes little with spend: standard deviations of an app's mean, and of campaigns around it. */
const APP = 0.1
const CAMPAIGN = 0.05
const DRIFT = 0.01 ** 2

/**
 * How the value of an install changes with its campaign's spend: the elasticity of early revenue per install, from the same moves, shrunk to the
 * app's, which is shrunk to 0.
 */
export function valueResponses(
  all: readonly Pick<State, 'series' | 'regressors' | 'carried'>[],
): number[] {
  const estimates = all.map(({ series, regressors, carried }) =>
    estimate(series, regressors[carried]!),
  )
  // The app's mean; each campaign is weighted by its own error and the scatter of campaigns.
  let [above, below] = [0, 1 / APP ** 2]
  for (const { estimate: value, information } of estimates) {
    const weight = 1 / (CAMPAIGN ** 2 + 1 / information)
    if (!(weight > 0)) continue
    above += weight * value
    below += weight
  }
  const app = above / below
  return estimates.map(({ estimate: value, information }) => {
    const prior = 1 / CAMPAIGN ** 2
    return information > 0 ? (information * value + prior * app) / (information + prior) : app
  })
}

/** By least squares on innovations; days are weighted by installs, with noise from the residuals. */
function estimate(
  { aged, worth }: CampaignSeries,
  [moved, , , fast]: readonly Float64Array[],
): { estimate: number; information: number } {
  const installs = aged.reduce((sum, count) => sum + count, 0)
  const usual = worth.reduce((sum, value) => sum + value, 0) / installs
  if (!(usual > 0)) return { estimate: 0, information: 0 }
  const z = worth.map((value, t) =>
    aged[t]! > 0 && !Number.isNaN(fast![t]!) ? value / aged[t]! / usual : NaN,
  )
  // Variance of one install's value, divided by its squared mean.
  let [squares, count] = [0, 0]
  z.forEach((value, t) => {
    if (Number.isNaN(value)) return
    squares += aged[t]! * (value - 1) ** 2
    count++
  })
  if (count < 28) return { estimate: 0, information: 0 }
  const spread = squares / count
  const { sums } = innovations(
    { z, counting: aged.map(value => spread / value), regressors: [moved!] },
    { drift: DRIFT, day: 0 },
  )
  const [[ss, zs]] = sums as [Float64Array & [number, number]]
  return ss > 0 ? { estimate: zs / ss, information: ss } : { estimate: 0, information: 0 }
}
