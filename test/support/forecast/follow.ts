import { decideSteps, type Step, type StepRow } from '../../../server/formulas/step.ts'
import { findResponses, type Response } from '../../../server/forecast/response/response.ts'
import { seenSpend } from '../../../server/forecast/response/seen.ts'
import { revenueResponse, suggestSpend } from '../../../server/forecast/response/suggestion.ts'
import { classifyAction } from '../../../server/model/classification.ts'
import { chance } from '../../../server/simulate/chance.ts'
import { ROAS_ERROR, weekOf } from './response-figures.ts'
import {
  expectedRevenue,
  FUTURE,
  live,
  type Nature,
  responseWorld,
  type ResponseWorld,
  observedSeries,
  type WorldCampaign,
} from '../../../scripts/simulate/responses.ts'

const WEEK = 7
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
}

export function follow(nature: Nature, seed: number): Record<Policy, Followed> {
  return Object.fromEntries(POLICIES.map(policy => [policy, followedBy(policy, nature, seed)])) as Record<Policy, Followed>
}

function followedBy(policy: Policy, nature: Nature, seed: number): Followed {
  const world = responseWorld(nature, seed)
  const random = chance(seed + 91_000)
  const tested = new Map<number, number>()
  let [gain, spend] = [0, 0]
  for (let day = 0; day < FUTURE; day++) {
    if (day % WEEK === 0) {
      setBudgets(
        world,
        policy,
        Array.from(world.campaigns, () => random.normal()),
        tested,
      )
    }
    live(world)
    for (const one of world.campaigns) {
      gain += expectedRevenue(one, world.days - 1) - one.series.spend[world.days - 1]!
      spend += one.series.spend[world.days - 1]!
    }
  }
  return { gain, spend }
}

/** @param tested budgets before the tests of the last week, by campaign */
function setBudgets(world: ResponseWorld, policy: Policy, errors: readonly number[], tested: Map<number, number>): void {
  const { campaigns, days } = world
  const responses = policy === 'steps' ? findResponses(observedSeries(world)) : []
  const rows = campaigns.map((one, campaign) => {
    const roas = lastRoas(one, days) * Math.exp(ROAS_ERROR * errors[campaign]!)
    const response = responses.find(found => found.campaign === campaign)
    return rowOf(one, campaign, days, roas, response)
  })
  const steps = decide(rows)
  campaigns.forEach((one, campaign) => {
    const step = steps[campaign]!
    const factor = factorOf(policy, rows[campaign]!, step)
    // A test ends after its 7 days, unless the next step starts from there.
    const budget = (step.direction === 'none' ? tested.get(campaign) : undefined) ?? one.budget[days - 1]!
    if (policy === 'steps' && step.kind === 'test') tested.set(campaign, budget)
    else tested.delete(campaign)
    // The network spends what the budget allows, on average: the budget moves by the same factor. A budget that is not spent is lowered to less than is spent.
    const from = one.spends === 'as budgeted' || factor >= 1 ? budget : Math.min(budget, rows[campaign]!.currentDailySpend)
    one.budget.fill(from * factor, days, days + WEEK)
  })
}

/** True ROAS of the last week, before all of its effect has come. */
function lastRoas(one: WorldCampaign, days: number): number {
  let revenue = 0
  for (let day = days - WEEK; day < days; day++) revenue += expectedRevenue(one, day)
  return revenue / WEEK / weekOf(one.series.spend, days)
}

function rowOf(one: WorldCampaign, campaign: number, days: number, roas: number, response: Response | undefined): StepRow {
  const mean = (from: number, to: number): number =>
    one.series.spend.subarray(days - to, days - from).reduce((sum, spend) => sum + spend, 0) / (to - from)
  const spend = mean(0, WEEK)
  const today = { spend, roas, target: 1, seen: seenSpend(one.series.spend.subarray(0, days)), mayMove: true }
  const judged = mean(2, 2 + WEEK)
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
    predictedLow: roas * Math.exp(-Z80 * ROAS_ERROR),
    predictedHigh: roas * Math.exp(Z80 * ROAS_ERROR),
    suggestedDailySpend: response === undefined ? null : (judged * suggestSpend(response, today, STEP)) / spend,
    marginalRoas: response === undefined ? null : roas * revenueResponse(response).elasticity,
    responseElasticity: response?.mean ?? null,
    responseLow: response?.low ?? null,
    responseHigh: response?.high ?? null,
    optimisationLiveRoas: null,
    optimisationPacedRoas: null,
    optimisationRawRoas: null,
    currentDailySpend: spend,
    latestDailySpend: mean(0, 3),
    activity: 'spends',
    spoiledBy: null,
    isWithheld: false,
    limits: [],
    sharesCampaign: false,
  }
}

function decide(rows: readonly StepRow[]): Step[] {
  const deciding = decideSteps(rows, { hasResponses: true, minorUnit: 0.01 })
  for (;;) {
    const { done, value } = deciding.next()
    if (done === true) return value
  }
}

function factorOf(policy: Policy, row: StepRow, step: Step): number {
  switch (policy) {
    case 'steps':
      return step.direction === 'none' ? 1 : step.to! / step.from!
    case 'by 20 %':
      return { SCALE: 1 + STEP, HOLD: 1, REDUCE: 1 - STEP }[row.action]
    case 'nothing':
      return 1
  }
}
