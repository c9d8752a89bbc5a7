import { currencyDigits, priceOf, type Price } from './step-price.ts'
import { pacing } from './pacing.ts'
import { displayIdentity } from './identity.ts'
import { sumMoney, toDouble } from './money.ts'
import { addDays } from './periods.ts'
import { actionFor, dailySpendOf, decidingRoas, moneyOrNull, statusOf } from './action.ts'
import { type Brake, brakeOf, hasFreshBid, newestOf, todaysSpendOf } from './newest-data.ts'
import { type BrokenData, brokenData } from './data-problems.ts'
import { checkpointOf, type Uncertain } from './checkpoint.ts'
import { dataThrough, succeededRuns, untestedDsis, withheldDsis } from './runs.ts'
import { errorsOf, trackRecord } from './track-record.ts'
import type { AppRow, CohortRow, Delivery, IsoDate, RecommendationRow, RunRow } from './delivery.ts'

/** The one step of each recommendation, by the rules of the contract's `Step`, in their order. */

type Kind = 'bid_target' | 'budget' | 'test' | 'country' | 'keep' | 'check_data' | 'stopped'

export interface Step extends Price {
  kind: Kind
  direction: 'more' | 'less' | 'none'
  from: number | null
  to: number | null
  reason: string | null
  budget: Record<string, unknown> | null
  bidStays: boolean
  brake: Brake | null
}

/** A step with all that it rests on, as the service shows it. */
export type ServedStep = Step & Record<string, unknown>

export interface Stepped {
  row: RecommendationRow
  step: ServedStep
  currentDailySpend: number
  /** What steps are sorted by, the greatest first, then by id. */
  worth: number
}

// Exactly 1 % and 5 % count, on whichever side of them the doubles are.
const [ONE_PERCENT, FIVE_PERCENT] = [0.01 - 1e-12, 0.05 - 1e-12]

const NO_PRICE: Price = {
  spendChange: null,
  revenueChange: null,
  revenueChangeLow: null,
  revenueChangeHigh: null,
  gain: null,
  gainLow: null,
  gainHigh: null,
  bounds: false,
}

function still(kind: Kind, reason: string | null, budget: Step['budget'] = null): Step {
  return {
    kind,
    direction: 'none',
    from: null,
    to: null,
    reason,
    ...NO_PRICE,
    budget,
    bidStays: false,
    brake: null,
  }
}

/** Steps of a run's recommendations of one granularity, by id. */
export function stepsOf(
  delivery: Required<Delivery>,
  today: IsoDate,
  app: AppRow,
  run: RunRow,
  {
    granularity,
    asOf,
  }: { granularity: RecommendationRow['granularity']; asOf?: IsoDate | undefined },
): Map<number, Stepped> {
  const rows = delivery.recommendations.filter(
    row => row.run_id === run.run_id && row.granularity === granularity,
  )
  const scene = sceneOf(delivery, app, run, rows, asOf)
  const proposals = rows.map(row => ({
    row,
    currentDailySpend: todaysSpend(scene, row),
    ...proposed(scene, row),
  }))
  return new Map(
    withinBudgets(delivery, today, scene, proposals).map(one => [one.row.recommendation_id, one]),
  )
}

interface Scene {
  delivery: Required<Delivery>
  app: AppRow
  run: RunRow
  rows: RecommendationRow[]
  through: IsoDate
  /** The latest run's up to that day: of earlier runs the cohorts are not kept. */
  cohorts: CohortRow[]
  broken: BrokenData
  records: Record<string, unknown>[]
  hasResponse: boolean
  errors: Map<string, number>
}

function sceneOf(
  delivery: Required<Delivery>,
  app: AppRow,
  run: RunRow,
  rows: RecommendationRow[],
  asOf: IsoDate | undefined,
): Scene {
  const [served] = succeededRuns(delivery, app.app_id, 'recommendation')
  const through = dataThrough(run)
  return {
    delivery,
    app,
    run,
    rows,
    through,
    cohorts: delivery.cohorts.filter(
      row => row.run_id === served!.run_id && row.install_date <= through,
    ),
    broken: brokenData(delivery, app, run, rows, asOf),
    records: trackRecord(delivery, '', app, {
      appId: app.app_id,
      granularity: rows[0]?.granularity ?? 'campaign',
      groupBy: ['action', 'status'],
    }).items,
    hasResponse: delivery.recommendations.some(
      row => row.run_id === run.run_id && responseFields(row).some(value => value !== null),
    ),
    errors: errorsOf(delivery, app, rows[0]?.granularity ?? 'campaign'),
  }
}

