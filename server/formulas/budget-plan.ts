import type { components } from '../../generated/types.ts'
import { hasRevenue, marginalAt, type Movable, movableOf, type PlanRow, revenueAt, roasInterval, spendAt, Z80 } from './response-curve.ts'
import type { Limit } from './headroom.ts'

/**
 * The plan of daily spend that meets a goal with the most revenue. Revenue of a day's installs at daily spend x is `R s (x / s) ^ e`. It is
 * concave, so in the best plan every row that is not at a bound has the same marginal ROAS λ, which one search finds.
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
  limitedBy: 'evidence' | 'step' | 'budget' | 'target' | null
}

type PlanTotals = components['schemas']['BudgetTotals']

export interface BudgetPlan<Row extends PlanRow> {
  dailyBudget: number | null
  targetRoas: number | null
  reached: boolean
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

/** Marginal ROAS below which spend counts as without return, and the relative precision of λ. Neither affects the total, which is met exactly. */
const [SMALLEST, PRECISION] = [1e-12, 1e-13]

/** Number of rows between two yields, less than a millisecond. */
const PLANNED_AT_ONCE = 1000

/** Relative tolerance for a spend at its bound. */
const AT_BOUND = 1e-12

/** Tolerances for rounding of sums, below the tolerance of `reached`. */
const [ROUNDING, SURPLUS_ROUNDING] = [1e-12, 1e-10]

interface Bounds {
  row: PlanRow
  movable: Movable | null
  lowest: number
  highest: number
  /** Budgets rather than the step limit `highest`. */
  isFull: boolean
}

interface Bounded extends Bounds {
  /** Precomputed, so that a search computes powers only for rows between their bounds. */
  atLowest: Brings
  atHighest: Brings
}

/** Revenue of a day, and marginal ROAS. */
interface Brings {
  revenue: number
  marginal: number
}

type Spends = readonly number[]

