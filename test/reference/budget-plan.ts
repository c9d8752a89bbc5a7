import { passes, displayIdentity } from './identity.ts'
import { compareObject } from './compare.ts'
import { Accepts, Between } from './expected.ts'
import { actionFor, decidingRoas, moneyOrNull } from './action.ts'
import { stepDifference } from './needed-step.ts'
import { pacing } from './pacing.ts'
import { addDays } from './periods.ts'
import { dataThrough, runAsOf } from './runs.ts'
import { type Stepped, stepsOf } from './step.ts'
import type { AppRow, Delivery, RecommendationRow } from './delivery.ts'
import type { BudgetPlanParameters } from './request-types.ts'

/**
 * The plan of a budget, calculated by moving spend between two campaigns at a time until no move helps, and for a target ROAS by trying totals. Several
 * plans may be equally good, so that `planDifference` asks of the service's spends that they are as good, and of all other numbers that they follow.
 */

interface Row {
  row: RecommendationRow
  step: Stepped['step']
  predicted: number | null
  spend: number
  roas: number | null
  /** Elasticity of revenue; null: it may not move. */
  elasticity: number | null
  lowest: number
  highest: number
  /** Whether a budget of the month covers it. */
  limited: boolean
  /** Whether its call lets it move at all. */
  called: boolean
}

interface Bounds {
  maxStep: number
  limited: boolean
  followSteps: boolean
}

function rowOf(
  { row, step, currentDailySpend: spend }: Stepped,
  app: AppRow,
  { maxStep, limited, followSteps }: Bounds,
): Row {
  const { predicted, target } = decidingRoas(row, app)
  const action = actionFor(predicted, target, app)
  const isFree = step.kind !== 'keep' || step.reason === 'budget_spent'
  const [up, down] = ['SCALE', 'REDUCE'].map(word => !followSteps || (isFree && action === word))
  const [low, high, response] = [
    row.response_low ?? null,
    row.response_high ?? null,
    row.response_elasticity ?? null,
  ]
  const marginal = row.marginal_roas ?? null
  const isKnown =
    step['tested'] === true &&
    spend > 0 &&
    predicted !== null &&
    predicted > 0 &&
    marginal !== null &&
    response !== null &&
    low !== null &&
    high !== null
  const same = { row, step, predicted, spend, roas: predicted, limited, called: up! || down! }
  if (!same.called || !isKnown || high - low > 0.4 || high - low < 1e-9)
    return { ...same, elasticity: null, lowest: spend, highest: spend }
  return {
    ...same,
    elasticity: Math.min(1, marginal / predicted),
    lowest: down! ? spend - spend * maxStep : spend,
    highest: up! ? spend + spend * maxStep : spend,
  }
}

function revenueAt({ roas, spend, elasticity }: Row, x: number): number {
  if (elasticity === null || x === spend) return (roas ?? 0) * spend
  if (x === 0) return elasticity === 0 ? roas! * spend : 0
  return roas! * spend * Math.exp(elasticity * Math.log(x / spend))
}

