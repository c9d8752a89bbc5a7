import type { components } from '../../../generated/types.ts'
import { gapOf, gapOfAlerts } from '../../core/model/classification.ts'
import {
  budgetsOf,
  contentTag,
  type HandlerDeps,
  listName,
  readableApps,
} from './answer-context.ts'
import { firstDayRatios } from '../analytics/forecast-accuracy.ts'
import { actualShare, type PeriodSum, sumPeriods } from '../analytics/period-sums.ts'
import { runsByAge } from '../analytics/roas-history.ts'
import { shortfallOf, totalSteps } from '../../core/formulas/step-totals.ts'
import { trackRecord } from '../analytics/track-record.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { Handlers } from '../contract/answers.ts'
import type { App, Budget, Catalog, RecommendationRun, Run } from '../../core/model/catalog.ts'
import {
  addDays,
  type DateRange,
  earlier,
  earliestHistoryStart,
  periodStart,
  utcDate,
} from '../../core/model/dates.ts'
import { digest, runsName, servedRun, succeededRuns } from '../../core/model/runs.ts'
import { mapAtOnce } from '../../core/runtime/at-once.ts'
import { rowCaches } from '../../core/runtime/shared-work.ts'
import { filterInSlices, mapInSlices, sortInSlices } from '../../core/runtime/slices.ts'
import type { Store } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { dataProblems, failedSince, lateness } from './data-problems.ts'
import { bySpend, distinctAlerts } from './get-alerts.ts'
import { checkpointOfApp } from './checkpoints.ts'
import { pacing } from './get-pacing.ts'
import { averageTarget, identityOf, judgeBy, lookbackOf, responseOf } from './judge.ts'
import { eventsIn } from './list-events.ts'
import { notDone, readAdvisedSince, withEarlier } from './not-done.ts'
import { pastDecisions, trackRecordRange } from './past-decisions.ts'
import { readSteps, stepsContent } from './steps.ts'

type Overview = components['schemas']['Overview']
type Pacing = Overview['pacing'][number]

/** Apps of one response that are read concurrently, so that a company with many does not fill its queues. */
const AT_ONCE = 4

/** Cached overviews of all apps, about 10 KB each. */
const MAX_OVERVIEWS = 2000

const WEEKS = 8

const ACTIONS = 3

/** An app after a given import. */
export interface SeenApp {
  catalog: Catalog
  app: App
  run: RecommendationRun | undefined
  alertRun: Run | undefined
  /** Budgets of the month of the latest day with data. */
  budgets: readonly Budget[]
  /** Identifies everything from which its overview is computed. */
  tag: string
}

/** `GET /v1/overview`: all apps of the company, each computed once per import that changes it. */
export function getOverview({ store, clock }: HandlerDeps): Handlers['getOverview'] {
  return async ({ companyId, query, path }) => {
    allRead(query, path)
    const { company, apps } = await seenApps(store, companyId)
    // Data that end before yesterday are late.
    const today = utcDate(clock())
    return {
      kind: 'list',
      tag: contentTag('getOverview', [today, company, digest(apps.map(({ tag }) => tag))], {}),
      headers: { 'company-name': encodeURIComponent(company) },
      body: work =>
        mapAtOnce(
          apps,
          async app => {
            const overview = await readOverview(store, work, app)
            return withLateness(overview, lateness(app.run, today))
          },
          AT_ONCE,
        ),
    }
  }
}

/** Problems listed; others are counted. */
const MAX_PROBLEMS = 20

function withLateness(overview: Overview, late: Overview['data']): Overview {
  const all = [...late, ...overview.data]
  return {
    ...overview,
    data: all.slice(0, MAX_PROBLEMS),
    otherProblems: overview.otherProblems + Math.max(0, all.length - MAX_PROBLEMS),
  }
}

/** Maximum attempts if imports are published during the request. */
const LOOKS = 3

/** Reads all apps from one state of the store, which a database reads app by app. */
async function seenApps(
  store: Store,
  companyId: number | null,
): Promise<{ company: string; apps: SeenApp[] }> {
  for (let look = 1; ; look++) {
    const all = await store.catalog()
    const apps = [...readableApps(all, companyId).values()]
    const seenApps = await Promise.all(
      apps.map(async app => await seeApp(await store.catalog(app.app_id), app)),
    )
    const company = all.companies.find(({ company_id }) => company_id === companyId)?.name ?? ''
    if (look === LOOKS || (await store.catalog()) === all) return { company, apps: seenApps }
  }
}

