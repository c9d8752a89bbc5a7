import { groupsCoveringIn } from '../model/scope.ts'
import { limitsIn, type RunningBudget } from '../formulas/headroom.ts'
import { decideSteps, priorityOf, type Step, type StepRow } from '../formulas/step.ts'
import { type App, type AppEvent, type Budget, type Catalog, type Run, UNKNOWN } from '../model/catalog.ts'
import { addDays, daysBetween, type DateRange, earlier } from '../model/dates.ts'
import { IDENTITY_NAMES, type Identity, oncePerList } from '../model/identities.ts'
import { digest, runAsOf, runName, servedRun } from '../model/runs.ts'
import { rowCaches } from '../runtime/shared-work.ts'
import { forEachInSlices, mapInSlices, runInSlices } from '../runtime/slices.ts'
import { doubleOf, type LatestDays, type Store, type StoredAlert, type StoredRecommendation } from '../model/store.ts'
import type { Work } from '../runtime/work.ts'
import { allEvents, budgetsOf, listName } from './answer-context.ts'
import { pacing } from './get-pacing.ts'
import { judgeBy, lookbackOf } from './judge.ts'
import { decisionsContent, errorsByPlatform, intervalBy } from './past-decisions.ts'

type Granularity = StoredRecommendation['granularity']

export interface StepsQuery {
  catalog: Catalog
  app: App
  run: Run
  granularity: Granularity
  /** The day at whose end the run was served; undefined: now. */
  asOf?: string | undefined
}

/** A row's step. */
export interface Stepped {
  id: number
  step: Step
  /** Among steps with a direction, greater comes first. */
  priority: number
  /** The input of the decision. */
  row: StepRow
}

/** Maximum cached rows of all apps, about 1 KB each. */
const MAX_STEPS = 50_000

const cacheOf = rowCaches<Stepped>(MAX_STEPS)

/** Identifies everything from which steps are computed. */
export async function stepsContent(catalog: Catalog, app: App, run: Run | undefined, asOf?: string): Promise<readonly unknown[]> {
  return [
    app.currency,
    app.weekly_aggregation,
    ...decisionsContent(catalog, app),
    runName(run),
    runName(runAsOf(catalog, app.app_id, 'alert', asOf)),
    await listName(allEvents(catalog, app.app_id)),
    run && (await listName(await budgetsOfNextDay(catalog, app, run))),
  ]
}

/** The steps of all rows of a run, by recommendation id. */
export async function readSteps(store: Store, work: Work, query: StepsQuery): Promise<ReadonlyMap<number, Stepped>> {
  const { catalog, app, run, granularity, asOf } = query
  const name = digest([app.app_id, granularity, ...(await stepsContent(catalog, app, run, asOf))])
  const isServed = asOf === undefined && run === servedRun(catalog, app.app_id, 'recommendation')
  const slot = isServed ? `steps ${granularity} ${app.app_id}` : undefined
  const stepped = await cacheOf(store).read(name, work, work => makeSteps(store, work, query), slot)
  return await byId(stepped)
}

const byId = oncePerList<Stepped, Promise<ReadonlyMap<number, Stepped>>>(async stepped => {
  const found = new Map<number, Stepped>()
  await forEachInSlices(stepped, step => found.set(step.id, step))
  return found
})

async function makeSteps(store: Store, work: Work, query: StepsQuery): Promise<Stepped[]> {
  const { app, run, granularity } = query
  const stored = await store.recommendations(work, run, granularity)
  const rows = await stepRows(store, work, query, stored)
  const decided = await runInSlices(decideSteps(rows, { hasResponses: stored.some(hasResponse), minorUnit: minorUnitOf(app.currency) }))
  return rows.map((row, index) => {
    const step = decided[index]!
    const priority = step.direction === 'none' ? 0 : priorityOf(row, step)
    return { id: row.id, step, priority, row }
  })
}

/** Budgets of the month that contains the day after the run's latest day. */
async function budgetsOfNextDay(catalog: Catalog, app: App, run: Run): Promise<readonly Budget[]> {
  return await budgetsOf(catalog, app.app_id, addDays(run.max_install_date!, 1).slice(0, 7))
}

/** The projected spend of these budgets. */
async function runningBudgets(store: Store, work: Work, { catalog, app, run }: StepsQuery): Promise<RunningBudget[]> {
  const budgets = await budgetsOfNextDay(catalog, app, run)
  return await pacing(store, work, { catalog, app, run: seenBy(catalog, app, run) }, budgets)
}

/** The cached cohorts of the latest run, limited to those that another run saw. */
function seenBy(catalog: Catalog, app: App, run: Run): Run {
  return { ...servedRun(catalog, app.app_id, 'recommendation')!, max_install_date: run.max_install_date }
}

