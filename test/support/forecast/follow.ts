import { decideSteps, type Step, type StepRow } from '../../../server/core/formulas/step.ts'
import { findResponses } from '../../../server/forecast/response/response.ts'
import { spendRangeOf } from '../../../server/forecast/response/suggestion.ts'
import { revenueResponse, suggestSpend } from '../../../server/forecast/response/suggestion.ts'
import { classifyAction } from '../../../server/core/model/classification.ts'
import { type Chance, chance } from '../../../scripts/lab/world/chance.ts'
import { drawnResponses, type Learned } from './drawn-responses.ts'
import { weekOf } from './response-figures.ts'
import { LastingErrors, ROAS_DEVIATION, type WeekErrors } from './roas-errors.ts'
import {
  expectedRevenue,
  FUTURE,
  live,
  type Nature,
  responseWorld,
  type ResponseWorld,
  observedSeries,
  type WorldCampaign,
} from '../../../scripts/lab/world/responses.ts'

const WEEK = 7
/** Age of the youngest installs that a call judges. */
const LOOKBACK_AGE = 2
/** Share of spend. */
const STEP = 0.2
const THRESHOLD = 0.05
/** Deviations of an end of an 80 % interval. */
const Z80 = 1.2816

/** How budgets are set on the first day of each of twelve weeks: by every step; by 20 % in the action's direction; not at all. */
export const POLICIES = ['steps', 'by 20 %', 'nothing'] as const
export type Policy = (typeof POLICIES)[number]

/** Of twelve weeks, as expected. The target ROAS is 1, so that the gain is the profit. */
export interface Followed {
  gain: number
  spend: number
  /** Daily spend times its share short of target, of campaigns to reduce, summed over the weeks: with a step, and by reason without one. */
  short: Record<string, number>
}

export function follow(nature: Nature, seed: number): Record<Policy, Followed> {
  return Object.fromEntries(
    POLICIES.map(policy => [policy, followedBy(policy, nature, seed)]),
  ) as Record<Policy, Followed>
}

interface FollowOptions {
  /** Whether a bid that contradicts the action or waits holds back budget steps. */
  bidsHoldBudgets?: boolean
  /** Of responses: learned each week from what was observed; or drawn, as wrong as learned ones are, for many worlds at once. */
  responses?: 'learned' | 'drawn'
}

export function followedBy(
  policy: Policy,
  nature: Nature,
  seed: number,
  { bidsHoldBudgets = false, responses }: FollowOptions = {},
): Followed {
  const world = responseWorld(nature, seed)
  const learn =
    responses === 'drawn'
      ? drawnResponses(world, chance(seed + 93_000))
      : () => findResponses(observedSeries(world))
  const errors = new LastingErrors(world.campaigns.length, chance(seed + 91_000))
  const bids = openBids(world.campaigns.length, chance(seed + 92_000))
  const tested = new Map<number, number>()
  const followed: Followed = { gain: 0, spend: 0, short: {} }
  for (let day = 0; day < FUTURE; day++) {
    if (day % WEEK === 0)
      setBudgets(world, {
        policy,
        bidsHoldBudgets,
        errors: errors.next(),
        bids,
        learn,
        tested,
        followed,
      })
    live(world)
    for (const one of world.campaigns) {
      followed.gain += expectedRevenue(one, world.days - 1) - one.series.spend[world.days - 1]!
      followed.spend += one.series.spend[world.days - 1]!
    }
  }
  return followed
}
/** A bid target of a campaign, as a pipeline sets it that takes the ROAS delivered at the bid's DSI for the bid. */
interface LiveBid {
  live: number
  /** Day of the last change. */
  since: number
  /** Delivered ROAS over the bid: networks do not meet bids exactly. */
  delivered: number
  /** False: its pipeline never trusts the forecast, and paces no step. */
  isPaced: boolean
}

/** Days after a change in which a bid waits for its effect. */
const FRESH_BID_DAYS = 14

/** A higher target buys less by this power. */
const BID_RESPONSE = -1.2

/** Every second campaign has a bid target. */
function openBids(campaigns: number, random: Chance): (LiveBid | null)[] {
  return Array.from({ length: campaigns }, (_, campaign) =>
    campaign % 2 === 0
      ? null
      : {
          live: 0.3,
          since: 0,
          delivered: Math.exp(0.2 * random.normal()),
          isPaced: random.uniform() < 0.8,
        },
  )
}

type Course = {
  policy: Policy
  bidsHoldBudgets: boolean
  errors: WeekErrors
  bids: (LiveBid | null)[]
  learn: () => readonly Learned[]
  /** Budgets before the tests of the last week, by campaign. */
  tested: Map<number, number>
  followed: Followed
}

function setBudgets(
  world: ResponseWorld,
  { policy, bidsHoldBudgets, errors, bids, learn, tested, followed }: Course,
): void {
  const { campaigns, days } = world
  const responses = policy === 'steps' ? learn() : []
  const rows = campaigns.map((one, campaign) => {
    const response = responses.find(candidate => candidate.campaign === campaign)
    return rowOf(one, campaign, days, { error: errors[campaign]!, response, bid: bids[campaign]! })
  })
  const steps = decide(rows, world, bidsHoldBudgets)
  campaigns.forEach((one, campaign) => {
    const [row, step, bid] = [rows[campaign]!, steps[campaign]!, bids[campaign]!]
    if (row.action === 'REDUCE') {
      const reason = step.reason ?? 'step'
      followed.short[reason] =
        (followed.short[reason] ?? 0) + row.currentDailySpend * (1 - row.predictedRoas!)
    }
    const factor = factorOf(policy, row, step)
    if (policy === 'steps' && step.kind === 'bid_target')
      Object.assign(bid, { live: step.to!, since: days })
    // A test ends after its 7 days, unless the next step starts from there.
    const budget =
      (step.direction === 'none' ? tested.get(campaign) : undefined) ?? one.budget[days - 1]!
    if (policy === 'steps' && step.kind === 'test') tested.set(campaign, budget)
    else tested.delete(campaign)
    // The network spends what the budget allows, on average: the budget moves by the same factor. A budget that is not spent is lowered to less than is spent.
    const from =
      one.spends === 'as budgeted' || factor >= 1 ? budget : Math.min(budget, row.currentDailySpend)
    one.budget.fill(from * factor, days, days + WEEK)
  })
}

