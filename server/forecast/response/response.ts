import type { ResponseEvidence } from '../../../generated/vocabulary/vocabulary.ts'
import { CARRIED_PRIOR } from './carried.ts'
import { sharedTrends, dayEffects, type Residuals, weekdayEffects } from './day-effects.ts'
import { innovations, type Noise, smoothed } from './level.ts'
import {
  type ByNoise,
  likelihoodOf,
  mixture,
  REGRESSORS,
  SIMPLE,
  withUnsure,
} from './likelihood.ts'
import { followsDemand } from './follows.ts'
import type { Moves } from './moves.ts'
import { type SpendRange, spendRangeOf } from './spend-range.ts'
import type { CampaignSeries } from './series.ts'
import {
  ALL_OPEN,
  FIRST_OPEN,
  refitMoves,
  markFollowing,
  observed,
  openState,
  residualsOf,
  type State,
  withoutSpend,
} from './state.ts'
import {
  bell,
  type Evidence,
  exponents,
  GRID,
  meanOf,
  shrinkResponses,
  summarize,
  type Summary,
} from './shrink.ts'
import { valueResponses } from './value.ts'
import { MAX_RESPONSE_WIDTH } from '../../core/formulas/response-curve.ts'

/** The response of a campaign's installs to its spend: installs = a(t) spend^b. */
export interface Response extends Summary {
  campaign: number
  /** d ln (revenue per install) / d ln spend; usually 0 or below. */
  value: number
  jumps: Moves['jumps']
  /** Days since the last jump of spend; Infinity without one. */
  sinceJump: number
  spendRange: SpendRange
  /**
   * Learned if jumps of spend in the network, or a test of it, made the interval narrow enough to move spend; the prior alone is 0.68 wide.
   */
  evidence: ResponseEvidence
  /** Whether the network spends as demand allows: then only clear jumps are evidence. */
  followsDemand: boolean
}

/** Rounds that estimate levels, effects of days and responses in turn. */
const ROUNDS = 5
/** Kinds of groups with day effects: app, platform, network, country. */
const KINDS = 4

/** Share of the maximum below which a noise or a carryover is dropped. */
const NEGLIGIBLE = 1e-4

/** The elasticity found by a test of a network's spend, with its standard deviation. */
export interface Lift {
  network: number
  elasticity: number
  deviation: number
}

/** The responses of an app's campaigns with steady spend. A lift test counts as one more campaign of its network. */
export function findResponses(
  all: readonly CampaignSeries[],
  tests: readonly Lift[] = [],
): Response[] {
  const states = all.flatMap(series => openState(series))
  if (states.length === 0) return []
  const days = states[0]!.series.spend.length
  const networks = numbered([
    ...states.map(({ series }) => series.network),
    ...tests.map(({ network }) => network),
  ])
  for (const network of new Set(networks)) {
    const members = states.filter((_, c) => networks[c] === network)
    if (followsDemand(members.map(({ moves }) => moves.lasting))) members.forEach(markFollowing)
  }
  for (let round = 0; round < ROUNDS; round++) {
    const trends = sharedTrends(
      states.map(state => withTrend(residualsOf(state, false), state.trend)),
      days,
    )
    states.forEach((state, c) => (state.trend = trends[c]!))
    if (round > 0) explainDays(states, days)
    if (round % 2 === 0 && round > 0) states.forEach(refitMoves)
    estimate(states, networks)
  }
  const posteriors = shrinkResponses(
    [
      ...states.map(({ evidence }) => evidence),
      ...tests.map(({ elasticity, deviation }) => anyCarried(bell(elasticity, deviation))),
    ],
    networks,
    CARRIED_PRIOR,
    c => states[c]?.follows === true,
  )
  const values = valueResponses(states)
  const informed = new Set(
    networks.filter((_, c) => states[c] === undefined || states[c].moves.jumps.length > 0),
  )
  return states.map(({ series: { campaign, spend }, moves: { jumps }, follows }, c) => {
    const summary = summarize(posteriors[c]!)
    return {
      campaign,
      ...summary,
      value: values[c]!,
      jumps,
      sinceJump: days - (jumps.at(-1)?.day ?? -Infinity),
      spendRange: spendRangeOf(spend),
      evidence:
        informed.has(networks[c]!) && summary.high - summary.low <= MAX_RESPONSE_WIDTH
          ? 'learned'
          : 'assumed',
      followsDemand: follows,
    }
  })
}

