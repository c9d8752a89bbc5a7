import type { ResponseEvidence } from '../../../generated/vocabulary/vocabulary.ts'
import { MAX_RESPONSE_WIDTH } from '../../core/formulas/response-curve.ts'
import { sum } from '../../core/formulas/sums.ts'
import { groupBy } from '../model/group-by.ts'
import {
  ALL_NOISES,
  type Campaign,
  followingDemand,
  observed,
  openCampaign,
  residualsOf,
  withLevel,
  withRefittedMoves,
} from './campaign.ts'
import { dayEffects, type Residuals, sharedTrends, weekdayEffects } from './day-effects.ts'
import { followsDemand } from './demand.ts'
import { Density, type Summary } from './density.ts'
import { type NetworkEvidence, posteriorResponses } from './hierarchy.ts'
import { type Mixture, mixtureOf, NEGLIGIBLE } from './likelihood.ts'
import type { Jump } from './moves.ts'
import { CARRYOVERS } from './regressors.ts'
import type { CampaignSeries } from './series.ts'
import { type SpendRange, spendRangeOf } from './suggestion.ts'
import { valueResponses } from './value.ts'
import { weightsOf, plus, type Vector } from './vectors.ts'

/** The response of a campaign's installs to its spend: installs = a(t) spend^b. */
export interface Response extends Summary {
  campaign: number
  /** d ln (revenue per install) / d ln spend; usually 0 or below. */
  value: number
  jumps: readonly Jump[]
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

/** The elasticity found by a test of a network's spend, with its standard deviation. */
export interface Lift {
  network: number
  elasticity: number
  deviation: number
}

/** Rounds that estimate effects of days, moves, noises, coefficients and levels in turn. */
const ROUNDS = 5
/** Kinds of groups with day effects: app, platform, network, country. */
const KINDS = [0, 1, 2, 3]

/** The responses of an app's campaigns with steady spend. A lift test counts as one more campaign of its network. */
export function findResponses(
  all: readonly CampaignSeries[],
  tests: readonly Lift[] = [],
): Response[] {
  let campaigns = withDemandTests(all.flatMap(series => openCampaign(series) ?? []))
  let estimates: Estimate[] = []
  for (let round = 0; round < ROUNDS; round++) {
    campaigns = withTrends(campaigns)
    if (round > 0) campaigns = KINDS.reduce(withDayEffects, campaigns).map(withWeekdays)
    if (round > 0 && round % 2 === 0) campaigns = campaigns.map(withRefittedMoves)
    estimates = campaigns.map(estimate)
    campaigns = withEstimates(estimates, round === 0)
  }
  const responses = shrunk(estimates, tests)
  const values = valueResponses(campaigns)
  const informed = new Set([
    ...tests.map(({ network }) => network),
    ...campaigns.flatMap(({ moves, series }) => (moves.jumps.length > 0 ? series.network : [])),
  ])
  return campaigns.map(({ series, moves: { jumps }, followsDemand }, c) => {
    const summary = responses.get(series)!.summary()
    const isLearned =
      informed.has(series.network) && summary.high - summary.low <= MAX_RESPONSE_WIDTH
    return {
      campaign: series.campaign,
      ...summary,
      value: values[c]!,
      jumps,
      sinceJump: series.spend.length - (jumps.at(-1)?.day ?? -Infinity),
      spendRange: spendRangeOf(series.spend),
      evidence: isLearned ? 'learned' : 'assumed',
      followsDemand,
    }
  })
}

function networkOf({ series }: Pick<Campaign, 'series'>): number {
  return series.network
}

function withDemandTests(campaigns: readonly Campaign[]): Campaign[] {
  const following = new Set(
    [...groupBy(campaigns, networkOf)].flatMap(([network, members]) =>
      followsDemand(members.map(({ moves }) => moves.autocorrelation)) ? network : [],
    ),
  )
  return campaigns.map(campaign =>
    following.has(networkOf(campaign)) ? followingDemand(campaign) : campaign,
  )
}

function withTrends(campaigns: readonly Campaign[]): Campaign[] {
  const residuals = campaigns.map(campaign => {
    const { values, weights } = residualsOf(campaign)
    return { values: plus(values, campaign.trend), weights }
  })
  const trends = sharedTrends(residuals)
  return campaigns.map((campaign, c) => ({ ...campaign, trend: trends[c]! }))
}

/** Adds the remaining residuals of the days of a kind of groups to the effects of days. */
function withDayEffects(campaigns: readonly Campaign[], kind: number): Campaign[] {
  const effects = dayEffects(campaigns.map(residualsOfDays), kind)
  return campaigns.map((campaign, c) => ({ ...campaign, days: plus(campaign.days, effects[c]!) }))
}

function withWeekdays(campaign: Campaign): Campaign {
  return { ...campaign, days: plus(campaign.days, weekdayEffects(residualsOfDays(campaign))) }
}

function residualsOfDays(campaign: Campaign): Residuals {
  const residuals = residualsOf(campaign)
  return { ...residuals, values: plus(residuals.values, campaign.level, -1) }
}

/** A campaign's fits of a round, by carryover. */
interface Estimate {
  campaign: Campaign
  mixtures: readonly Mixture[]
}

function estimate(campaign: Campaign): Estimate {
  const days = { ...observed(campaign), errorShare: campaign.moves.errorShare }
  const mixtures = campaign.regressors.map((regressors, h) =>
    mixtureOf({ ...days, regressors }, campaign.noises[h]!),
  )
  return { campaign, mixtures }
}

/** Logarithms of the probabilities of a network's carryovers. */
function carryoverLogs(members: readonly Estimate[]): Vector {
  return Float64Array.from(
    CARRYOVERS,
    ({ prior }, h) => Math.log(prior) + sum(members, ({ mixtures }) => mixtures[h]!.evidence),
  )
}

/** The campaigns with the estimates of their network's likeliest carryover, and the noises that remain likely. */
function withEstimates(estimates: readonly Estimate[], isFirst: boolean): Campaign[] {
  const networks = groupBy(estimates, ({ campaign }) => networkOf(campaign))
  const weights = new Map(
    [...networks].map(([network, members]) => [network, weightsOf(carryoverLogs(members))]),
  )
  return estimates.map(({ campaign: before, mixtures }) => {
    const byCarryover = weights.get(networkOf(before))!
    const carryover = byCarryover.indexOf(1)
    const { noise, coefficients } = mixtures[carryover]!
    const noises = mixtures.map((mixture, h) =>
      byCarryover[h]! > NEGLIGIBLE ? mixture.noises : [],
    )
    const campaign = {
      ...before,
      carryover,
      noise,
      coefficients,
      noises: isFirst ? ALL_NOISES : noises,
    }
    return withLevel(campaign, observed(campaign))
  })
}

/** Posteriors of the responses, by campaign. */
function shrunk(
  estimates: readonly Estimate[],
  tests: readonly Lift[],
): Map<CampaignSeries, Density> {
  const campaigns = groupBy(estimates, ({ campaign }) => networkOf(campaign))
  const lifts = groupBy(tests, ({ network }) => network)
  const networks = [...new Set([...campaigns.keys(), ...lifts.keys()])].map(network => ({
    members: campaigns.get(network) ?? [],
    lifts: lifts.get(network) ?? [],
  }))
  const posteriors = posteriorResponses(networks.map(evidenceOf))
  return new Map(
    networks.flatMap(({ members }, n) =>
      members.map(({ campaign: { series } }, c) => [series, posteriors[n]![c]!] as const),
    ),
  )
}

function evidenceOf(network: {
  members: readonly Estimate[]
  lifts: readonly Lift[]
}): NetworkEvidence {
  const { members } = network
  const lifts = network.lifts.map(lift => Density.normal(lift.elasticity, lift.deviation))
  const likely = [...weightsOf(carryoverLogs(members)).entries()].filter(
    ([, probability]) => probability > NEGLIGIBLE,
  )
  return {
    followsDemand: members.some(({ campaign }) => campaign.followsDemand),
    carryovers: likely.map(([h]) => ({
      logPrior: Math.log(CARRYOVERS[h]!.prior),
      likelihoods: [...members.map(({ mixtures }) => mixtures[h]!.likelihood()), ...lifts],
    })),
  }
}