/** True ROAS of a week, before all of its effect has come. */
function roasOf(one: WorldCampaign, to: number): number {
  let revenue = 0
  for (let day = to - WEEK; day < to; day++) revenue += expectedRevenue(one, day)
  return revenue / WEEK / weekOf(one.series.spend, to)
}

type About = { error: WeekErrors[number]; response: Learned | undefined; bid: LiveBid | null }

function rowOf(
  one: WorldCampaign,
  campaign: number,
  days: number,
  { error, response, bid }: About,
): StepRow {
  const mean = (from: number, to: number): number =>
    one.series.spend.subarray(days - to, days - from).reduce((sum, spend) => sum + spend, 0) /
    (to - from)
  const roas = roasOf(one, days - LOOKBACK_AGE) * error.call
  const spend = mean(0, WEEK)
  const today = {
    spend,
    roas,
    target: 1,
    spendRange: spendRangeOf(one.series.spend.subarray(0, days)),
    mayMove: true,
  }
  const judged = mean(LOOKBACK_AGE, LOOKBACK_AGE + WEEK)
  const raw = bid === null ? null : (bid.live * bid.delivered) / roas
  const paced =
    bid === null
      ? null
      : bid.isPaced
        ? Math.min(bid.live * (1 + STEP), Math.max(bid.live * (1 - STEP), raw!))
        : bid.live
  return {
    id: campaign,
    platform: `${one.platform}`,
    network: `${one.network}`,
    campaign: `${campaign}`,
    country: `${one.country}`,
    action: classifyAction(roas, 1, THRESHOLD),
    confidenceScore: null,
    dailySpend: judged,
    targetRoas: 1,
    predictedRoas: roas,
    predictedLow: roas * Math.exp(-Z80 * ROAS_DEVIATION),
    predictedHigh: roas * Math.exp(Z80 * ROAS_DEVIATION),
    suggestedDailySpend:
      response === undefined ? null : (judged * suggestSpend(response, today, STEP)) / spend,
    marginalRoas: response === undefined ? null : roas * revenueResponse(response).elasticity,
    responseElasticity: response?.mean ?? null,
    responseLow: response?.low ?? null,
    responseHigh: response?.high ?? null,
    optimisationLiveRoas: bid?.live ?? null,
    optimisationPacedRoas: paced,
    optimisationRawRoas: raw,
    optimisationDsi: 7,
    targetDsi: 30,
    hasFreshBid: bid !== null && days - bid.since < FRESH_BID_DAYS,
    currentDailySpend: spend,
    latestDailySpend: mean(0, 3),
    spends: true,
    problem: null,
    newest: { startDate: '', endDate: '', roas: roasOf(one, days) * error.newest },
    isWithheld: false,
    tested: true,
    checkpoint: null,
    limits: [],
    sharesCampaign: false,
    rightShare: null,
    judged: 0,
  }
}

function decide(
  rows: readonly StepRow[],
  { campaigns, days }: ResponseWorld,
  bidsHoldBudgets: boolean,
): Step[] {
  const currentDailySpend = rows.reduce((sum, row) => sum + row.currentDailySpend, 0)
  const earlierDailySpend = campaigns.reduce(
    (sum, { series }) => sum + weekOf(series.spend, days - 28),
    0,
  )
  const brake = {
    dailySpend: Math.max(currentDailySpend, 1.1 * earlierDailySpend),
    currentDailySpend,
    earlierDailySpend,
  }
  const deciding = decideSteps(rows, {
    hasResponses: true,
    minorUnit: 0.01,
    actionThreshold: THRESHOLD,
    brake,
  })
  for (;;) {
    const { done, value } = deciding.next()
    if (done === true)
      return bidsHoldBudgets ? value.map((step, index) => frozen(rows[index]!, step)) : value
  }
}

/** A step as it was before bids let budgets move. */
function frozen(
  { optimisationLiveRoas: live, optimisationPacedRoas: paced, optimisationRawRoas: raw }: StepRow,
  step: Step,
): Step {
  const waits =
    live !== null &&
    raw !== null &&
    step.kind !== 'bid_target' &&
    Math.abs(paced! / live - 1) < 0.01 &&
    Math.abs(raw / live - 1) >= 0.01
  return step.direction !== 'none' && (step.bidStays || waits)
    ? { ...step, kind: 'keep', direction: 'none', reason: 'paced' }
    : step
}

function factorOf(policy: Policy, row: StepRow, step: Step): number {
  switch (policy) {
    case 'steps':
      if (step.direction === 'none') return 1
      return (step.to! / step.from!) ** (step.kind === 'bid_target' ? BID_RESPONSE : 1)
    case 'by 20 %':
      return { SCALE: 1 + STEP, HOLD: 1, REDUCE: 1 - STEP }[row.action]
    case 'nothing':
      return 1
  }
}
