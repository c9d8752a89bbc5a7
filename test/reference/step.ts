import { currencyDigits, priceOf, type Price } from './step-price.ts'
import { pacing } from './pacing.ts'
import { shownIdentity } from './identity.ts'
import { sumMoney, toDouble } from './money.ts'
import { addDays, daysBetween } from './periods.ts'
import { actionFor, dailySpendOf, decidingRoas, lookbackOf, moneyOrNull } from './action.ts'
import { dataThrough, runAsOf, succeededRuns } from './runs.ts'
import { errorsOf } from './track-record.ts'
import type { AlertRow, AppRow, CohortRow, Delivery, EventRow, IsoDate, RecommendationRow, RunRow } from './delivery.ts'

/** The one step of each recommendation, by the rules of the contract's `Step`, in their order. */

type Kind = 'bid_target' | 'budget' | 'test' | 'country' | 'keep' | 'check_data' | 'stopped'

export interface Step extends Price {
  kind: Kind
  direction: 'more' | 'less' | 'none'
  from: number | null
  to: number | null
  reason: string | null
  budget: Record<string, unknown> | null
}

export interface Stepped {
  row: RecommendationRow
  step: Step
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
  return { kind, direction: 'none', from: null, to: null, reason, ...NO_PRICE, budget }
}

/** Steps of a run's recommendations of one granularity, by id. */
export function stepsOf(
  delivery: Required<Delivery>,
  today: IsoDate,
  app: AppRow,
  run: RunRow,
  { granularity, asOf }: { granularity: RecommendationRow['granularity']; asOf?: IsoDate | undefined },
): Map<number, Stepped> {
  const rows = delivery.recommendations.filter(row => row.run_id === run.run_id && row.granularity === granularity)
  const scene = sceneOf(delivery, app, run, rows, asOf)
  const found = rows.map(row => ({ row, currentDailySpend: todaysSpend(scene, row), ...proposed(scene, row) }))
  return new Map(withinBudgets(delivery, today, scene, found).map(one => [one.row.recommendation_id, one]))
}

interface Scene {
  delivery: Required<Delivery>
  app: AppRow
  run: RunRow
  rows: RecommendationRow[]
  through: IsoDate
  /** The latest run's up to that day: of earlier runs the cohorts are not kept. */
  cohorts: CohortRow[]
  /** Alerts about attribution. */
  broken: AlertRow[]
  events: EventRow[]
  hasResponse: boolean
  errors: Map<string, number>
}

function sceneOf(delivery: Required<Delivery>, app: AppRow, run: RunRow, rows: RecommendationRow[], asOf: IsoDate | undefined): Scene {
  const [served] = succeededRuns(delivery, app.app_id, 'recommendation')
  const through = dataThrough(run)
  return {
    delivery,
    app,
    run,
    rows,
    through,
    cohorts: delivery.cohorts.filter(row => row.run_id === served!.run_id && row.install_date <= through),
    ...breaking(delivery, app, asOf),
    hasResponse: delivery.recommendations.some(row => row.run_id === run.run_id && responseFields(row).some(value => value !== null)),
    errors: errorsOf(delivery, app, rows[0]?.granularity ?? 'campaign'),
  }
}

function responseFields(row: RecommendationRow) {
  return [row.suggested_daily_spend ?? null, ...evidenceOf(row)]
}

function evidenceOf(row: RecommendationRow): (number | null)[] {
  return [row.marginal_roas ?? null, row.response_elasticity ?? null, row.response_low ?? null, row.response_high ?? null]
}

/** A campaign has the cohorts of all of its countries. */
function cohortsOf({ cohorts }: Scene, row: RecommendationRow): CohortRow[] {
  const wanted = shownIdentity(row)
  return cohorts.filter(cohort => {
    const own = shownIdentity(cohort)
    return (
      own.platform === wanted.platform &&
      own.network === wanted.network &&
      own.campaign === wanted.campaign &&
      (row.granularity === 'campaign' || own.country === wanted.country)
    )
  })
}

function spendOn(cohorts: CohortRow[], days: readonly IsoDate[]): number {
  return toDouble(sumMoney(cohorts.filter(row => days.includes(row.install_date)).map(row => row.spend)))
}

function lastDays(through: IsoDate, count: number): IsoDate[] {
  return Array.from({ length: count }, (_, day) => addDays(through, day - count + 1))
}

