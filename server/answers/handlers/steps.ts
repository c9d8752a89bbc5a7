import { limitsIn, type RunningBudget } from '../../core/formulas/headroom.ts'
import {
  BRAKE_FROM,
  BRAKE_TO,
  brakeOf,
  idleDays,
  LATEST,
  WEEK,
} from '../../core/formulas/recent-spend.ts'
import { decideSteps, priorityOf, type Step, type StepRow } from '../../core/formulas/step.ts'
import type { App, Budget, Catalog, RecommendationRun } from '../../core/model/catalog.ts'
import { addDays } from '../../core/model/dates.ts'
import { CAMPAIGN_NAMES, keyOf, namesOf, oncePerList } from '../../core/model/identities.ts'
import { digest, newestRun, runAsOf, runName, servedRun } from '../../core/model/runs.ts'
import { rowCaches } from '../../core/runtime/shared-work.ts'
import {
  filterInSlices,
  forEachInSlices,
  mapInSlices,
  runInSlices,
} from '../../core/runtime/slices.ts'
import type { Store, StoredRecommendation } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { allEvents, budgetsOf, listName } from './answer-context.ts'
import { readProblems } from './data-problems.ts'
import { readFreshBids } from './fresh-bids.ts'
import { pacing } from './get-pacing.ts'
import { readCheckpoints } from './checkpoints.ts'
import { judgeBy } from './judge.ts'
import { readNewest } from './newest-days.ts'
import { decisionsContent, errorsByPlatform, intervalBy, recordBy } from './past-decisions.ts'
import { currentSpend, type RecentDays, recentDays, type Series, spendOf } from './recent-days.ts'
import { SharedReads } from './shared-reads.ts'
import { sum } from '../../core/formulas/sums.ts'
import { decimalsOf } from '../../core/words/format.ts'

type Granularity = StoredRecommendation['granularity']