function responseFields(row: RecommendationRow) {
  return [row.suggested_daily_spend ?? null, ...evidenceOf(row)]
}

function evidenceOf(row: RecommendationRow): (number | null)[] {
  return [
    row.marginal_roas ?? null,
    row.response_elasticity ?? null,
    row.response_low ?? null,
    row.response_high ?? null,
  ]
}

/** A campaign has the cohorts of all of its countries. */
function cohortsOf({ cohorts }: Scene, row: RecommendationRow): CohortRow[] {
  const wanted = displayIdentity(row)
  return cohorts.filter(cohort => {
    const own = displayIdentity(cohort)
    return (
      own.platform === wanted.platform &&
      own.network === wanted.network &&
      own.campaign === wanted.campaign &&
      (row.granularity === 'campaign' || own.country === wanted.country)
    )
  })
}

function spendOn(cohorts: CohortRow[], days: readonly IsoDate[]): number {
  return toDouble(
    sumMoney(cohorts.filter(row => days.includes(row.install_date)).map(row => row.spend)),
  )
}

function lastDays(through: IsoDate, count: number): IsoDate[] {
  return Array.from({ length: count }, (_, day) => addDays(through, day - count + 1))
}

function todaysSpend(scene: Scene, row: RecommendationRow): number {
  return todaysSpendOf(cohortsOf(scene, row), scene.through)
}

type Proposed = { step: Step; action: 'SCALE' | 'HOLD' | 'REDUCE'; beforeBudgets: boolean }