async function stepRows(store: Store, work: Work, query: StepsQuery, stored: readonly StoredRecommendation[]): Promise<StepRow[]> {
  const { catalog, app, run, granularity } = query
  const judge = judgeBy(catalog, app)
  const interval = intervalBy(await errorsByPlatform(store, work, { catalog, app, granularity }))
  const spending = await readSpending(store, work, query)
  const limits = limitsIn(await runningBudgets(store, work, query))
  const spoiled = await readSpoiled(store, work, query, stored)
  const shares = sharedCampaigns(granularity === 'campaign_geo' ? stored : [])
  const withheld = new Set(run.withheld?.map(({ dsi }) => dsi))
  return await mapInSlices(stored, row => {
    const { action, dailySpend, targetRoas, predictedRoas } = judge(row)
    const known = interval({ platform: row.platform, low: row.predicted_low_roas, high: row.predicted_high_roas, predicted: predictedRoas })
    return {
      id: row.recommendation_id,
      platform: row.platform,
      network: row.network,
      campaign: row.campaign,
      country: row.country,
      action,
      confidenceScore: row.confidence_score,
      dailySpend,
      targetRoas,
      predictedRoas,
      predictedLow: known?.low ?? null,
      predictedHigh: known?.high ?? null,
      suggestedDailySpend: row.suggested_daily_spend,
      marginalRoas: row.marginal_roas,
      responseElasticity: row.response_elasticity,
      responseLow: row.response_low,
      responseHigh: row.response_high,
      optimisationLiveRoas: row.optimisation_live_roas,
      optimisationPacedRoas: row.optimisation_paced_roas,
      optimisationRawRoas: row.optimisation_raw_roas,
      ...spending(row),
      spoiledBy: spoiled(row)?.by ?? null,
      limits: limits(row),
      isWithheld: withheld.has(row.target_dsi),
      sharesCampaign: shares(row),
    }
  })
}

function hasResponse(row: StoredRecommendation): boolean {
  const {
    suggested_daily_spend: suggested,
    response_elasticity: elasticity,
    response_low: low,
    response_high: high,
    marginal_roas: marginal,
  } = row
  return [suggested, elasticity, low, high, marginal].some(value => value !== null)
}

/** The smallest amount of a currency. Unknown codes have cents. */
function minorUnitOf(currency: string): number {
  const digits = /^[A-Z]{3}$/.test(currency)
    ? new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    : undefined
  return 10 ** -(digits ?? 2)
}

type Spending = Pick<StepRow, 'currentDailySpend' | 'latestDailySpend' | 'activity'>

const [WEEK, LATEST] = [7, 3]

/** Recent spend of campaigns, from the latest run. */
async function readSpending(store: Store, work: Work, query: StepsQuery): Promise<(row: Identity | StoredRecommendation) => Spending> {
  const { catalog, app, run, granularity } = query
  const through = run.max_install_date!
  const days = await store.latestDays(work, catalog, servedRun(catalog, app.app_id, 'recommendation')!, through)
  const identities = new Map((await store.identities(work, catalog, app.app_id)).map(identity => [identity.id, identity]))
  const keyOf = keyFor(granularity)
  const found = new Map<string, Pick<LatestDays, 'first_spend_date'> & { spend: bigint[]; paid: number[] }>()
  await forEachInSlices(days, latest => {
    const key = keyOf(identities.get(latest.identity)!)
    const others = found.get(key)
    found.set(key, {
      first_spend_date: earliest(others?.first_spend_date ?? null, latest.first_spend_date),
      spend: latest.spend.map((spend, back) => spend + (others?.spend[back] ?? 0n)),
      paid: latest.paid_installs.map((installs, back) => installs + (others?.paid[back] ?? 0)),
    })
  })
  const idle = app.weekly_aggregation ? WEEK : LATEST
  return row => {
    const own = found.get(keyOf(row))
    if (own === undefined) return { currentDailySpend: 0, latestDailySpend: 0, activity: 'stopped' }
    const sum = (count: number): number => doubleOf(own.spend.slice(0, count).reduce((all, spend) => all + spend, 0n))
    const age = own.first_spend_date === null ? WEEK : Math.min(WEEK, daysBetween(own.first_spend_date, through) + 1)
    const installs = own.paid.slice(0, idle).some(count => count > 0)
    return {
      currentDailySpend: age <= 0 ? 0 : sum(WEEK) / age,
      latestDailySpend: sum(LATEST) / LATEST,
      activity: sum(idle) > 0 ? 'spends' : installs ? 'no_cost' : 'stopped',
    }
  }
}

function earliest(a: string | null, b: string | null): string | null {
  return a === null || b === null ? (a ?? b) : earlier(a, b)
}

