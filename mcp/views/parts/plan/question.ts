import { type BudgetPlan, type Goal, planBudget } from '../../../../server/analytics/budget-plan.ts'
import type { PlanRow } from '../../../../server/analytics/response-curve.ts'

/** A plan as a person asks for it: a goal, and the largest change of a campaign's spend, a share of it. */
export interface PlanQuestion {
  goal: Goal
  maxStep: number
}

/** Today's total, spent better. */
export const SAME_TOTAL: PlanQuestion = { goal: { budgetChange: 0 }, maxStep: 0.2 }

export const STEPS = [0.1, 0.2, 0.3, 0.5] as const

/** A campaign, or a campaign in a country, as the plan reads it. */
export interface Candidate extends PlanRow {
  key: string
  platform: string
  campaign: string
  country: string
}

export type Plan = BudgetPlan<Candidate>

/** Days that totals of the contract add up; this view shows days. */
const HORIZON = 1

/** The service's own formula, so that moving a slider needs no request. */
export function planOf(candidates: readonly Candidate[], { goal, maxStep }: PlanQuestion): Plan {
  return planBudget(candidates, goal, { maxStep, horizonDays: HORIZON })
}

/** Whether the run says how spend and revenue respond to each other, for any campaign. */
export function hasResponses(candidates: readonly Candidate[]): boolean {
  return candidates.some(({ responseElasticity, marginalRoas }) => responseElasticity !== null && marginalRoas !== null)
}

export interface CurvePoint {
  dailySpend: number
  revenue: number
  roas: number | null
}

/** Segments of the curve, which is smooth. */
const SEGMENTS = 24

/** The best plans of all totals within the bounds, from the lowest to the highest. */
export function curveOf(candidates: readonly Candidate[], maxStep: number): CurvePoint[] {
  const { lowestDailySpend: low, highestDailySpend: high } = planOf(candidates, { goal: { budgetChange: 0 }, maxStep })
  const count = high > low ? SEGMENTS : 0
  return Array.from({ length: count + 1 }, (_, index) => {
    const dailyBudget = low + ((high - low) * index) / Math.max(count, 1)
    const { dailySpend, revenue, roas } = planOf(candidates, { goal: { dailyBudget }, maxStep }).after
    return { dailySpend, revenue, roas }
  })
}

export interface SliderRange {
  min: number
  max: number
  step: number
}

/** The slider of a goal: totals within the bounds, or the blended ROAS that they return. */
export function rangeOf({ goal }: PlanQuestion, { before }: Plan, curve: readonly CurvePoint[]): SliderRange {
  if (!('targetRoas' in goal)) return roundRange(curve[0]!.dailySpend, curve.at(-1)!.dailySpend, before.dailySpend)
  const today = before.roas ?? 0
  const all = [today, ...curve.flatMap(({ roas }) => roas ?? [])]
  return roundRange(Math.min(...all), Math.max(...all), today)
}

/** About a hundred round steps, one of which is `today`. */
function roundRange(low: number, high: number, today: number): SliderRange {
  const rough = Math.max((high - low) / 100, 1e-9)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map(times => times * power).find(size => size >= rough * 0.999)!
  const within = (from: number, to: number) => Math.floor((to - from) / step + 1e-9) * step
  return { min: today - within(low, today), max: today + within(today, high), step }
}