export function planBudget<Row extends PlanRow>(given: readonly Row[], goal: Goal, options: PlanOptions): BudgetPlan<Row> {
  const steps = planSteps(given, goal, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Like `planSpend`, but yields between the steps of its searches: a search over thousands of rows takes as long as the event loop may be blocked. */
export function* planSteps<Row extends PlanRow>(
  given: readonly Row[],
  goal: Goal,
  { maxStep, horizonDays }: PlanOptions,
): Generator<void, BudgetPlan<Row>> {
  // Summed in one order, so that the order of the rows changes no digit.
  const order = given.map((_, index) => index).sort((a, b) => given[a]!.id - given[b]!.id || a - b)
  yield
  const boundsBy = boundsWithin(order.map(index => given[index]!))
  const bounded = boundsBy(maxStep).map(withBrings)
  yield
  const today = bounded.map(({ row }) => row.dailySpend)
  const { spends, reached } =
    'targetRoas' in goal ? yield* meetRoas(bounded, goal.targetRoas) : yield* meetBudget(bounded, budgetOf(goal, sum(today)))
  yield
  const suggested = bounded.map(({ row, movable }) => (movable === null ? row.dailySpend : (row.steppedDailySpend ?? row.dailySpend)))
  const suggests = bounded.some(({ row, movable }) => movable !== null && row.steppedDailySpend !== null)
  const all = sum(today)
  const shareOf = (is: (row: Bounded) => boolean) => (all === 0 ? null : sum(bounded.map(row => (is(row) ? row.row.dailySpend : 0))) / all)
  const rows: BudgetPlan<Row>['rows'] = []
  for (const [index, position] of order.entries()) {
    if (index % PLANNED_AT_ONCE === 0) yield
    rows[position] = { row: given[position]!, planned: plannedRow(bounded[index]!, spends[index]!, 'targetRoas' in goal) }
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
    neededMaxStep: reached ? null : yield* neededStep(boundsBy, goal, all),
    marginalRoas: lastMarginal(bounded, spends),
    lowestDailySpend: sum(bounded.map(({ lowest }) => lowest)),
    highestDailySpend: sum(bounded.map(({ highest }) => highest)),
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
function* neededStep(boundsBy: (maxStep: number) => Bounds[], goal: Goal, today: number): Generator<void, number | null> {
  const unbounded = boundsBy(0).map(({ movable }) => (movable === null || !('targetRoas' in goal) ? 0 : spendAt(movable, goal.targetRoas)))
  const meets = (step: number): boolean => {
    const rows = boundsBy(step)
    if ('targetRoas' in goal) {
      let [revenue, covered] = [0, 0]
      rows.forEach(({ row, movable, lowest, highest }, index) => {
        if (!hasRevenue(row)) return
        const spend = Math.min(Math.max(unbounded[index]!, lowest), highest)
        covered += spend
        revenue += movable === null ? row.predictedRoas * spend : revenueAt(movable, spend)
      })
      return (
        rows.some(({ row }) => hasRevenue(row) && row.dailySpend > 0) &&
        revenue - goal.targetRoas * covered >= -SURPLUS_ROUNDING * Math.abs(revenue)
      )
    }
    const budget = budgetOf(goal, today)
    const reach = sum(rows.map(({ lowest, highest }) => (budget < today ? lowest : highest)))
    return budget < today ? reach <= budget * (1 + ROUNDING) : reach >= budget * (1 - ROUNDING)
  }
  if (meets(SMALLEST_STEP)) return SMALLEST_STEP
  if (!meets(LARGEST_STEP)) return null
  let [low, high] = [SMALLEST_STEP, LARGEST_STEP]
  while (high - low > STEP_PRECISION * high) {
    yield
    const middle = (low + high) / 2
    if (meets(middle)) high = middle
    else low = middle
  }
  return high
}

function budgetOf(goal: Exclude<Goal, { targetRoas: number }>, today: number): number {
  return 'dailyBudget' in goal ? goal.dailyBudget : today * (1 + goal.budgetChange)
}

/**
 * Bounds of all rows with the largest step. Raises share the room in budgets: rows with the greatest marginal ROAS go first, so that all
 * raises together fit.
 */
function boundsWithin(rows: readonly PlanRow[]): (maxStep: number) => Bounds[] {
  const movables = rows.map(movableOf)
  const marginals = movables.map(movable => (movable === null ? 0 : marginalAt(movable, movable.spend)))
  const byMarginal = rows.map((_, index) => index).filter(index => movables[index] !== null)
  byMarginal.sort((a, b) => marginals[b]! - marginals[a]! || rows[a]!.id - rows[b]!.id)
  return maxStep => {
    const remaining = new Map<Limit, number>()
    const bounded = rows.map((row, index) => boundsOf(row, movables[index]!, maxStep))
    for (const index of byMarginal) {
      const { limits, dailySpend } = rows[index]!
      if (limits.length === 0) continue
      const raise = dailySpend * maxStep
      const room = Math.min(...limits.map(limit => (remaining.get(limit) ?? Math.max(0, limit.room)) / limit.daysLeft))
      const takes = Math.min(raise, room)
      for (const limit of limits) remaining.set(limit, (remaining.get(limit) ?? Math.max(0, limit.room)) - takes * limit.daysLeft)
      if (takes < raise) bounded[index] = { ...boundsOf(rows[index]!, movables[index]!, maxStep, dailySpend + takes), isFull: true }
    }
    return bounded
  }
}

function boundsOf(row: PlanRow, movable: Movable | null, maxStep: number, most = Infinity): Bounds {
  const { dailySpend } = row
  if (movable === null) return { row, movable, lowest: dailySpend, highest: dailySpend, isFull: false }
  return { row, movable, lowest: dailySpend * (1 - maxStep), highest: Math.min(dailySpend * (1 + maxStep), most), isFull: false }
}

function withBrings({ row, movable, lowest, highest, isFull }: Bounds): Bounded {
  const bringsAt = (x: number): Brings =>
    movable === null
      ? { revenue: hasRevenue(row) ? row.predictedRoas * x : 0, marginal: 0 }
      : { revenue: revenueAt(movable, x), marginal: marginalAt(movable, x) }
  return { row, movable, lowest, highest, isFull, atLowest: bringsAt(lowest), atHighest: bringsAt(highest) }
}

function spendsAt(rows: readonly Bounded[], lambda: number): number[] {
  return rows.map(({ movable, lowest, highest, atLowest, atHighest }) => {
    if (movable === null || lambda > atLowest.marginal) return lowest
    return lambda < atHighest.marginal ? highest : Math.min(Math.max(spendAt(movable, lambda), lowest), highest)
  })
}

interface Solution {
  spends: Spends
  reached: boolean
}

function* meetBudget(rows: readonly Bounded[], budget: number): Generator<void, Solution> {
  const [most, least] = [rows.map(({ highest }) => highest), rows.map(({ lowest }) => lowest)]
  // Tolerance for a budget that differs from a bound only by rounding.
  const slack = Math.max(1e-9 * Math.max(budget, 1e-9), 1e-13 * sum(most))
  if (budget >= sum(most)) return { spends: most, reached: budget - sum(most) <= slack }
  if (budget <= sum(least)) return { spends: least, reached: sum(least) - budget <= slack }
  return { spends: yield* search(rows, 0, spends => budget - sum(spends)), reached: true }
}

/** The most revenue with at least this blended ROAS: λ is between 0 and the target, and the surplus over the target rises with λ. */
function* meetRoas(rows: readonly Bounded[], target: number): Generator<void, Solution> {
  const surplus = (spends: Spends) => {
    const { revenue, covered } = revenueOf(rows, spends)
    return revenue - target * covered
  }
  // Above 0, so that spend without return is not kept.
  const free = spendsAt(rows, Number.MIN_VALUE)
  if (surplus(free) >= 0) return { spends: free, reached: rows.some(({ row }) => hasRevenue(row) && row.dailySpend > 0) }
  const thrifty = spendsAt(rows, target)
  const slack = 1e-9 * Math.max(revenueOf(rows, thrifty).revenue, 1e-9)
  if (surplus(thrifty) < 0) return { spends: thrifty, reached: surplus(thrifty) >= -slack }
  return { spends: yield* search(rows, Number.MIN_VALUE, surplus, target), reached: true }
}

/**
 * The plan with the smallest λ whose `excess`, which rises with λ, is at least 0. Rows with constant marginal ROAS jump there from bound to
 * bound: all move by the same part of the jump, until the excess is 0.
 */
function* search(rows: readonly Bounded[], from: number, excess: (spends: Spends) => number, to?: number): Generator<void, Spends> {
  let [low, high] = [from, to ?? 1]
  if (to === undefined) while (excess(spendsAt(rows, high)) < 0) high *= 2
  while (high > SMALLEST && high - low > PRECISION * high) {
    yield
    // Geometric at first, since λ may have any magnitude.
    const middle = high > 4 * low ? Math.sqrt(Math.max(low, SMALLEST / 10) * high) : (low + high) / 2
    if (excess(spendsAt(rows, middle)) < 0) low = middle
    else high = middle
  }
  const [more, less] = [spendsAt(rows, low), spendsAt(rows, high)]
  const [lacking, lowering] = [excess(more), excess(less)]
  const part = lowering <= 0 ? 0 : lowering / (lowering - lacking)
  return less.map((spend, index) => spend + part * (more[index]! - spend))
}

/**
 * Marginal ROAS of the last unit spent: the smallest among rows above their lowest spend, else the largest. Null if no row may move, or if
 * it is infinite, at no spend at all.
 */
function lastMarginal(rows: readonly Bounded[], spends: Spends): number | null {
  let [above, all] = [Infinity, -Infinity]
  rows.forEach(({ movable, lowest }, index) => {
    if (movable === null) return
    const marginal = marginalAt(movable, spends[index]!)
    all = Math.max(all, marginal)
    if (spends[index]! > lowest * (1 + AT_BOUND)) above = Math.min(above, marginal)
  })
  const last = above === Infinity ? all : above
  return Number.isFinite(last) ? last : null
}

function plannedRow(bounded: Bounded, spend: number, byRoas: boolean): PlannedRow {
  const { row, movable, lowest, highest } = bounded
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
    limitedBy: movable === null ? 'evidence' : limitOf(planned, bounded, byRoas),
  }
}

function limitOf(planned: number, { movable, lowest, highest, isFull }: Bounded, byRoas: boolean): PlannedRow['limitedBy'] {
  // More spend without return would not help.
  if (planned >= highest * (1 - AT_BOUND)) return movable!.elasticity === 0 ? null : isFull ? 'budget' : 'step'
  return planned <= lowest * (1 + AT_BOUND) ? 'step' : byRoas ? 'target' : null
}

/** Revenue of rows with a predicted ROAS, and their spend. */
function revenueOf(rows: readonly Bounded[], spends: Spends): { revenue: number; covered: number } {
  let [revenue, covered] = [0, 0]
  rows.forEach((row, index) => {
    if (!hasRevenue(row.row)) return
    covered += spends[index]!
    revenue += revenueIn(row, spends[index]!)
  })
  return { revenue, covered }
}

function revenueIn({ movable, lowest, highest, atLowest, atHighest }: Bounded, x: number): number {
  if (movable === null || x === lowest) return atLowest.revenue
  return x === highest ? atHighest.revenue : revenueAt(movable, x)
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
  const halfOfChange = Z80 * deviationOf(rows, spends, (row, x) => revenueIn(row, x) - revenueIn(row, row.row.dailySpend))
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
function deviationOf(rows: readonly Bounded[], spends: Spends, part: (row: Bounded, x: number) => number): number {
  const [ofResponse, ofRoas] = [new Map<string, number>(), new Map<string, number>()]
  const add = (errors: Map<string, number>, network: string, error: number): void =>
    void errors.set(network, (errors.get(network) ?? 0) + error)
  rows.forEach((bounded, index) => {
    const { row, movable } = bounded
    const x = spends[index]!
    if (!hasRevenue(row)) return
    add(ofRoas, row.network, row.predictedRoas === 0 ? 0 : (part(bounded, x) / row.predictedRoas) * roasDeviation(row))
    if (movable !== null && x > 0) add(ofResponse, row.network, revenueAt(movable, x) * Math.log(x / movable.spend) * movable.deviation)
  })
  const variance = (errors: Map<string, number>): number =>
    (sum([...errors.values()].map(error => error ** 2)) + sum([...errors.values()]) ** 2) / 2
  return Math.sqrt(variance(ofResponse) + variance(ofRoas))
}

/** Standard deviation of the predicted ROAS; 0 if its error is unknown. */
function roasDeviation(row: PlanRow): number {
  const interval = roasInterval(row)
  return interval === null ? 0 : (interval.high - interval.low) / (2 * Z80)
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
