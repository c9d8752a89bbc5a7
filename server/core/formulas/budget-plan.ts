import type { components } from '../../../generated/types.ts'
import {
  hasRevenue,
  marginalAt,
  type Movable,
  movableOf,
  type PlanRow,
  revenueAt,
  roasInterval,
} from './response-curve.ts'
import {
  type Bounded,
  type Bounds,
  boundRows,
  revenueIn,
  search,
  type Spends,
  spendsAt,
  withBrings,
} from './plan-bounds.ts'
import {
  type Budgets,
  capSpends,
  mostSpend,
  nestBudgets,
  reachable,
  sharedSpends,
} from './plan-budgets.ts'
import { correlated } from './step-totals.ts'
import { deviationWithin, Z80 } from './interval.ts'
import { sum } from './sums.ts'

/**
 * The plan of daily spend that meets a goal with the most revenue. Revenue of a day's installs at daily spend x is `R s (x / s) ^ e`. It is
 * concave, so in the best plan every row that is not at a bound has the same marginal ROAS λ, which one search finds.
 * Rows rise and fall as far as their calls, `maxStep` and budgets allow (`plan-bounds`, `plan-budgets`).
 */

export type Goal = { dailyBudget: number } | { budgetChange: number } | { targetRoas: number }

export interface PlanOptions {
  /** Largest change of a row's spend, as a share of it. */
  maxStep: number
  horizonDays: number
}

export interface PlannedRow {
  plannedDailySpend: number
  change: number | null
  lowestDailySpend: number
  highestDailySpend: number
  plannedRoas: number | null
  revenue: number | null
  plannedRevenue: number | null
  plannedMarginalRoas: number | null
  limitedBy: components['schemas']['PlannedCampaign']['limitedBy']
}

type PlanTotals = components['schemas']['BudgetTotals']

export interface BudgetPlan<Row extends PlanRow> {
  dailyBudget: number | null
  targetRoas: number | null
  reached: boolean
  /** No row may rise, and some may fall. */
  onlyCuts: boolean
  /** False if budgets overlap without containing each other: the plan is good, not best. */
  optimal: boolean
  /** If the goal is not met, the smallest `maxStep` that meets it; null if none does. */
  neededMaxStep: number | null
  marginalRoas: number | null
  lowestDailySpend: number
  highestDailySpend: number
  coveredShare: number | null
  movableShare: number | null
  before: PlanTotals
  after: PlanTotals
  suggested: PlanTotals | null
  /** In the order given. */
  rows: { row: Row; planned: PlannedRow }[]
}

/** Number of rows between two yields, less than a millisecond. */
const PLANNED_AT_ONCE = 1000

/** Relative tolerance for a spend at its bound. */
const AT_BOUND = 1e-12

/** Tolerances for rounding of sums, below the tolerance of `reached`. */
const [ROUNDING, SURPLUS_ROUNDING] = [1e-12, 1e-10]