function todaysSpend(scene: Scene, row: RecommendationRow): number {
  const cohorts = cohortsOf(scene, row)
  const first = cohorts
    .filter(({ spend }) => Number(spend) > 0)
    .map(one => one.install_date)
    .sort()[0]
  const days = lastDays(scene.through, 7).filter(day => first !== undefined && day >= first)
  return days.length === 0 ? 0 : spendOn(cohorts, days) / days.length
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

  // (a)
  if (spendOn(cohorts, lately) === 0) {
    const installs = cohorts.some(one => lately.includes(one.install_date) && one.paid_installs > 0)
    return early(installs ? still('check_data', 'no_cost') : still('stopped', null))
  }
  // (b)
  const broken = brokenBy(scene, row)
  if (broken !== null) return early(still('check_data', broken.by))
  // (c)
  if (target === null || target <= 0) return early(still('check_data', 'no_target'))
  const withheld = (scene.run.withheld_dsis ?? '').split(',').map(item => Number(item.split(':')[0] || NaN))
  if (withheld.includes(row.target_dsi)) return early(still('check_data', 'withheld'))
  if (predicted === null) return early(still('check_data', 'no_prediction'))
  // (d)
  if (action === 'HOLD') return early(still('keep', 'within_band'))
  // (e)
  if (row.confidence_score !== null && row.confidence_score < 0.3) return early(still('keep', 'unsure'))
  if (today < 5) return early(still('keep', 'too_small'))
  // (f)
  const moved = spendOn(cohorts, lastDays(through, 3)) / 3 / dailySpend - 1
  if (action === 'SCALE' ? moved >= FIVE_PERCENT : moved <= -FIVE_PERCENT) return early(still('keep', 'moved'))
  // (g)
  const [marginal = null, elasticity = null, low = null, high = null] = evidenceOf(row)
  const isKnown = predicted > 0 && marginal !== null && elasticity !== null && low !== null && high !== null && high - low <= 0.4
  if (action === 'SCALE' && ((marginal !== null && marginal < target) || (high !== null && high * predicted < target))) {
    return early(still('keep', 'next_unit_below_target'))
  }

  const direction = action === 'SCALE' ? 'more' : 'less'
  const sign = action === 'SCALE' ? 1 : -1
  const suggested = moneyOrNull(row.suggested_daily_spend)
  const suggestedChange = suggested === null || dailySpend === 0 ? null : suggested / dailySpend - 1
  const points = suggestedChange !== null && sign * suggestedChange >= ONE_PERCENT
  const response = isKnown ? { marginal, elasticity, low, high } : null
  const price = (share: number): Price =>
    priceOf({ predicted, target, from: today, share, response, interval: intervalOf(scene, row, predicted) })
  const { optimisation_live_roas: live, optimisation_paced_roas: paced, optimisation_raw_roas: raw } = row
  const others = scene.rows.filter(one => sameCampaign(one, row))
  const inCountries = row.granularity === 'campaign_geo' && others.length > 1
  const hasOwnBid = !inCountries || new Set(others.map(one => one.optimisation_live_roas)).size > 1

  if (hasOwnBid && live !== null && paced !== null && live > 0 && paced > 0) {
    const off = paced / live - 1
    // (i)
    if (Math.abs(off) >= ONE_PERCENT) {
      if (sign * off > 0) return late(still('keep', 'bid_against_action'))
      return late({
        kind: 'bid_target',
        direction,
        from: live,
        to: paced,
        reason: null,
        ...(points ? price(suggestedChange) : NO_PRICE),
        budget: null,
      })
    }
    // (j)
    if (raw !== null && Math.abs(raw / live - 1) >= ONE_PERCENT) return late(still('keep', 'paced'))
  }
  // (k)
  if (isKnown && suggestedChange !== null && Math.abs(suggestedChange) < ONE_PERCENT) return late(still('keep', 'held'))
  // (l)
  if (!points && action === 'SCALE' && isKnown) return late(still('keep', 'held'))
  if (!points && action === 'SCALE' && !scene.hasResponse) return late(still('keep', 'unknown_response'))
  const isTest = !points && action === 'SCALE'
  const share = points ? suggestedChange : action === 'SCALE' ? 0.1 : -0.2
  if (Math.round(Math.abs(today * share) * 10 ** currencyDigits(app.currency)) === 0) return late(still('keep', 'too_small'))
  const kind = inCountries && !hasOwnBid ? 'country' : isTest ? 'test' : 'budget'
  return late({ kind, direction, from: today, to: today * (1 + share), reason: null, ...price(share), budget: null })
}

function sameCampaign(one: RecommendationRow, other: RecommendationRow): boolean {
  const [a, b] = [shownIdentity(one), shownIdentity(other)]
  return a.platform === b.platform && a.network === b.network && a.campaign === b.campaign
}

/** The delivered 80 % interval of the predicted ROAS, else that of the platform's errors, else none. */
function intervalOf(scene: Scene, row: RecommendationRow, predicted: number): { low: number; high: number } {
  const [low, high] = [row.predicted_low_roas ?? null, row.predicted_high_roas ?? null]
  if (low !== null && high !== null) return { low, high }
  const error = scene.errors.get(shownIdentity(row).platform)
  if (error === undefined || predicted <= 0) return { low: predicted, high: predicted }
  return { low: predicted / (1 + error), high: error < 1 ? predicted / (1 - error) : Infinity }
}

interface Broken {
  by: 'attribution' | 'outage'
  events: EventRow[]
  alerts: AlertRow[]
}

