import { type BudgetPlan, type Goal, planBudget } from '../../../core/formulas/budget-plan.ts'
import { movesBy } from '../../../core/formulas/moves.ts'
import { movableOf, type PlanRow, revenueAt } from '../../../core/formulas/response-curve.ts'
import { limitsIn, type RunningBudget } from '../../../core/formulas/headroom.ts'
import type { Call } from '../campaigns/call.ts'
import type { Paced } from './pacing-words.ts'

/** A plan as requested: a goal, the largest change of a campaign's spend, as a share of it, and whether it follows the steps. */
export interface PlanQuestion {
  goal: Goal
  maxStep: number
  followSteps: boolean
}

/** Today's total, spent better. */
export const SAME_TOTAL: PlanQuestion = {
  goal: { budgetChange: 0 },
  maxStep: 0.2,
  followSteps: true,
}

export const STEPS = [0.1, 0.2, 0.3, 0.5] as const

/** A campaign, or a campaign in a country, as input of the plan. */
export interface Candidate extends Omit<PlanRow, 'moves'> {
  key: string
  platform: string
  campaign: string
  country: string
  action: string
  stepKind: string
  stepReason: string | null
  /** What its response rests on; null: not said. */
  responseEvidence: string | null
  /** The step's action in the service's words, and its place among the steps: greater comes first, null if it changes nothing. */
  words: string
  priority: number | null
}

/** The parts of a recommendation from which a plan starts. */
export interface Planned extends Omit<Candidate, 'dailySpend' | 'steppedDailySpend' | 'limits'> {
  /** Today's. */
  currentDailySpend: number
  stepSpendChange: number | null
}

/** A recommendation as input of a plan. */
export function plannedOf(call: Call, key = String(call.id)): Planned {
  const { step, predictedLowRoas: predictedLow, predictedHighRoas: predictedHigh } = call
  return {
    ...call,
    key,
    predictedLow,
    predictedHigh,
    stepKind: step.kind,
    stepReason: step.reason,
    stepSpendChange: step.spendChange,
    words: call.head,
    priority: step.direction === 'none' ? null : call.priority,
  }
}

type Budget = Pick<
  Paced,
  'month' | 'platform' | 'network' | 'campaign' | 'amount' | 'expected' | 'daysLeft'
>

/** Rows that a plan may move: all that have spend and valid data, within the month's budgets. */
export function candidatesOf(rows: readonly Planned[], budgets: readonly Budget[]): Candidate[] {
  const limitsOf = limitsIn(
    budgets.map((budget, budgetId) => ({ ...budget, budgetId }) as RunningBudget),
  )
  return rows
    .filter(({ stepKind }) => stepKind !== 'stopped' && stepKind !== 'check_data')
    .map(row => ({
      ...row,
      dailySpend: row.currentDailySpend,
      steppedDailySpend:
        row.stepSpendChange === null ? null : row.currentDailySpend + row.stepSpendChange,
      limits: limitsOf(row),
    }))
}

export type Plan = BudgetPlan<Candidate & Pick<PlanRow, 'moves'>>

/** Days in the contract's totals; this view shows single days. */
const HORIZON = 1

/** Uses the service's own formula, so that moving a slider needs no request. */
export function planOf(
  candidates: readonly Candidate[],
  { goal, maxStep, followSteps }: PlanQuestion,
): Plan {
  const rows = candidates.map(row => ({
    ...row,
    moves: movesBy(row.action, { kind: row.stepKind, reason: row.stepReason }, followSteps),
  }))
  return planBudget(rows, goal, { maxStep, horizonDays: HORIZON })
}

/** The plan that a question begins with: today's total, or, if the steps only cut, the steps themselves with their own total. */
export function firstPlanOf(candidates: readonly Candidate[], question: PlanQuestion): Plan {
  const plan = planOf(candidates, question)
  const isSame = 'budgetChange' in question.goal && question.goal.budgetChange === 0
  if (!isSame || !plan.onlyCuts || plan.suggested === null) return plan
  return {
    ...plan,
    dailyBudget: plan.suggested.dailySpend,
    after: plan.suggested,
    rows: plan.rows.map(({ row, planned }) => ({
      row,
      planned: planned.limitedBy === 'evidence' ? planned : followed(row, planned),
    })),
  }
}

/** A row that does what its step says. */
function followed(
  row: Candidate,
  planned: Plan['rows'][number]['planned'],
): Plan['rows'][number]['planned'] {
  const movable = movableOf(row)
  const spend = row.steppedDailySpend ?? row.dailySpend
  if (movable === null || row.dailySpend === 0) return planned
  return {
    ...planned,
    plannedDailySpend: spend,
    change: spend / row.dailySpend - 1,
    plannedRevenue: planned.revenue === null ? null : revenueAt(movable, spend),
    limitedBy: spend === row.dailySpend ? planned.limitedBy : null,
  }
}

/** Whether the run has a response to spend for any campaign. */
export function hasResponses(candidates: readonly Candidate[]): boolean {
  return candidates.some(
    ({ responseElasticity, marginalRoas }) => responseElasticity !== null && marginalRoas !== null,
  )
}

export interface CurvePoint {
  dailySpend: number
  revenue: number
  roas: number | null
}

/** Number of segments of the curve, which is smooth. */
const SEGMENTS = 24

/** The best plans of all totals within the bounds, from the lowest to the highest. */
export function curveOf(
  candidates: readonly Candidate[],
  { maxStep, followSteps }: Omit<PlanQuestion, 'goal'>,
): CurvePoint[] {
  const { lowestDailySpend: low, highestDailySpend: high } = planOf(candidates, {
    goal: { budgetChange: 0 },
    maxStep,
    followSteps,
  })
  const count = high > low ? SEGMENTS : 0
  return Array.from({ length: count + 1 }, (_, index) => {
    const dailyBudget = low + ((high - low) * index) / Math.max(count, 1)
    const { dailySpend, revenue, roas } = planOf(candidates, {
      goal: { dailyBudget },
      maxStep,
      followSteps,
    }).after
    return { dailySpend, revenue, roas }
  })
}

export interface SliderRange {
  min: number
  max: number
  step: number
}

/** Number of steps of a slider; even, so that today's total, in the middle, is one. */
const STOPS = 100

/** The slider of a goal: totals within the bounds, or the blended ROAS that they return. */
export function rangeOf(
  { goal }: PlanQuestion,
  { before }: Plan,
  curve: readonly CurvePoint[],
): SliderRange {
  const all =
    'targetRoas' in goal
      ? [before.roas ?? 0, ...curve.flatMap(({ roas }) => roas ?? [])]
      : curve.map(({ dailySpend }) => dailySpend)
  const [min, max] = [Math.min(...all), Math.max(...all)]
  return { min, max, step: Math.max((max - min) / STOPS, 1e-9) }
}