function keyFor(granularity: Granularity): (row: Identity | StoredRecommendation) => string {
  const names = granularity === 'campaign' ? IDENTITY_NAMES.slice(0, 3) : IDENTITY_NAMES
  return row => JSON.stringify(names.map(name => row[name]))
}

/** Countries that share their campaign's bid and budget: those of a campaign in several, if their live bids are equal. */
function sharedCampaigns(rows: readonly StoredRecommendation[]): (row: StoredRecommendation) => boolean {
  const keyOf = keyFor('campaign')
  const bids = new Map<string, { live: number | null; countries: number; same: boolean }>()
  for (const row of rows) {
    const live = row.optimisation_live_roas
    const others = bids.get(keyOf(row))
    bids.set(keyOf(row), {
      live,
      countries: (others?.countries ?? 0) + 1,
      same: others === undefined || (others.same && others.live === live),
    })
  }
  return row => {
    const own = bids.get(keyOf(row))
    return own !== undefined && own.countries > 1 && own.same
  }
}

const SPOILING = ['attribution', 'outage'] as const
type Spoiling = (typeof SPOILING)[number]

interface Spoiled {
  by: Spoiling
  /** Groups of equal scope, shared by rows with the same lookback dates. */
  events: readonly (readonly AppEvent[])[]
  alerts: readonly (readonly StoredAlert[])[]
}

/** Events and alerts that invalidate a row's data: an alert on attribution, or events on at least half of its lookback dates. */
export async function readSpoiled(
  store: Store,
  work: Work,
  { catalog, app, run, asOf }: StepsQuery,
  rows: readonly StoredRecommendation[],
): Promise<(row: StoredRecommendation) => Spoiled | null> {
  if (rows.length === 0) return () => null
  const events = allEvents(catalog, app.app_id).filter(({ kind }) => SPOILING.some(spoiling => spoiling === kind))
  const eventsOn = groupsCoveringIn(events, event => event)
  const alertsOn = groupsCoveringIn(await attributionAlerts(store, work, catalog, app, asOf), scopeOfAlert)
  const known = new Map<readonly AppEvent[], Map<string, SpoiledDays>>()
  const within = (group: readonly AppEvent[], lookback: DateRange): SpoiledDays => {
    const key = `${lookback.start} ${lookback.end}`
    const byLookback = known.get(group) ?? new Map<string, SpoiledDays>()
    known.set(group, byLookback)
    const found = byLookback.get(key) ?? spoiledDays(group, lookback)
    byLookback.set(key, found)
    return found
  }
  return row => {
    const alerts = alertsOn(row)
    const lookback = lookbackOf(catalog, run, row)
    const groups = eventsOn(row).map(group => within(group, lookback))
    const daysOf = (...kinds: readonly Spoiling[]): number => new Set(groups.flatMap(group => kinds.flatMap(kind => group[kind]))).size
    const isHalf = 2 * daysOf(...SPOILING) >= daysBetween(lookback.start, lookback.end) + 1
    if (alerts.length === 0 && !isHalf) return null
    return {
      by: alerts.length > 0 || daysOf('attribution') >= daysOf('outage') ? 'attribution' : 'outage',
      events: isHalf ? groups.map(group => group.events) : [],
      alerts,
    }
  }
}

/** Events that overlap lookback dates, and the dates with events of each kind. */
type SpoiledDays = Record<Spoiling, readonly string[]> & { events: readonly AppEvent[] }

function spoiledDays(group: readonly AppEvent[], lookback: DateRange): SpoiledDays {
  const days: string[] = []
  for (let day = lookback.start; day <= lookback.end; day = addDays(day, 1)) days.push(day)
  const events = group.filter(({ start_date: start, end_date: end }) => start <= lookback.end && end >= lookback.start)
  const heldBy = (spoiling: Spoiling): string[] => {
    const some = events.filter(({ kind }) => kind === spoiling)
    return days.filter(day => some.some(({ start_date: start, end_date: end }) => start <= day && end >= day))
  }
  return { attribution: heldBy('attribution'), outage: heldBy('outage'), events }
}

async function attributionAlerts(store: Store, work: Work, catalog: Catalog, app: App, asOf?: string): Promise<StoredAlert[]> {
  const run = runAsOf(catalog, app.app_id, 'alert', asOf)
  return run === undefined ? [] : (await store.alerts(work, catalog, app.app_id, [run])).filter(({ metric }) => metric === 'attribution')
}

/** A missing name of an alert matches all. */
export function scopeOfAlert({ platform, network, campaign, country }: StoredAlert) {
  const named = (name: string): string | null => (name === UNKNOWN ? null : name)
  return {
    platform: named(platform),
    network: named(network),
    campaign: named(campaign),
    country: country === 'GLOBAL' ? null : named(country),
  }
}
