import { isBilled } from './demand.ts'
import type { Residuals } from './day-effects.ts'
import { type Noise, smoothed } from './level.ts'
import { NOISES, type Observed } from './likelihood.ts'
import { findMoves, type Moves } from './moves.ts'
import { CARRYOVERS, PRIORS, regressorsOf } from './regressors.ts'
import type { CampaignSeries } from './series.ts'
import { dot, plus, type Vector } from './vectors.ts'

/** A campaign, and its estimates after a round. */
export interface Campaign {
  series: CampaignSeries
  followsDemand: boolean
  moves: Moves
  /** By carryover: `CARRYOVERS`. */
  regressors: readonly (readonly Vector[])[]
  /** The app's trend of demand; effects of its groups' days, and of its weekdays. */
  trend: Vector
  days: Vector
  /** Smoothed. */
  level: Vector
  /** Index of the most likely carryover. */
  carryover: number
  coefficients: readonly number[]
  noise: Noise
  /** Noises that remain possible, by carryover. */
  noises: readonly (readonly Noise[])[]
}

export const ALL_NOISES: Campaign['noises'] = CARRYOVERS.map(() => NOISES)
/** The first round, without effects of days, shows too little about carryover. */
const FIRST_NOISES = ALL_NOISES.map((noises, h) => (h === 0 ? noises : []))

/** Begins without effects of days. Null if the campaign spends too rarely, or only because it is billed for installs. */
export function openCampaign(series: CampaignSeries): Campaign | null {
  const moves = isBilled(series) ? null : findMoves(series.spend)
  if (moves === null) return null
  const zeros = new Float64Array(series.spend.length)
  const campaign: Campaign = {
    series,
    followsDemand: false,
    moves,
    regressors: regressorsOf(moves),
    trend: zeros,
    days: zeros,
    level: zeros,
    carryover: 0,
    coefficients: PRIORS.map(({ mean }) => mean),
    noise: { drift: 0.016 ** 2, day: 0.07 ** 2 },
    noises: FIRST_NOISES,
  }
  return withLevel(
    campaign,
    linearized(
      campaign,
      series.installs.map(count => count + 0.5),
    ),
  )
}

/** With the moves of spend that follows demand: only the clear jumps. */
export function followingDemand(campaign: Campaign): Campaign {
  return withMoves({ ...campaign, followsDemand: true })
}

/** With moves of spend without its part in common with the day's demand. */
export function withRefittedMoves(campaign: Campaign): Campaign {
  const { moves, coefficients, level } = campaign
  const [response] = coefficients as [number]
  const spend = plus(plus(moves.moved, moves.slow), moves.fast)
  const demand = plus(plus(observed(campaign).z, level, -1), spend, -response).map(
    (value, t) => moves.known[t]! * value,
  )
  const square = dot(demand, demand)
  const share = square > 0 ? Math.max(0, dot(demand, moves.fast) / square) : 0
  return withMoves(
    campaign,
    demand.map(value => share * value),
  )
}

function withMoves(campaign: Campaign, shared?: Vector): Campaign {
  const { series, followsDemand: follows } = campaign
  const moves = findMoves(series.spend, { follows, ...(shared && { shared }) }) ?? campaign.moves
  return { ...campaign, moves, regressors: regressorsOf(moves) }
}

/** With the smoothed level of the days. */
export function withLevel(campaign: Campaign, { z, variances }: Days): Campaign {
  const values = plus(z, bySpend(campaign), -1)
  return { ...campaign, level: smoothed(values, variances, campaign.noise) }
}

type Days = Pick<Observed, 'z' | 'variances'>

export function observed(campaign: Campaign): Days {
  const { level, trend, days } = campaign
  const logs = [trend, days, bySpend(campaign)].reduce((sum, effect) => plus(sum, effect), level)
  return linearized(campaign, logs.map(Math.exp))
}

/** Logarithms of installs, linearized around an expectation, since counts may be small, or 0 (McCullagh and Nelder 1989, 2.5). */
function linearized({ series, moves, trend, days }: Campaign, expected: Vector): Days {
  const logs = expected.map((mean, t) => {
    const miss = series.installs[t]! / mean - 1
    return Math.log(mean) + Math.min(2, miss)
  })
  return {
    z: plus(plus(logs, trend, -1), days, -1),
    variances: expected.map((mean, t) => 1 / (moves.known[t]! * mean)),
  }
}

function bySpend({ level, regressors, carryover, coefficients }: Campaign): Vector {
  const columns = regressors[carryover] ?? []
  return columns.reduce(
    (sum, values, j) => plus(sum, values, coefficients[j]),
    new Float64Array(level.length),
  )
}

/** Logarithms of installs without effects of days and of spend. */
export function residualsOf(campaign: Campaign): Residuals {
  const { z, variances } = observed(campaign)
  const { platform, network, country } = campaign.series
  return {
    groups: ['', `${platform}`, `${platform} ${network}`, `${country}`],
    values: plus(z, bySpend(campaign), -1),
    weights: variances.map(variance => 1 / (variance + campaign.noise.day)),
  }
}