/** What breaks the data that a row rests on: events on half of its lookback dates, or alerts about attribution. */
export function brokenBy(
  { delivery, app, run, broken, events }: Pick<Scene, 'delivery' | 'app' | 'run' | 'broken' | 'events'>,
  row: RecommendationRow,
): Broken | null {
  const own = shownIdentity(row)
  const lookback = lookbackOf(delivery, app, run, row)
  const days = Array.from({ length: daysBetween(lookback.start, lookback.end) + 1 }, (_, day) => addDays(lookback.start, day))
  const holds = (event: EventRow, day: IsoDate) => event.start_date <= day && day <= (event.end_date ?? event.start_date)
  const covering = events
    .filter(event => (['platform', 'network', 'campaign', 'country'] as const).every(name => !event[name] || event[name] === own[name]))
    .filter(event => days.some(day => holds(event, day)))
  const held = (of: EventRow[]) => days.filter(day => of.some(event => holds(event, day))).length
  const [attribution, outage] = ['attribution', 'outage'].map(kind => held(covering.filter(event => event.kind === kind)))
  const isAll = (name: string, mine: string) => name === 'Unknown' || name === mine
  const alerts = broken.filter(alert => {
    const { platform, network, campaign, country } = shownIdentity(alert)
    const isThere = country === 'GLOBAL' || isAll(country, own.country)
    return isAll(platform, own.platform) && isAll(network, own.network) && isAll(campaign, own.campaign) && isThere
  })
  const isHalf = 2 * held(covering) >= days.length
  if (alerts.length === 0 && !isHalf) return null
  return { by: alerts.length > 0 || attribution! >= outage! ? 'attribution' : 'outage', events: isHalf ? covering : [], alerts }
}

/** Alerts and events that may break data. */
export function breaking(delivery: Required<Delivery>, app: AppRow, asOf: IsoDate | undefined): Pick<Scene, 'broken' | 'events'> {
  const alerted = runAsOf(delivery, app.app_id, 'alert', asOf)
  return {
    broken: delivery.alerts.filter(row => row.run_id === alerted?.run_id && row.metric === 'attribution'),
    events: delivery.events.filter(row => row.app_id === app.app_id && (row.kind === 'attribution' || row.kind === 'outage')),
  }
}

/** Leaves raises out that a budget has no room for. */
function withinBudgets(
  delivery: Required<Delivery>,
  today: IsoDate,
  { app, through }: Scene,
  found: (Omit<Stepped, 'worth'> & Proposed)[],
): Stepped[] {
  const month = addDays(through, 1).slice(0, 7)
  const covers = (budget: Record<string, unknown>, row: RecommendationRow) =>
    (['platform', 'network', 'campaign'] as const).every(name => budget[name] === null || budget[name] === shownIdentity(row)[name])
  const budgets = pacing(delivery, today, app, month, through)
    // Of an earlier run the month may be over: then its budgets limit nothing any more.
    .filter(budget => budget['expected'] !== null && Number(budget['daysLeft']) > 0)
    .map(budget => {
      const days = Number(budget['daysLeft'])
      const freed = found
        .filter(({ row, step }) => step.direction === 'less' && covers(budget, row))
        .reduce((sum, { step }) => sum - (step.spendChange ?? 0) * days, 0)
      return { budget, days, room: Number(budget['amount']) - Number(budget['expected']) + freed }
    })
  const withWorth = found.map(one => ({ ...one, worth: worthOf(one, app) }))
  const sorted = withWorth.toSorted((a, b) => b.worth - a.worth || a.row.recommendation_id - b.row.recommendation_id)
  for (const one of sorted) {
    if (one.action !== 'SCALE' || one.beforeBudgets) continue
    const change = one.step.direction === 'more' ? (one.step.spendChange ?? 0) : 0
    const covering = budgets.filter(({ budget }) => covers(budget, one.row))
    const full = covering.filter(({ room, days }) => room <= 0 || room < change * days)
    if (full.length === 0) {
      for (const each of covering) each.room -= change * each.days
      continue
    }
    const [tightest] = covering.toSorted((a, b) => a.room - b.room || Number(a.budget['budgetId']) - Number(b.budget['budgetId']))
    const { budgetId, platform, network, campaign, amount, expected } = tightest!.budget
    one.step = still('keep', 'budget_spent', { budgetId, month, platform, network, campaign, amount, expected })
  }
  return withWorth.map(({ row, step, currentDailySpend, worth }) => ({ row, step, currentDailySpend, worth }))
}

function worthOf({ row, step }: Pick<Stepped, 'row' | 'step'>, app: AppRow): number {
  if (step.gain !== null) return step.gain
  if (typeof step.gainLow === 'number') return step.gainLow
  const { target, predicted } = decidingRoas(row, app)
  const [live, paced] = [row.optimisation_live_roas, row.optimisation_paced_roas]
  if (!target || predicted === null || !live || paced === null) return 0
  return dailySpendOf(row) * Math.abs(predicted / target - 1) * Math.abs(paced / live - 1)
}