/** Adds the remaining residuals of a platform's, a network's or a country's days, and of a campaign's weekdays, to their effects. */
function explainDays(states: readonly State[], days: number): void {
  for (let kind = 0; kind < KINDS; kind++) {
    const effects = dayEffects(
      states.map(state => residualsOf(state, true)),
      kind,
      days,
    )
    states.forEach((state, c) => addTo(state.groupDays, effects[c]!))
  }
  for (const state of states) addTo(state.weekdays, weekdayEffects(residualsOf(state, true)))
}

/**
 * Responses, noises and levels, given the effects of days. Noises are mixed by their shares among the app's campaigns, and
 * the carryover by its probability over a network's campaigns together.
 */
function estimate(states: readonly State[], networks: readonly number[]): void {
  const estimates = states.map(state => {
    const { z, counting } = observed(state)
    return state.open.map((noises, at) => {
      const series = { z, counting, regressors: state.regressors[at]! }
      return noises.map(noise => ({
        noise,
        ...likelihoodOf(withUnsure(innovations(series, noise), state.moves.unsure)),
      }))
    })
  })
  const shares = mixture(estimates.map((byCarried, c) => byCarried[states[c]!.carried]!))
  const mixedBy = estimates.map(byCarried => byCarried.map(byNoise => mixed(byNoise, shares)))
  states.forEach((state, c) => {
    const ofNetwork = mixedBy.filter((_, other) => networks[other] === networks[c])
    const weights = exponents(
      Float64Array.from(
        CARRIED_PRIOR,
        (prior, at) =>
          Math.log(prior) + ofNetwork.reduce((sum, byCarried) => sum + byCarried[at]!.evidence, 0),
      ),
    )
    const likelihood = new Float64Array(GRID.length)
    mixedBy[c]!.forEach((mix, at) => addTo(likelihood, mix.likelihood, weights[at]))
    const carried = weights.indexOf(1)
    const { noise, means } = mixedBy[c]![carried]!
    means[0] = meanOf(times(likelihood, SIMPLE))
    const open = mixedBy[c]!.map(({ likely }, at) => (weights[at]! > NEGLIGIBLE ? likely : []))
    Object.assign(state, {
      noise,
      coefficients: means,
      evidence: mixedBy[c]!.map((mix, at) =>
        weights[at]! > NEGLIGIBLE ? { likelihood: mix.likelihood, log: mix.evidence } : null,
      ),
      carried,
      open: state.open === FIRST_OPEN ? ALL_OPEN : open,
    })
    const { z, counting } = observed(state)
    state.level = smoothed(withoutSpend(state, z), counting, noise)
  })
}

/** One campaign's findings averaged over noises by probability. */
function mixed(byNoise: readonly ByNoise[], shares: ReadonlyMap<Noise, number>) {
  const logs = Float64Array.from(
    byNoise,
    ({ noise, evidence }) => evidence + Math.log(shares.get(noise)!),
  )
  const weights = exponents(logs)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const noise = { drift: 0, day: 0 }
  const means = new Float64Array(REGRESSORS.length)
  const likelihood = new Float64Array(GRID.length)
  const likely: Noise[] = []
  byNoise.forEach((finding, n) => {
    if (weights[n]! <= NEGLIGIBLE) return
    likely.push(finding.noise)
    const weight = weights[n]! / total
    noise.drift += weight * finding.noise.drift
    noise.day += weight * finding.noise.day
    addTo(means, finding.means, weight)
    addTo(likelihood, finding.shape(), weight)
  })
  return { noise, means, likelihood, likely, evidence: Math.max(...logs) + Math.log(total) }
}

function anyCarried(likelihood: Float64Array): Evidence[] {
  return CARRIED_PRIOR.map(() => ({ likelihood, log: 0 }))
}

function numbered(keys: readonly number[]): number[] {
  const numbers = new Map<number, number>()
  return keys.map(key => {
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
}

function addTo(sums: Float64Array, values: Float64Array, weight = 1): void {
  values.forEach((value, t) => (sums[t]! += weight * value))
}

function times(a: Float64Array, b: Float64Array): Float64Array {
  const product = a.map((value, k) => value * b[k]!)
  const sum = product.reduce((all, value) => all + value, 0)
  return product.map(value => value / sum)
}

function withTrend({ values, ...rest }: Residuals, trend: Float64Array): Residuals {
  return { ...rest, values: values.map((value, t) => value + trend[t]!) }
}