/** All rules but that of budgets; `beforeBudgets`: one before it applied. */
function proposed(scene: Scene, row: RecommendationRow): Proposed {
  const { app, through } = scene
  const { target, predicted } = decidingRoas(row, app)
  const action = actionFor(predicted, target, app)
  const early = (step: Step): Proposed => ({ step, action, beforeBudgets: true })
  const late = (step: Step): Proposed => ({ step, action, beforeBudgets: false })
  const cohorts = cohortsOf(scene, row)
  const today = todaysSpend(scene, row)
  const dailySpend = dailySpendOf(row)
  const lately = lastDays(through, app.weekly_aggregation ? 7 : 3)

  // (a), (b)
  const spends = spendOn(cohorts, lately) > 0
  const broken = scene.broken.of(row, cohorts, spends)
  if (broken !== null) return early(still('check_data', broken))
  if (!spends) return early(still('stopped', null))
  // (c)
  if (target === null || target <= 0) return early(still('check_data', 'no_target'))
  if (withheldDsis(scene.run).includes(row.target_dsi))
    return early(still('check_data', 'withheld'))
  if (predicted === null) return early(still('check_data', 'no_prediction'))
  // (d)
  if (action === 'HOLD') return early(still('keep', 'within_band'))
  // (e)
  if (row.confidence_score !== null && row.confidence_score < 0.3)
    return early(still('keep', 'unsure'))
  if (today < 5) return early(still('keep', 'too_small'))
  // (f)
  const moved = spendOn(cohorts, lastDays(through, 3)) / 3 / dailySpend - 1
  if (action === 'SCALE' ? moved >= FIVE_PERCENT : moved <= -FIVE_PERCENT)
    return early(still('keep', 'moved'))
  // (f2)
  const newest = newestOf(scene.delivery, app, scene.run, row, cohorts)
  const recently = newest === null ? action : actionFor(newest.roas, target, app)
  if (
    (action === 'SCALE' && recently === 'REDUCE') ||
    (action === 'REDUCE' && recently === 'SCALE')
  )
    return early(still('keep', 'newest_days_differ'))
  // (g)
  const [marginal = null, elasticity = null, low = null, high = null] = evidenceOf(row)
  const isKnown =
    predicted > 0 &&
    marginal !== null &&
    elasticity !== null &&
    low !== null &&
    high !== null &&
    high - low <= 0.4 &&
    high - low > 1e-9
  if (
    action === 'SCALE' &&
    ((marginal !== null && marginal < target) || (high !== null && high * predicted < target))
  ) {
    return early(still('keep', 'next_unit_below_target'))
  }

  const direction = action === 'SCALE' ? 'more' : 'less'
  const sign = action === 'SCALE' ? 1 : -1
  const suggested = moneyOrNull(row.suggested_daily_spend)
  const suggestedChange = suggested === null || dailySpend === 0 ? null : suggested / dailySpend - 1
  const tested = !untestedDsis(scene.run).includes(row.target_dsi)
  const points = suggestedChange !== null && sign * suggestedChange >= ONE_PERCENT
  const response = isKnown && tested ? { marginal, elasticity, low, high } : null
  const price = (share: number): Price =>
    priceOf({
      predicted,
      target,
      from: today,
      share,
      response,
      interval: intervalOf(scene, row, predicted) ?? { low: predicted, high: predicted },
    })
  const {
    optimisation_live_roas: live,
    optimisation_paced_roas: paced,
    optimisation_raw_roas: raw,
  } = row
  const others = scene.rows.filter(one => sameCampaign(one, row))
  const inCountries = row.granularity === 'campaign_geo' && others.length > 1
  const hasOwnBid = !inCountries || new Set(others.map(one => one.optimisation_live_roas)).size > 1

  // (h3)
  if (!tested) {
    const to = 1 + sign * 0.1
    if (Math.round(Math.abs(today * 0.1) * 10 ** currencyDigits(app.currency)) === 0)
      return late(still('keep', 'too_small'))
    const kind = inCountries && !hasOwnBid ? 'country' : action === 'SCALE' ? 'test' : 'budget'
    const stays =
      hasOwnBid &&
      live !== null &&
      paced !== null &&
      live > 0 &&
      paced > 0 &&
      Math.abs(paced / live - 1) >= ONE_PERCENT
    return late({
      ...still(kind, null),
      direction,
      from: today,
      to: today * to,
      ...price(sign * 0.1),
      bidStays: stays,
    })
  }

  let against = false
  if (hasOwnBid && live !== null && paced !== null && live > 0 && paced > 0) {
    const off = paced / live - 1
    // (i)
    against = Math.abs(off) >= ONE_PERCENT && sign * off > 0
    if (Math.abs(off) >= ONE_PERCENT && !against) {
      return late({
        ...still('bid_target', null),
        direction,
        from: live,
        to: paced,
        ...(points ? price(suggestedChange) : NO_PRICE),
      })
    }
    // (j)
    const waits =
      raw !== null &&
      Math.abs(raw / live - 1) >= ONE_PERCENT &&
      hasFreshBid(scene.delivery, app, scene.run, row)
    if (!against && waits) return late(still('keep', 'paced'))
  }
  // (k)
  if (!against && isKnown && suggestedChange !== null && Math.abs(suggestedChange) < ONE_PERCENT)
    return late(still('keep', 'held'))
  // (l)
  if (!points && action === 'SCALE' && isKnown) return late(still('keep', 'held'))
  if (!points && action === 'SCALE' && !scene.hasResponse)
    return late(still('keep', 'unknown_response'))
  const isTest = !points && action === 'SCALE'
  const share = points ? suggestedChange : action === 'SCALE' ? 0.1 : -0.2
  if (Math.round(Math.abs(today * share) * 10 ** currencyDigits(app.currency)) === 0)
    return late(still('keep', 'too_small'))
  const kind = inCountries && !hasOwnBid ? 'country' : isTest ? 'test' : 'budget'
  return late({
    ...still(kind, null),
    direction,
    from: today,
    to: today * (1 + share),
    ...price(share),
    bidStays: against,
  })
}

function sameCampaign(one: RecommendationRow, other: RecommendationRow): boolean {
  const [a, b] = [displayIdentity(one), displayIdentity(other)]
  return a.platform === b.platform && a.network === b.network && a.campaign === b.campaign
}

/** The delivered 80 % interval of the predicted ROAS, else that of the platform's errors, else none. */
export function intervalOf(
  { errors }: Pick<Scene, 'errors'>,
  row: RecommendationRow,
  predicted: number | null,
): Uncertain['interval'] {
  const [low, high] = [row.predicted_low_roas ?? null, row.predicted_high_roas ?? null]
  if (low !== null && high !== null) return { low, high }
  const error = errors.get(displayIdentity(row).platform)
  if (error === undefined || predicted === null || predicted <= 0) return null
  return { low: predicted / (1 + error), high: error < 1 ? predicted / (1 - error) : Infinity }
}