const seenIn = new WeakMap<Catalog, Map<App, SeenApp>>()

export async function seeApp(catalog: Catalog, app: App): Promise<SeenApp> {
  const inCatalog = seenIn.get(catalog) ?? new Map<App, SeenApp>()
  seenIn.set(catalog, inCatalog)
  const known = inCatalog.get(app)
  if (known !== undefined) return known
  const run = servedRun(catalog, app.app_id, 'recommendation')
  const alertRun = servedRun(catalog, app.app_id, 'alert')
  const month = run?.max_install_date?.slice(0, 7)
  const budgets = month === undefined ? [] : await budgetsOf(catalog, app.app_id, month)
  const content = [
    app.app_id,
    app.name,
    ...(await stepsContent(catalog, app, run)),
    await listName(budgets),
    runsName(failedSince(catalog, app)),
  ]
  const seenApp = { catalog, app, run, alertRun, budgets, tag: digest(content) }
  inCatalog.set(app, seenApp)
  return seenApp
}

const cacheOf = rowCaches<Overview>(MAX_OVERVIEWS)

/** An app's overview, without the day-dependent lateness of data. */
export async function readOverview(store: Store, work: Work, seenApp: SeenApp): Promise<Overview> {
  const make = async (work: Work): Promise<Overview[]> => [await overviewOf(store, work, seenApp)]
  const [overview] = await cacheOf(store).read(
    seenApp.tag,
    work,
    make,
    `overview ${seenApp.app.app_id}`,
  )
  return overview!
}

async function overviewOf(
  store: Store,
  work: Work,
  { catalog, app, run, alertRun, budgets }: SeenApp,
): Promise<Overview> {
  const raised = alertRun ? await store.alerts(work, catalog, app.app_id, [alertRun]) : []
  const alerts = await distinctAlerts(raised.toSorted(bySpend), [])
  const {
    dataThrough,
    runId,
    spend,
    roas,
    target,
    checkpoint,
    weeks,
    yesterday,
    trackRecord,
    events,
    ...advice
  } = run ? await overviewOfRun(store, work, { catalog, app, run }) : WITHOUT_RUN
  const problems = await dataProblems(store, work, { catalog, app, run, alerts: raised })
  const paced = await pacing(store, work, { catalog, app, run }, budgets)
  return {
    appId: app.app_id,
    name: app.name,
    currency: app.currency,
    dataThrough,
    runId,
    targetDsi: app.target_dsi,
    targetRoasType: app.target_roas_type,
    targetRevenueType: app.target_revenue_type,
    actionThreshold: app.action_threshold,
    spend,
    roas,
    target,
    tested: run?.untested?.includes(app.target_dsi) !== true,
    checkpoint,
    weeks,
    openAlerts: alerts.length,
    openAlertCampaigns: new Set(
      alerts.map(({ row }) => JSON.stringify([row.platform, row.network, row.campaign])),
    ).size,
    openAlertGap:
      gapOfAlerts(
        alerts.map(({ row }) => ({ ...row, dailySpend: row.daily_spend })),
        identityOf,
      )?.gap ?? null,
    yesterday,
    data: problems.slice(0, MAX_PROBLEMS),
    otherProblems: Math.max(0, problems.length - MAX_PROBLEMS),
    ...advice,
    overspent: overspentOf(paced),
    trackRecord,
    events,
    pacing: [...paced],
  }
}

/** Budgets that are spent or about to be, the farthest above first. */
function overspentOf(paced: readonly Pacing[]): Overview['overspent'] {
  const above = ({ amount, spent, expected }: Pacing): number =>
    Math.max(spent, expected ?? 0) - amount
  return paced
    .filter(({ status }) => status === 'OVERSPENT' || status === 'OVER')
    .sort((a, b) => above(b) - above(a) || a.budgetId - b.budgetId)
    .map(
      ({
        budgetId,
        month,
        platform,
        network,
        campaign,
        amount,
        spent,
        expected,
        daysLeft,
        neededDailySpend,
      }) => {
        const needed = spent > amount ? null : neededDailySpend
        return {
          budgetId,
          month,
          platform,
          network,
          campaign,
          amount,
          spent,
          expected,
          daysLeft,
          neededDailySpend: needed,
        }
      },
    )
}