function marginalAt(row: Row, x: number): number {
  if (row.elasticity === 0) return 0
  if (row.elasticity === 1) return row.roas!
  return x === 0 ? Infinity : (row.elasticity! * revenueAt(row, x)) / x
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Moves spend from the campaign that loses least by it to the one that gains most, as far as that pays, until it does no more. */
function spread(rows: readonly Row[], budget: number): number[] {
  const [least, most] = [total(rows.map(row => row.lowest)), total(rows.map(row => row.highest))]
  const part = most === least ? 0 : Math.min(1, Math.max(0, (budget - least) / (most - least)))
  const spends = rows.map(row => row.lowest + part * (row.highest - row.lowest))
  for (let turn = 0; turn < 400 * rows.length; turn++) {
    let [up, down] = [-1, -1]
    for (const [index, row] of rows.entries()) {
      if (row.elasticity === null) continue
      const marginal = marginalAt(row, spends[index]!)
      if (spends[index]! < row.highest && (up < 0 || marginal > marginalAt(rows[up]!, spends[up]!)))
        up = index
      if (
        spends[index]! > row.lowest &&
        (down < 0 || marginal < marginalAt(rows[down]!, spends[down]!))
      )
        down = index
    }
    if (up < 0 || down < 0 || up === down) break
    const gain = (x: number) =>
      marginalAt(rows[up]!, spends[up]! + x) - marginalAt(rows[down]!, spends[down]! - x)
    if (gain(0) <= 1e-8) break
    let [less, more] = [
      0,
      Math.min(rows[up]!.highest - spends[up]!, spends[down]! - rows[down]!.lowest),
    ]
    if (gain(more) < 0) {
      for (let half = 0; half < 45; half++) {
        const middle = (less + more) / 2
        if (gain(middle) > 0) less = middle
        else more = middle
      }
    }
    const full = more === rows[up]!.highest - spends[up]!
    const empty = more === spends[down]! - rows[down]!.lowest
    spends[up] = full ? rows[up]!.highest : spends[up]! + more
    spends[down] = empty ? rows[down]!.lowest : spends[down]! - more
  }
  return spends
}

function revenueOf(
  rows: readonly Row[],
  spends: readonly number[],
): { revenue: number; covered: number } {
  const known = rows
    .map((row, index) => ({ row, x: spends[index]! }))
    .filter(({ row }) => row.roas !== null)
  return {
    revenue: total(known.map(({ row, x }) => revenueAt(row, x))),
    covered: total(known.map(({ x }) => x)),
  }
}

interface Best {
  revenue: number
  /** Of the target ROAS: revenue minus what it asks for. */
  surplus: number
  reached: boolean
}

/** The most revenue at the target, by trying totals: the surplus over the target rises and then falls with the total. */
function bestAt(rows: readonly Row[], target: number): Best {
  // What brings nothing more is kept low.
  const bounded = rows.map(row => (row.elasticity === 0 ? { ...row, highest: row.lowest } : row))
  const surplusOf = (spends: readonly number[]) => {
    const { revenue, covered } = revenueOf(rows, spends)
    return {
      revenue,
      surplus: revenue - target * covered,
      reached: rows.some(({ roas, spend }) => roas !== null && spend > 0),
    }
  }
  const tried = (budget: number) => surplusOf(spread(bounded, budget))
  const [least, most] = [
    total(bounded.map(row => row.lowest)),
    total(bounded.map(row => row.highest)),
  ]
  const all = surplusOf(bounded.map(row => row.highest))
  if (all.surplus >= 0) return all
  let [from, to] = [least, most]
  for (let third = 0; third < 80; third++) {
    const [one, other] = [from + (to - from) / 3, to - (to - from) / 3]
    if (tried(one).surplus < tried(other).surplus) from = one
    else to = other
  }
  const top = tried((from + to) / 2)
  if (top.surplus < 0) return { ...top, reached: false }
  let [good, bad] = [(from + to) / 2, most]
  for (let half = 0; half < 60; half++) {
    const middle = (good + bad) / 2
    if (tried(middle).surplus >= 0) good = middle
    else bad = middle
  }
  return tried(good)
}

/** Intervals cover the errors of predictions and responses in the service's own way: they hold the value, and are one where anything is uncertain. */
function totalsOf(
  rows: readonly Row[],
  spends: readonly number[],
  days: number,
): Record<string, unknown> {
  const { revenue, covered } = revenueOf(rows, spends)
  const change =
    revenue -
    revenueOf(
      rows,
      rows.map(({ spend }) => spend),
    ).revenue
  const slack =
    1e-9 *
    total(rows.map((row, index) => Math.abs(row.roas ?? 0) * Math.max(row.spend, spends[index]!)))
  const about = (value: number) => new Between(value - slack, value + slack)
  return {
    dailySpend: total(spends),
    revenue: about(revenue),
    revenueLow: new Between(-Infinity, revenue + slack),
    revenueHigh: new Between(revenue - slack, Infinity),
    revenueChange: about(change),
    revenueChangeLow: new Between(-Infinity, change + slack),
    revenueChangeHigh: new Between(change - slack, Infinity),
    roas:
      covered === 0 ? null : new Between((revenue - slack) / covered, (revenue + slack) / covered),
    horizonSpend: total(spends) * days,
    horizonRevenue: new Between((revenue - slack) * days, (revenue + slack) * days),
  }
}

/** No budget of the month is planned beyond what it leaves. */
function roomDifference(
  rows: readonly Row[],
  spends: readonly number[],
  budgets: readonly Record<string, unknown>[],
): string | undefined {
  for (const budget of budgets) {
    const change = total(
      rows.map(({ row, spend }, index) => (covers(budget, row) ? spends[index]! - spend : 0)),
    )
    const room = Number(budget['amount']) - Number(budget['expected'])
    const days = Number(budget['daysLeft'])
    if (change * days > Math.max(0, room) * (1 + 1e-9) + 1e-6)
      return `budget ${String(budget['budgetId'])} has ${room} left for ${change} on ${days} days`
  }
  return undefined
}

function covers(budget: Record<string, unknown>, row: RecommendationRow): boolean {
  return (['platform', 'network', 'campaign'] as const).every(
    name => budget[name] === null || budget[name] === displayIdentity(row)[name],
  )
}

interface Answer {
  reached: boolean
  onlyCuts: boolean
  optimal: boolean
  neededMaxStep: number | null
  marginalRoas: number | null
  lowestDailySpend: number
  highestDailySpend: number
  campaigns: { id: number; plannedDailySpend: number }[]
}

/** The first difference between the service's plan and what is best and follows; undefined when there is none. */
export function planDifference(
  delivery: Required<Delivery>,
  day: string,
  app: AppRow,
  parameters: BudgetPlanParameters,
  actual: unknown,
): string | undefined {
  const {
    granularity = 'campaign',
    dailyBudget,
    budgetChange,
    targetRoas,
    maxStep = 0.2,
    horizonDays = 7,
    followSteps = true,
  } = parameters
  const run = runAsOf(delivery, app.app_id, 'recommendation')
  const answer = actual as Answer
  const month = run === undefined ? '' : addDays(dataThrough(run), 1).slice(0, 7)
  const budgets = pacing(delivery, day, app, month).filter(budget => budget['expected'] !== null)
  const steps =
    run === undefined ? [] : [...stepsOf(delivery, day, app, run, { granularity }).values()]
  const rows = steps
    .filter(
      ({ row, step }) =>
        passes(row, parameters) && step.kind !== 'stopped' && step.kind !== 'check_data',
    )
    .map(stepped => {
      const limited = budgets.some(budget => covers(budget, stepped.row))
      return rowOf(stepped, app, { maxStep, limited, followSteps })
    })
    .sort((a, b) => b.spend - a.spend || a.row.recommendation_id - b.row.recommendation_id)
  const ids = JSON.stringify(answer.campaigns?.map(({ id }) => id))
  if (ids !== JSON.stringify(rows.map(({ row }) => row.recommendation_id)))
    return `campaigns ${ids}`
  const spends = answer.campaigns.map(({ plannedDailySpend }) => plannedDailySpend)
  const today = rows.map(({ spend }) => spend)
  const all = total(today)
  const budget = dailyBudget ?? (budgetChange === undefined ? null : all * (1 + budgetChange))
  // Splits of budgets are held against all others where they are few (`budget-plan.test.ts`).
  const limited = rows.some(({ limited }) => limited)
  const goal = budget === null ? { targetRoas: targetRoas! } : { budget }
  return (
    boundsDifference(rows, spends) ??
    roomDifference(rows, spends, budgets) ??
    (limited
      ? limitedDifference(rows, spends, answer, budget)
      : goalDifference(rows, spends, answer, budget, targetRoas)) ??
    (limited ? undefined : marginalDifference(rows, spends, answer)) ??
    (limited ? undefined : neededDifference(rows, answer, goal)) ??
    compareObject(
      {
        kind: 'object',
        value: {
          goal:
            dailyBudget !== undefined
              ? 'dailyBudget'
              : budgetChange !== undefined
                ? 'budgetChange'
                : 'targetRoas',
          dailyBudget: budget,
          targetRoas: targetRoas ?? null,
          followSteps,
          reached: answer.reached,
          onlyCuts:
            rows.every(row => row.highest <= row.spend) && rows.some(row => row.lowest < row.spend),
          optimal: limited ? answer.optimal : true,
          neededMaxStep: answer.neededMaxStep,
          marginalRoas: answer.marginalRoas,
          lowestDailySpend: total(rows.map(row => row.lowest)),
          highestDailySpend: limited
            ? answer.highestDailySpend
            : total(rows.map(row => row.highest)),
          coveredShare:
            all === 0 ? null : total(rows.map(row => (row.roas === null ? 0 : row.spend))) / all,
          movableShare:
            all === 0
              ? null
              : total(rows.map(row => (row.elasticity === null ? 0 : row.spend))) / all,
          horizonDays,
          before: totalsOf(rows, today, horizonDays),
          after: totalsOf(rows, spends, horizonDays),
          suggested: suggested(rows, horizonDays),
          campaigns: rows.map((row, index) =>
            planned(row, spends[index]!, targetRoas !== undefined),
          ),
        },
      },
      actual,
    )
  )
}

function boundsDifference(rows: readonly Row[], spends: readonly number[]): string | undefined {
  const outside = rows.findIndex(
    ({ lowest, highest }, index) =>
      !(spends[index]! >= lowest * (1 - 1e-12) && spends[index]! <= highest * (1 + 1e-12)),
  )
  return outside < 0
    ? undefined
    : `campaign ${outside} is planned out of its bounds: ${spends[outside]}, ${JSON.stringify(rows[outside])}`
}

/** Within budgets: the total, and that the same total never brings less than doing nothing. */
function limitedDifference(
  rows: readonly Row[],
  spends: readonly number[],
  { reached }: Answer,
  budget: number | null,
): string | undefined {
  if (budget === null) return undefined
  const today = rows.map(({ spend }) => spend)
  const off = Math.abs(total(spends) - budget) / Math.max(budget, 1e-9)
  if (reached && off > 1e-8) return `reached, but ${off} off`
  if (Math.abs(budget - total(today)) > 1e-12 * budget) return undefined
  if (!reached) return "today's total is always possible"
  const [now, before] = [spends, today].map(some => revenueOf(rows, some).revenue)
  return now! < before! - 1e-9 * Math.abs(before!)
    ? `revenue ${now}, doing nothing brings ${before}`
    : undefined
}

/** The total, whether the goal is met, and that no other plan is better. */
function goalDifference(
  rows: readonly Row[],
  spends: readonly number[],
  { reached }: Answer,
  budget: number | null,
  targetRoas: number | undefined,
): string | undefined {
  const { revenue, covered } = revenueOf(rows, spends)
  if (budget === null) {
    const best = bestAt(rows, targetRoas!)
    const surplus = revenue - targetRoas! * covered
    // Trying totals ends near no spend, not at it: that is rounding beside today's revenue, or beside the smallest amount of money.
    const spent = rows.map(({ spend }) => spend)
    const today = Math.abs(revenueOf(rows, spent).revenue)
    const isClear = Math.abs(best.surplus) > 1e-7 * Math.abs(best.revenue) + 1e-10 * today + 1e-9
    if (isClear && reached !== best.reached)
      return `reached is ${reached}, the best plan has the surplus ${best.surplus}`
    if (
      reached
        ? surplus < -1e-9 * Math.abs(revenue)
        : surplus < best.surplus - 1e-6 * Math.max(Math.abs(best.revenue), 1e-6)
    )
      return `surplus ${surplus}, best ${best.surplus}`
    return reached && revenue < best.revenue - 1e-6 * Math.abs(best.revenue) - 1e-10 * today
      ? `revenue ${revenue}, best ${best.revenue}`
      : undefined
  }
  const possible = Math.min(
    Math.max(budget, total(rows.map(row => row.lowest))),
    total(rows.map(row => row.highest)),
  )
  if (Math.abs(total(spends) - possible) > 1e-9 * Math.max(possible, 1))
    return `spends ${total(spends)}, not ${possible}`
  const off = Math.abs(budget - possible) / Math.max(budget, 1e-9)
  if (off < 1e-10 || off > 1e-8 ? reached !== off < 1e-9 : false)
    return `reached is ${reached}, the budget is ${off} off`
  const best = revenueOf(rows, spread(rows, budget)).revenue
  return revenue < best - 1e-7 * Math.max(Math.abs(best), 1e-6)
    ? `revenue ${revenue}, best ${best}`
    : undefined
}

function neededDifference(
  rows: readonly Row[],
  { reached, neededMaxStep }: Answer,
  goal: Parameters<typeof stepDifference>[2],
): string | undefined {
  if (reached)
    return neededMaxStep === null ? undefined : `a step of ${neededMaxStep}, though the goal is met`
  const movables = rows.flatMap(row => {
    const moves = { up: row.highest > row.spend, down: row.lowest < row.spend }
    return row.elasticity === null
      ? []
      : [{ spend: row.spend, moves, revenueAt: (x: number) => revenueAt(row, x) }]
  })
  const staying = rows.filter(({ elasticity }) => elasticity === null)
  const today = staying.map(({ spend }) => spend)
  return stepDifference(
    movables,
    { spend: total(today), ...revenueOf(staying, today) },
    goal,
    neededMaxStep,
  )
}

/** The level is that of the last unit spent, and no campaign that can spend more earns more by it than one that can spend less. */
function marginalDifference(
  rows: readonly Row[],
  spends: readonly number[],
  { marginalRoas: level }: Answer,
): string | undefined {
  const moving = rows
    .map((row, index) => ({ row, x: spends[index]! }))
    .filter(({ row }) => row.elasticity !== null)
  const above = moving.filter(({ row, x }) => x > row.lowest * (1 + 1e-12))
  const falling = (above.length > 0 ? above : moving)
    .map(({ row, x }) => marginalAt(row, x))
    .sort((one, other) => other - one)
  const last = above.length > 0 ? falling.at(-1) : falling[0]
  // It is infinite at no spend, and nothing if nothing can move.
  const expected = last === undefined || last === Infinity ? null : last
  if (level === null || expected === null)
    return level === expected ? undefined : `marginal ROAS ${level}, not ${expected}`
  if (Math.abs(level - expected) > 1e-6 * expected + 1e-9)
    return `marginal ROAS ${level}, not ${expected}`
  const off = rows.findIndex((row, index) => {
    if (row.elasticity === null) return false
    const x = spends[index]!
    const marginal = marginalAt(row, x)
    const slack = 1e-6 * (level + marginal) + 1e-9
    return (
      (marginal > level + slack && x < row.highest * (1 - 1e-12)) ||
      (marginal < level - slack && x > row.lowest * (1 + 1e-12))
    )
  })
  return off < 0
    ? undefined
    : `campaign ${off} at ${spends[off]} could move: ${marginalAt(rows[off]!, spends[off]!)}, ${level}, ${JSON.stringify(rows[off])}`
}

function suggested(rows: readonly Row[], days: number): Record<string, unknown> | null {
  const changes = rows.map(({ step, elasticity }) =>
    elasticity === null ? null : step.spendChange,
  )
  if (changes.every(change => change === null)) return null
  return totalsOf(
    rows,
    rows.map(({ spend }, index) => spend + (changes[index] ?? 0)),
    days,
  )
}

function planned(row: Row, x: number, byRoas: boolean): Record<string, unknown> {
  const {
    row: stored,
    step,
    predicted,
    spend,
    roas,
    elasticity,
    lowest,
    highest,
    limited,
    called,
  } = row
  const [isHighest, isLowest] = [x >= highest * (1 - 1e-12), x <= lowest * (1 + 1e-12)]
  const limit =
    isHighest && highest > lowest
      ? elasticity === 0
        ? null
        : highest > spend
          ? 'step'
          : 'call'
      : isLowest
        ? lowest < spend
          ? 'step'
          : 'call'
        : byRoas
          ? 'target'
          : null
  return {
    id: stored.recommendation_id,
    ...displayIdentity(stored),
    currentDailySpend: spend,
    plannedDailySpend: x,
    change: spend === 0 ? null : x / spend - 1,
    lowestDailySpend: lowest,
    highestDailySpend: limited
      ? new Between(Math.min(x, spend) * (1 - 1e-12), highest * (1 + 1e-12))
      : highest,
    suggestedDailySpend: moneyOrNull(stored.suggested_daily_spend),
    predictedRoas: predicted,
    plannedRoas: roas === null || x === 0 ? null : revenueAt(row, x) / x,
    revenue: roas === null ? null : roas * spend,
    plannedRevenue: roas === null ? null : revenueAt(row, x),
    marginalRoas: stored.marginal_roas ?? null,
    plannedMarginalRoas: elasticity === null || x === 0 ? null : marginalAt(row, x),
    responseElasticity: stored.response_elasticity ?? null,
    responseLow: stored.response_low ?? null,
    responseHigh: stored.response_high ?? null,
    limitedBy: !called
      ? 'call'
      : elasticity === null
        ? 'evidence'
        : limited
          ? new Accepts('any limit', () => true)
          : limit,
    stepReason: step.reason,
  }
}