/** What a step rests on, beside its decision. */
function grounds(scene: Scene, { row, step }: { row: RecommendationRow; step: Step }) {
  const { delivery, app, run } = scene
  const { target, predicted } = decidingRoas(row, app)
  const record = scene.records.find(
    one =>
      one['action'] === actionFor(predicted, target, app) &&
      one['status'] === statusOf(delivery, row),
  )
  const judged = Number(record?.['decisions'] ?? 0)
  const [marginal, high] = [row.marginal_roas ?? null, row.response_high ?? null]
  const next = marginal !== null && marginal < target! ? marginal : (high ?? 0) * (predicted ?? 0)
  return {
    optimisationDsi: row.optimisation_dsi,
    targetDsi: row.target_dsi,
    targetRoas: target,
    tested: !untestedDsis(run).includes(row.target_dsi),
    checkpoint: checkpointOf(delivery, app, run, {
      rows: [{ row, interval: intervalOf(scene, row, predicted) }],
      targetDsi: row.target_dsi,
      targetRoas: target,
    }),
    nextRoas: step.reason === 'next_unit_below_target' ? next : null,
    newest: newestOf(delivery, app, run, row, cohortsOf(scene, row)),
    rightShare: judged < 50 ? null : (record?.['rightShare'] ?? null),
    judged,
  }
}

/** Leaves raises out that a budget has no room for. */
function withinBudgets(
  delivery: Required<Delivery>,
  today: IsoDate,
  scene: Scene,
  proposals: ({ row: RecommendationRow; currentDailySpend: number } & Proposed)[],
): Stepped[] {
  const { app, through, cohorts } = scene
  const month = addDays(through, 1).slice(0, 7)
  const covers = (budget: Record<string, unknown>, row: RecommendationRow) =>
    (['platform', 'network', 'campaign'] as const).every(
      name => budget[name] === null || budget[name] === displayIdentity(row)[name],
    )
  const budgets = pacing(delivery, today, app, month, through)
    // Of an earlier run the month may be over: then its budgets limit nothing any more.
    .filter(budget => budget['expected'] !== null && Number(budget['daysLeft']) > 0)
    .map(budget => {
      const days = Number(budget['daysLeft'])
      const freed = proposals
        .filter(({ row, step }) => step.direction === 'less' && covers(budget, row))
        .reduce((sum, { step }) => sum - (step.spendChange ?? 0) * days, 0)
      return { budget, days, room: Number(budget['amount']) - Number(budget['expected']) + freed }
    })
  const withWorth = proposals.map(one => ({ ...one, worth: worthOf(one, app) }))
  const sorted = withWorth.toSorted(
    (a, b) => b.worth - a.worth || a.row.recommendation_id - b.row.recommendation_id,
  )
  const brake = brakeOf(cohorts, through)
  const cuts = proposals.reduce(
    (sum, { step }) => sum + (step.direction === 'less' ? -(step.spendChange ?? 0) : 0),
    0,
  )
  let free = brake === null ? Infinity : brake.dailySpend - brake.currentDailySpend + cuts
  for (const one of sorted) {
    if (one.action !== 'SCALE' || one.beforeBudgets) continue
    const change = one.step.direction === 'more' ? (one.step.spendChange ?? 0) : 0
    const covering = budgets.filter(({ budget }) => covers(budget, one.row))
    const full = covering.filter(({ room, days }) => room <= 0 || room < change * days)
    if (full.length === 0) {
      if (one.step.direction === 'more' && (free <= 0 || change > free)) {
        one.step = { ...still('keep', 'app_brake'), brake }
        continue
      }
      free -= change
      for (const each of covering) each.room -= change * each.days
      continue
    }
    const [tightest] = covering.toSorted(
      (a, b) => a.room - b.room || Number(a.budget['budgetId']) - Number(b.budget['budgetId']),
    )
    const { budgetId, platform, network, campaign, amount, expected } = tightest!.budget
    one.step = still('keep', 'budget_spent', {
      budgetId,
      month,
      platform,
      network,
      campaign,
      amount,
      expected,
    })
  }
  return withWorth.map(({ row, step, currentDailySpend, worth }) => ({
    row,
    step: { ...step, ...grounds(scene, { row, step }) },
    currentDailySpend,
    worth,
  }))
}

function worthOf({ row, step }: { row: RecommendationRow; step: Step }, app: AppRow): number {
  if (step.gain !== null) return step.gain
  if (typeof step.gainLow === 'number') return step.gainLow
  const { target, predicted } = decidingRoas(row, app)
  const [live, paced] = [row.optimisation_live_roas, row.optimisation_paced_roas]
  if (!target || predicted === null || !live || paced === null) return 0
  return dailySpendOf(row) * Math.abs(predicted / target - 1) * Math.abs(paced / live - 1)
}