type Advice = Pick<
  Overview,
  'target' | 'checkpoint' | 'actions' | 'otherSteps' | 'stepTotals' | 'shortfall' | 'notDone'
>
type OverviewOfRun = Advice &
  Pick<
    Overview,
    'dataThrough' | 'runId' | 'spend' | 'roas' | 'weeks' | 'yesterday' | 'trackRecord' | 'events'
  >

const WITHOUT_RUN: OverviewOfRun = {
  dataThrough: null,
  runId: null,
  spend: { day: null, dayBefore: null, week: null, weekBefore: null },
  roas: { week: null, weekActualShare: null, weekBefore: null, weekBeforeActualShare: null },
  target: null,
  checkpoint: null,
  weeks: [],
  yesterday: null,
  actions: [],
  otherSteps: 0,
  stepTotals: totalSteps([]),
  shortfall: shortfallOf([]),
  notDone: notDone([], new Map()),
  trackRecord: { decisions: 0 },
  events: [],
}

async function overviewOfRun(
  store: Store,
  work: Work,
  seenApp: { catalog: Catalog; app: App; run: RecommendationRun },
): Promise<OverviewOfRun> {
  const { catalog, app, run } = seenApp
  const through = run.max_install_date
  const { day, dayBefore, week, weekBefore, weeks } = periodsUpTo(through)
  const sums = await sumPeriods(store, work, seenApp, [day, dayBefore, week, weekBefore, ...weeks])
  const [ofDay, ofDayBefore, ofWeek, ofWeekBefore, ...ofWeeks] = sums as [
    PeriodSum,
    PeriodSum,
    PeriodSum,
    PeriodSum,
    ...PeriodSum[],
  ]
  const share = (period: DateRange): number => actualShare(period, app.target_dsi, through)
  const range = trackRecordRange(catalog, app, {}, through)
  const decisions = await pastDecisions(store, work, {
    catalog,
    app,
    granularity: 'campaign',
    range,
  })
  return {
    dataThrough: through,
    runId: run.run_id,
    spend: {
      day: ofDay.spend,
      dayBefore: ofDayBefore.spend,
      week: ofWeek.spend,
      weekBefore: ofWeekBefore.spend,
    },
    roas: {
      week: ofWeek.roas,
      weekActualShare: share(week),
      weekBefore: ofWeekBefore.roas,
      weekBeforeActualShare: share(weekBefore),
    },
    yesterday: {
      date: through,
      ...ofDay,
      ...(await yesterdayRoas(store, work, { catalog, app }, ofDay)),
      actualShare: share(day),
    },
    ...(await readAdvice(store, work, seenApp)),
    weeks: weeks.map((period, index) => ({
      startDate: period.start,
      ...ofWeeks[index]!,
      actualShare: share(period),
    })),
    trackRecord: (await trackRecord(decisions, []))[0] ?? WITHOUT_RUN.trackRecord,
    events: await eventsIn(catalog, {
      appId: app.app_id,
      startDate: weeks[0]!.start,
      endDate: through,
    }),
  }
}

/** The latest day and week with the preceding ones, and the ISO weeks up to that day, oldest first. */
function periodsUpTo(through: string) {
  const back = (from: number, to: number): DateRange => ({
    start: addDays(through, -from),
    end: addDays(through, -to),
  })
  const monday = periodStart(through, 'weekly')
  const weeks = Array.from({ length: WEEKS }, (_, index): DateRange => {
    const start = addDays(monday, -7 * (WEEKS - 1 - index))
    return { start, end: earlier(through, addDays(start, 6)) }
  })
  return {
    day: back(0, 0),
    dayBefore: back(1, 1),
    week: back(6, 0),
    weekBefore: back(13, 7),
    weeks,
  }
}

/** Minimum number of past days for an interval. */
const FEWEST_DAYS = 20