export interface StepsQuery {
  catalog: Catalog
  app: App
  run: RecommendationRun
  granularity: Granularity
  /** The day at whose end the run was served; undefined: now. */
  asOf?: string | undefined
  /** The run and others, whose steps are made one after the other. */
  shared?: SharedReads | undefined
  /** Whether steps with the direction `more` matter, which budgets and the brake limit; undefined: they do. */
  raises?: boolean | undefined
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
export async function stepsContent(
  catalog: Catalog,
  app: App,
  run: RecommendationRun | undefined,
  asOf?: string,
): Promise<readonly unknown[]> {
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
export async function readSteps(
  store: Store,
  work: Work,
  query: StepsQuery,
): Promise<ReadonlyMap<number, Stepped>> {
  const { catalog, app, run, granularity, asOf } = query
  const name = digest([app.app_id, granularity, ...(await stepsContent(catalog, app, run, asOf))])
  const isServed = asOf === undefined && run === servedRun(catalog, app.app_id, 'recommendation')
  const slot = isServed ? `steps ${granularity} ${app.app_id}` : undefined
  const stepped = await cacheOf(store).read(name, work, work => makeSteps(store, work, query), slot)
  return await byId(stepped)
}

const byId = oncePerList<Stepped, Promise<ReadonlyMap<number, Stepped>>>(async stepped => {
  const stepById = new Map<number, Stepped>()
  await forEachInSlices(stepped, step => stepById.set(step.id, step))
  return stepById
})

type MakingQuery = StepsQuery & { days: RecentDays; shared: SharedReads }

/** Computes them, whatever is cached. */
export async function makeSteps(store: Store, work: Work, request: StepsQuery): Promise<Stepped[]> {
  const { app } = request
  const query = {
    ...request,
    days: recentDays(store, work, request),
    shared: request.shared ?? new SharedReads([request]),
  }
  const stored = await storedRows(store, work, query)
  const rows = await stepRows(store, work, query, stored)
  const options = {
    hasResponses: stored.some(hasResponse),
    minorUnit: 10 ** -decimalsOf(app.currency),
    actionThreshold: app.action_threshold,
    brake: query.raises === false ? null : await readBrake(query),
  }
  const decided = await runInSlices(decideSteps(rows, options))
  return await mapInSlices(rows, (row, index) => {
    const step = decided[index]!
    const priority = step.direction === 'none' ? 0 : priorityOf(row, step)
    return { id: row.id, step, priority, row }
  })
}

/** The run's recommendations. Those of compared runs are read at once. */
async function storedRows(
  store: Store,
  work: Work,
  { run, granularity, shared }: MakingQuery,
): Promise<readonly StoredRecommendation[]> {
  const [first, ...compared] = shared.judged.map(({ run }) => run)
  if (run === first) return await store.recommendations(work, [run], granularity)
  const all = await shared.once('recommendations', () =>
    store.recommendations(work, [...new Set(compared)], granularity),
  )
  return await filterInSlices(all, row => row.run_id === run.run_id)
}

/** Budgets of the month that contains the day after the run's latest day. */
async function budgetsOfNextDay(
  catalog: Catalog,
  app: App,
  run: RecommendationRun,
): Promise<readonly Budget[]> {
  return await budgetsOf(catalog, app.app_id, addDays(run.max_install_date, 1).slice(0, 7))
}

/** The projected spend of these budgets. */
async function runningBudgets(
  store: Store,
  work: Work,
  { catalog, app, run, shared }: MakingQuery,
): Promise<readonly RunningBudget[]> {
  const budgets = await budgetsOfNextDay(catalog, app, run)
  const isFirst = run === shared.judged[0].run
  const query = {
    catalog,
    app,
    run: seenBy(catalog, run),
    shared: isFirst ? undefined : shared,
  }
  return await pacing(store, work, query, budgets)
}

/** The cached cohorts of the latest run, limited to those that another run saw. */
function seenBy(catalog: Catalog, run: RecommendationRun): RecommendationRun {
  return {
    ...newestRun(catalog, run),
    max_install_date: run.max_install_date,
  }
}

async function stepRows(
  store: Store,
  work: Work,
  query: MakingQuery,
  stored: readonly StoredRecommendation[],
): Promise<StepRow[]> {
  const { catalog, app, run, granularity } = query
  const judge = judgeBy(catalog, app)
  const interval = intervalBy(await errorsByPlatform(store, work, { catalog, app, granularity }))
  const spending = await readSpending(query)
  const limits = limitsIn(query.raises === false ? [] : await runningBudgets(store, work, query))
  const { problemOf } = await readProblems(store, work, query, stored)
  const newestOf = await readNewest(store, work, query, stored)
  const hasFreshBid = await readFreshBids(store, work, query, stored)
  const recordOf = await recordBy(store, work, { catalog, app, granularity })
  const shares = await sharedCampaigns(granularity === 'campaign_geo' ? stored : [])
  const withheld = new Set(run.withheld?.map(({ dsi }) => dsi))
  const untested = new Set(run.untested)
  const checkpointOfRow = await readCheckpoints(store, work, query, stored)
  return await mapInSlices(stored, row => {
    const { action, status, dailySpend, targetRoas, predictedRoas } = judge(row)
    const recent = spending(row)
    const known = interval({
      platform: row.platform,
      low: row.predicted_low_roas,
      high: row.predicted_high_roas,
      predicted: predictedRoas,
    })
    const base = {
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
      optimisationDsi: row.optimisation_dsi,
      targetDsi: row.target_dsi,
      hasFreshBid: hasFreshBid(row),
      ...recent,
      problem: problemOf(row, recent.spends),
      newest: newestOf(row),
      limits: limits(row),
      isWithheld: withheld.has(row.target_dsi),
      tested: !untested.has(row.target_dsi),
      sharesCampaign: shares(row),
      ...recordOf(action, status),
    }
    return { ...base, checkpoint: checkpointOfRow(base) }
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

type Spending = Pick<StepRow, 'currentDailySpend' | 'latestDailySpend' | 'spends'>

/** Recent spend of campaigns, from the latest run. */
async function readSpending({
  app,
  run,
  granularity,
  days,
}: MakingQuery): Promise<(row: StoredRecommendation) => Spending> {
  const series = await days(namesOf(granularity))
  const idle = idleDays(app.weekly_aggregation)
  return row => {
    const own = series.of(row)
    if (own === undefined) return { currentDailySpend: 0, latestDailySpend: 0, spends: false }
    return {
      currentDailySpend: currentSpend(own, run.max_install_date),
      latestDailySpend: spendOf(own, 0, LATEST - 1) / LATEST,
      spends: spendOf(own, 0, idle - 1) > 0,
    }
  }
}

/** Null without spend that long ago: the app is new. */
async function readBrake({ run, days }: MakingQuery): Promise<Step['brake']> {
  const through = run.max_install_date
  const { all: campaigns } = await days(CAMPAIGN_NAMES)
  const beginning = addDays(through, -BRAKE_TO)
  if (!campaigns.some(({ firstSpend }) => firstSpend !== null && firstSpend <= beginning))
    return null
  // In order, since sums of doubles depend on it.
  const sumOf = async (spend: (series: Series) => number): Promise<number> =>
    sum((await mapInSlices(campaigns, spend)).sort((a, b) => a - b))
  const current = await sumOf(series => currentSpend(series, through))
  const earlier = await sumOf(series => spendOf(series, BRAKE_FROM, BRAKE_TO))
  return brakeOf(current, earlier / WEEK)
}

/** Countries that share their campaign's bid and budget: those of a campaign in several, if their live bids are equal. */
async function sharedCampaigns(
  rows: readonly StoredRecommendation[],
): Promise<(row: StoredRecommendation) => boolean> {
  const bids = new Map<string, { live: number | null; countries: number; same: boolean }>()
  await forEachInSlices(rows, row => {
    const live = row.optimisation_live_roas
    const key = keyOf(row, CAMPAIGN_NAMES)
    const others = bids.get(key)
    bids.set(key, {
      live,
      countries: (others?.countries ?? 0) + 1,
      same: others === undefined || (others.same && others.live === live),
    })
  })
  return row => {
    const own = bids.get(keyOf(row, CAMPAIGN_NAMES))
    return own !== undefined && own.countries > 1 && own.same
  }
}