export function planBudget<Row extends PlanRow>(
  rows: readonly Row[],
  goal: Goal,
  options: PlanOptions,
): BudgetPlan<Row> {
  const steps = planSteps(rows, goal, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Like `planSpend`, but yields between the steps of its searches: a search over thousands of rows takes as long as the event loop may be blocked. */
export function* planSteps<Row extends PlanRow>(
  unordered: readonly Row[],
  goal: Goal,
  { maxStep, horizonDays }: PlanOptions,
): Generator<void, BudgetPlan<Row>> {
  // Summed in one order, so that the order of the rows changes no digit.
  const order = [...unordered.entries()].sort(([a, { id }], [b, other]) => id - other.id || a - b)
  yield
  const inOrder = order.map(([, row]) => row)
  const movables = inOrder.map(row => ({ row, movable: movableOf(row) }))
  const budgets = nestBudgets(inOrder)
  yield
  const boundsOf = (step: number): Bounds[] => boundRows(movables, step)
  const bounds = boundsOf(maxStep)
  const today = inOrder.map(({ dailySpend }) => dailySpend)
  function* solve(most: Spends): Generator<void, Solution> {
    const rows = bounds.map((row, index) => withBrings(row, most[index]))
    yield
    return 'targetRoas' in goal
      ? yield* meetRoas(rows, goal.targetRoas)
      : yield* meetBudget(rows, budgetOf(goal, sum(today)))
  }
  let {
    rows: bounded,
    spends,
    reached,
  } = yield* solve(
    yield* capSpends(
      bounds.map(row => withBrings(row)),
      budgets,
      0,
    ),
  )
  if (!budgets.nested) {
    const other = yield* solve(sharedSpends(bounds, budgets))
    const isBetter =
      other.reached === reached
        ? revenueOf(other.rows, other.spends).revenue > revenueOf(bounded, spends).revenue
        : other.reached
    if (isBetter) ({ rows: bounded, spends, reached } = other)
  }
  yield
  const suggested = bounded.map(({ row, movable }) =>
    movable === null ? row.dailySpend : (row.steppedDailySpend ?? row.dailySpend),
  )
  const suggests = bounded.some(
    ({ row, movable }) => movable !== null && row.steppedDailySpend !== null,
  )
  const all = sum(today)
  const shareOf = (is: (row: Bounded) => boolean) =>
    all === 0 ? null : sum(bounded.map(row => (is(row) ? row.row.dailySpend : 0))) / all
  const most = reachable(bounds, budgets)
  const rows: BudgetPlan<Row>['rows'] = []
  for (const [index, [position, row]] of order.entries()) {
    if (index % PLANNED_AT_ONCE === 0) yield
    rows[position] = {
      row,
      planned: plannedRow(bounded[index]!, spends[index]!, {
        highest: most[index]!,
        byRoas: 'targetRoas' in goal,
      }),
    }
  }
  yield
  const before = totalsOf(bounded, today, horizonDays)
  yield
  const after = totalsOf(bounded, spends, horizonDays)
  yield
  return {
    dailyBudget: 'targetRoas' in goal ? null : budgetOf(goal, all),
    targetRoas: 'targetRoas' in goal ? goal.targetRoas : null,
    reached,
    onlyCuts:
      bounded.every(({ highest, row }) => highest <= row.dailySpend) &&
      bounded.some(({ lowest, row }) => lowest < row.dailySpend),
    optimal: budgets.nested,
    neededMaxStep: reached ? null : yield* neededStep(boundsOf, budgets, goal, all),
    marginalRoas: lastMarginal(bounded, spends),
    lowestDailySpend: sum(bounded.map(({ lowest }) => lowest)),
    highestDailySpend: sum(bounded.map(({ most }) => most)),
    coveredShare: shareOf(({ row }) => hasRevenue(row)),
    movableShare: shareOf(({ movable }) => movable !== null),
    before,
    after,
    suggested: suggests ? totalsOf(bounded, suggested, horizonDays) : null,
    rows,
  }
}

/** Minimum and maximum `maxStep` of a request, and the relative precision of the step that meets a goal. */
const [SMALLEST_STEP, LARGEST_STEP, STEP_PRECISION] = [0.001, 1, 1e-12]

/** The smallest step with which some plan meets the goal; null if none does. A larger step only extends the possible plans. */
function* neededStep(
  boundsOf: (step: number) => Bounds[],
  budgets: Budgets,
  goal: Goal,
  today: number,
): Generator<void, number | null> {
  function* meets(step: number): Generator<void, boolean> {
    const bounds = boundsOf(step)
    if (!('targetRoas' in goal)) {
      const budget = budgetOf(goal, today)
      if (budget < today) return sum(bounds.map(({ lowest }) => lowest)) <= budget * (1 + ROUNDING)
      return mostSpend(bounds, budgets) >= budget * (1 - ROUNDING)
    }
    const rows = bounds.map(row => withBrings(row))
    const { revenue, covered } = revenueOf(rows, yield* capSpends(rows, budgets, goal.targetRoas))
    return (
      rows.some(({ row }) => hasRevenue(row) && row.dailySpend > 0) &&
      revenue - goal.targetRoas * covered >= -SURPLUS_ROUNDING * Math.abs(revenue)
    )
  }
  if (yield* meets(SMALLEST_STEP)) return SMALLEST_STEP
  if (!(yield* meets(LARGEST_STEP))) return null
  let [low, high] = [SMALLEST_STEP, LARGEST_STEP]
  while (high - low > STEP_PRECISION * high) {
    yield
    const middle = (low + high) / 2
    if (yield* meets(middle)) high = middle
    else low = middle
  }
  return high
}

function budgetOf(goal: Exclude<Goal, { targetRoas: number }>, today: number): number {
  return 'dailyBudget' in goal ? goal.dailyBudget : today * (1 + goal.budgetChange)
}

interface Solution {
  rows: readonly Bounded[]
  spends: Spends
  reached: boolean
}

function* meetBudget(rows: readonly Bounded[], budget: number): Generator<void, Solution> {
  const [most, least] = [rows.map(({ most }) => most), rows.map(({ lowest }) => lowest)]
  // Tolerance for a budget that differs from a bound only by rounding.
  const slack = Math.max(1e-9 * Math.max(budget, 1e-9), 1e-13 * sum(most))
  if (budget >= sum(most)) return { rows, spends: most, reached: budget - sum(most) <= slack }
  if (budget <= sum(least)) return { rows, spends: least, reached: sum(least) - budget <= slack }
  return { rows, spends: yield* search(rows, 0, spends => budget - sum(spends)), reached: true }
}

/** The most revenue with at least this blended ROAS: λ is between 0 and the target, and the surplus over the target rises with λ. */
function* meetRoas(rows: readonly Bounded[], target: number): Generator<void, Solution> {
  const surplus = (spends: Spends) => {
    const { revenue, covered } = revenueOf(rows, spends)
    return revenue - target * covered
  }
  // Above 0, so that spend without return is not kept.
  const free = spendsAt(rows, Number.MIN_VALUE)
  if (surplus(free) >= 0)
    return {
      rows,
      spends: free,
      reached: rows.some(({ row }) => hasRevenue(row) && row.dailySpend > 0),
    }
  const thrifty = spendsAt(rows, target)
  const slack = 1e-9 * Math.max(revenueOf(rows, thrifty).revenue, 1e-9)
  if (surplus(thrifty) < 0) return { rows, spends: thrifty, reached: surplus(thrifty) >= -slack }
  return { rows, spends: yield* search(rows, Number.MIN_VALUE, surplus, target), reached: true }
}

/**
 * Marginal ROAS of the last unit spent: the smallest among rows above their lowest spend, else the largest. Null if no row may move, or if
 * it is infinite, at no spend at all.
 */
function lastMarginal(rows: readonly Bounded[], spends: Spends): number | null {
  let [above, all] = [Infinity, -Infinity]
  rows.forEach(({ movable, lowest }, index) => {
    if (movable === null) return
    const spend = spends[index]!
    const marginal = marginalAt(movable, spend)
    all = Math.max(all, marginal)
    if (spend > lowest * (1 + AT_BOUND)) above = Math.min(above, marginal)
  })
  const last = above === Infinity ? all : above
  return Number.isFinite(last) ? last : null
}

function plannedRow(
  bounded: Bounded,
  spend: number,
  { highest, byRoas }: { highest: number; byRoas: boolean },
): PlannedRow {
  const { row, movable, lowest } = bounded
  const planned = movable === null ? row.dailySpend : spend
  const revenue = hasRevenue(row) ? row.predictedRoas * row.dailySpend : null
  const plannedRevenue = revenue === null ? null : revenueIn(bounded, planned)
  const marginal = movable === null || planned === 0 ? null : marginalAt(movable, planned)
  return {
    plannedDailySpend: planned,
    change: row.dailySpend === 0 ? null : planned / row.dailySpend - 1,
    lowestDailySpend: lowest,
    highestDailySpend: highest,
    plannedRoas: plannedRevenue === null || planned === 0 ? null : plannedRevenue / planned,
    revenue,
    plannedRevenue,
    plannedMarginalRoas: marginal,
    limitedBy:
      !row.moves.up && !row.moves.down
        ? 'call'
        : movable === null
          ? 'evidence'
          : limitOf(planned, bounded, movable, byRoas),
  }
}

function limitOf(
  planned: number,
  { row, lowest, highest, most }: Bounded,
  movable: Movable,
  byRoas: boolean,
): PlannedRow['limitedBy'] {
  const isAt = (bound: number): boolean => Math.abs(planned - bound) <= AT_BOUND * bound
  if (planned >= most * (1 - AT_BOUND) && most > lowest) {
    // More spend without return would not help.
    if (movable.elasticity === 0) return null
    return !isAt(highest) ? 'budget' : row.moves.up ? 'step' : 'call'
  }
  if (isAt(lowest)) return row.moves.down ? 'step' : 'call'
  return byRoas ? 'target' : null
}

/** Revenue of rows with a predicted ROAS, and their spend. */
function revenueOf(rows: readonly Bounded[], spends: Spends): { revenue: number; covered: number } {
  let [revenue, covered] = [0, 0]
  rows.forEach((row, index) => {
    if (!hasRevenue(row.row)) return
    const spend = spends[index]!
    covered += spend
    revenue += revenueIn(row, spend)
  })
  return { revenue, covered }
}

function totalsOf(rows: readonly Bounded[], spends: Spends, horizonDays: number): PlanTotals {
  const { revenue, covered } = revenueOf(rows, spends)
  const today = revenueOf(
    rows,
    rows.map(({ row }) => row.dailySpend),
  )
  const dailySpend = sum(spends)
  const change = revenue - today.revenue
  const half = Z80 * deviationOf(rows, spends, (row, x) => revenueIn(row, x))
  const halfOfChange =
    Z80 *
    deviationOf(rows, spends, (row, x) => revenueIn(row, x) - revenueIn(row, row.row.dailySpend))
  return {
    dailySpend,
    revenue,
    revenueLow: revenue - half,
    revenueHigh: revenue + half,
    revenueChange: change,
    revenueChangeLow: change - halfOfChange,
    revenueChangeHigh: change + halfOfChange,
    roas: covered === 0 ? null : revenue / covered,
    horizonSpend: dailySpend * horizonDays,
    horizonRevenue: revenue * horizonDays,
  }
}

/**
 * Standard deviation of a total by the delta method: revenue changes by `revenue ln(x / s)` per unit of elasticity, and in proportion to the
 * predicted ROAS. Errors of either count as one within a network, with a correlation of 0.5 between networks: in the bench `response` this
 * covers 80 and 85 % of the changes of total revenue, independent networks 71 and 76 %.
 * @param part of a row's revenue at a daily spend that is proportional to its predicted ROAS
 */
function deviationOf(
  rows: readonly Bounded[],
  spends: Spends,
  part: (row: Bounded, x: number) => number,
): number {
  const [ofResponse, ofRoas] = [new Map<string, number>(), new Map<string, number>()]
  const add = (errors: Map<string, number>, network: string, error: number): void =>
    void errors.set(network, (errors.get(network) ?? 0) + error)
  rows.forEach((bounded, index) => {
    const { row, movable } = bounded
    const x = spends[index]!
    if (!hasRevenue(row)) return
    add(
      ofRoas,
      row.network,
      row.predictedRoas === 0 ? 0 : (part(bounded, x) / row.predictedRoas) * roasDeviation(row),
    )
    if (movable !== null && x > 0)
      add(
        ofResponse,
        row.network,
        revenueAt(movable, x) * Math.log(x / movable.spend) * movable.deviation,
      )
  })
  return Math.hypot(correlated([...ofResponse.values()]), correlated([...ofRoas.values()]))
}

/** Standard deviation of the predicted ROAS; 0 if its error is unknown. */
function roasDeviation(row: PlanRow): number {
  const interval = roasInterval(row)
  return interval === null ? 0 : deviationWithin(interval.low, interval.high)
}