/** The day's 80 % interval, from the outcomes of equally young forecasts of past days. */
async function yesterdayRoas(
  store: Store,
  work: Work,
  { catalog, app }: { catalog: Catalog; app: App },
  { spend, roas }: PeriodSum,
): Promise<
  Pick<
    NonNullable<Overview['yesterday']>,
    'reason' | 'roasLow' | 'roasHigh' | 'intervalDays' | 'cases'
  >
> {
  const runs = runsByAge(succeededRuns(catalog, app.app_id, 'recommendation'))
  const through = runs.at(-1)!.max_install_date
  const plan = {
    app,
    runs,
    dsi: app.target_dsi,
    roasType: app.target_roas_type,
    revenueType: app.target_revenue_type,
    range: {
      start: earliestHistoryStart(runs.at(-1), through),
      end: addDays(through, -app.target_dsi),
    },
    grouping: 'daily' as const,
    granularity: 'app' as const,
    identityIds: undefined,
  }
  const { cases, low, high } = await store.withSnapshotGroups(
    work,
    catalog,
    plan,
    (session, groups) => firstDayRatios(session, plan, groups),
  )
  const isKnown = roas !== null && cases >= FEWEST_DAYS && low !== null && high !== null
  return {
    reason: roas === null && spend > 0 ? 'too_young' : null,
    roasLow: isKnown ? roas * low : null,
    roasHigh: isKnown ? roas * high : null,
    intervalDays: cases,
    cases,
  }
}

/** The weighted target, and the steps, the greatest gains first. */
async function readAdvice(
  store: Store,
  work: Work,
  { catalog, app, run }: { catalog: Catalog; app: App; run: RecommendationRun },
): Promise<Advice> {
  const judge = judgeBy(catalog, app)
  const rows = await store.recommendations(work, [run], 'campaign')
  const shared = withEarlier({ catalog, app, run })
  const steps = await readSteps(store, work, {
    catalog,
    app,
    run,
    granularity: 'campaign',
    shared,
  })
  const judged = await mapInSlices(rows, row => ({
    ...steps.get(row.recommendation_id)!,
    stored: row,
    ...judge(row),
  }))
  const moves = await sortInSlices(
    await filterInSlices(judged, ({ step }) => step.direction !== 'none'),
    (a, b) => b.priority - a.priority || a.id - b.id,
  )
  const since = await readAdvisedSince(store, work, { catalog, app, run }, shared, moves)
  const ofNetworks = moves.map(({ id, step, row: { network } }) => ({ id, network, step }))
  const target = averageTarget(catalog, app, rows)
  return {
    target,
    checkpoint: checkpointOfApp(
      app,
      target,
      [...steps.values()].map(({ row }) => row),
    ),
    actions: moves.slice(0, ACTIONS).map(({ stored, ...move }) => {
      const { suggestedDailySpend, marginalRoas } = responseOf(stored)
      const lookback = lookbackOf(catalog, run, stored)
      return {
        id: move.id,
        platform: stored.platform as components['schemas']['Platform'],
        network: stored.network,
        campaign: stored.campaign,
        country: stored.country,
        action: move.action as 'SCALE' | 'REDUCE',
        dailySpend: move.dailySpend,
        gap: gapOf(move.dailySpend, move.predictedRoas! / move.targetRoas!),
        predictedRoas: move.predictedRoas!,
        targetRoas: move.targetRoas!,
        optimisationDsi: stored.optimisation_dsi,
        optimisationLiveRoas: stored.optimisation_live_roas,
        optimisationPacedRoas: stored.optimisation_paced_roas,
        optimisationRawRoas: stored.optimisation_raw_roas,
        suggestedDailySpend,
        marginalRoas,
        currentDailySpend: move.row.currentDailySpend,
        lookbackStartDate: lookback.start,
        lookbackEndDate: lookback.end,
        advisedSince: since.get(move.id) ?? null,
        step: move.step,
      }
    }),
    otherSteps: Math.max(0, moves.length - ACTIONS),
    stepTotals: totalSteps(ofNetworks),
    shortfall: shortfallOf([...steps.values()].sort((a, b) => a.id - b.id)),
    notDone: notDone(moves, since),
  }
}
