import { type Goal, planBudget } from '../../../server/core/formulas/budget-plan.ts'
import type { PlanRow } from '../../../server/core/formulas/response-curve.ts'
import { findResponses, type Response } from '../../../server/forecast/response/response.ts'
import { revenueResponse } from '../../../server/forecast/response/suggestion.ts'
import { chance } from '../../../scripts/lab/world/chance.ts'
import {
  elasticityAt,
  expectedRevenue,
  type Nature,
  responseWorld,
  type ResponseWorld,
  observedSeries,
  type WorldCampaign,
} from '../../../scripts/lab/world/responses.ts'

/** Standard deviation of the error of a plan's predicted ROAS, as a logarithm: small, so that plans show how good responses are. */
const ROAS_ERROR = 0.05
const WEEK = 7
const STEP = 0.2
export const CHANGES = [-0.1, 0, 0.1]

export interface ResponseFigures {
  campaigns: number
  held: number
  /** Sum of estimate less truth, of all and of those with at least two jumps of 20 %. */
  bias: number
  moved: { campaigns: number; bias: number }
  width: number
  evident: number
  valueBias: number
  /** Revenue lost against the oracle's split: of plans, and of the same change for all. */
  regret: { plan: number; proportional: number }
  /** Revenue of the plan of the same total, over leaving everything. */
  overLeaving: number
  /** Share of spend that the plan of the same total moves. */
  shifted: number
}

export function responseFigures(nature: Nature, seed: number): ResponseFigures {
  const world = responseWorld(nature, seed)
  const responses = findResponses(observedSeries(world))
  const { campaigns, days } = world
  const truths = campaigns.map(one => truthOf(one, days))
  const off = (one: Response): number => one.mean - truths[one.campaign]!
  const isMoved = ({ jumps }: Response): boolean =>
    jumps.filter(({ size }) => Math.abs(size) >= Math.log(1.2)).length >= 2
  const sum = (some: readonly Response[], of: (one: Response) => number): number =>
    some.reduce((total, one) => total + of(one), 0)
  const count = (is: (one: Response) => boolean): number => responses.filter(is).length
  return {
    campaigns: responses.length,
    held: count(one => truths[one.campaign]! >= one.low && truths[one.campaign]! <= one.high),
    bias: sum(responses, off),
    moved: { campaigns: count(isMoved), bias: sum(responses.filter(isMoved), off) },
    width: sum(responses, ({ low, high }) => high - low),
    evident: count(({ evidence }) => evidence === 'learned'),
    valueBias: sum(responses, one => one.value - campaigns[one.campaign]!.value),
    ...planFigures(world, responses, seed),
  }
}

/** Plans of the morning after against what the next week truly brings. */
function planFigures(
  { campaigns, days }: ResponseWorld,
  responses: readonly Response[],
  seed: number,
) {
  const random = chance(seed + 90_000)
  const rows = responses.map((response): { known: PlanRow; truth: PlanRow; one: WorldCampaign } => {
    const one = campaigns[response.campaign]!
    const spend = weekOf(one.series.spend, days)
    const roas = roasOf(one, days, spend)
    const predicted = roasOf(one, days - WEEK, spend) * Math.exp(ROAS_ERROR * random.normal())
    const base = {
      id: response.campaign,
      network: `${one.network}`,
      dailySpend: spend,
      steppedDailySpend: null,
      limits: [],
      moves: { up: true, down: true },
      predictedLow: null,
      predictedHigh: null,
    }
    const row = (
      level: number,
      elasticity: number,
      [b, low, high]: readonly [number, number, number],
    ): PlanRow => ({
      ...base,
      predictedRoas: level,
      marginalRoas: level * elasticity,
      responseElasticity: b,
      responseLow: low,
      responseHigh: high,
      tested: true,
    })
    const b = truthOf(one, days)
    return {
      one,
      known: row(predicted, revenueResponse(response).elasticity, [
        response.mean,
        response.low,
        response.high,
      ]),
      truth: row(roas, b + one.value, [b, b, b + 1e-9]),
    }
  })
  const today = rows.map(({ truth }) => truth.dailySpend)
  const spendsBy = (which: 'known' | 'truth', goal: Goal): number[] =>
    planBudget(
      rows.map(row => row[which]),
      goal,
      { maxStep: STEP, horizonDays: WEEK },
    ).rows.map(({ planned }) => planned.plannedDailySpend)
  const revenue = (spends: readonly number[], which: 'known' | 'truth' = 'truth'): number =>
    spends.reduce((total, spend, c) => total + revenueAt(rows[c]![which], spend), 0)
  const regret = { plan: 0, proportional: 0 }
  for (const budgetChange of CHANGES) {
    const planned = spendsBy('known', { budgetChange })
    const even = today.map(spend => spend * (1 + budgetChange))
    const best = revenue(spendsBy('truth', { budgetChange }))
    regret.plan += best - revenue(planned)
    regret.proportional += best - revenue(even)
  }
  const same = spendsBy('known', { budgetChange: 0 })
  const total = today.reduce((all, one) => all + one, 0)
  return {
    regret,
    overLeaving: revenue(same) / revenue(today) - 1,
    shifted: same.reduce((all, spend, c) => all + Math.abs(spend - today[c]!), 0) / 2 / total,
  }
}

function revenueAt({ predictedRoas, marginalRoas, dailySpend }: PlanRow, spend: number): number {
  return predictedRoas! * dailySpend * (spend / dailySpend) ** (marginalRoas! / predictedRoas!)
}

/** At the spend of the last week. A response is at most 1: where more spend buys installs at less, it stays so. */
export function truthOf(one: WorldCampaign, days: number): number {
  return Math.min(1, elasticityAt(one, days - 1, weekOf(one.series.spend, days)))
}

/** Mean spend of the last week. */
export function weekOf(spend: Float64Array, days: number): number {
  return spend.subarray(days - WEEK, days).reduce((sum, value) => sum + value, 0) / WEEK
}

/** True mean ROAS over a week at a daily spend that stays. */
export function roasOf(one: WorldCampaign, from: number, spend: number): number {
  let sum = 0
  for (let day = from; day < from + WEEK; day++) sum += expectedRevenue(one, day, spend)
  return sum / WEEK / spend
}
