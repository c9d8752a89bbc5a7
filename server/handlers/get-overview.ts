import type { components } from '../../generated/types.ts'
import { readableApps } from '../access/callers.ts'
import { actualShare, type PeriodSum, sumPeriods } from '../analytics/period-sums.ts'
import { trackRecord } from '../analytics/track-record.ts'
import { allRead } from '../checks/parameters.ts'
import type { Handlers } from '../http/contract/answers.ts'
import type { App, Budget, Catalog, Run } from '../model/catalog.ts'
import { addDays, type DateRange, earlier, periodStart } from '../model/dates.ts'
import { digest, runName, servedRun } from '../model/runs.ts'
import { RowCache } from '../model/shared-work.ts'
import type { Store, StoredAlert, StoredRecommendation } from '../model/store.ts'
import type { Work } from '../model/work.ts'
import { allEvents, budgetsOf, contentTag, type HandlerDeps, listName } from './answer-context.ts'
import { bySpend, distinctAlerts } from './get-alerts.ts'
import { identityOf, judgeBy, responseOf } from './judge.ts'
import { eventsIn } from './list-events.ts'
import { pacing } from './get-pacing.ts'
import { decisionsContent, pastDecisions, trackRecordRange } from './past-decisions.ts'

type Overview = components['schemas']['Overview']

/** Apps of one response that are read at once, so that a company with many does not fill its queues. */
const AT_ONCE = 4

/** Cached overviews of all apps, about 10 KB each. */
const MAX_OVERVIEWS = 2000

const WEEKS = 8

const ACTIONS = 3

/** An app as one import left it. */
interface SeenApp {
  catalog: Catalog
  app: App
  run: Run | undefined
  alertRun: Run | undefined
  /** Those of the month of the latest day with data. */
  budgets: readonly Budget[]
  /** Names everything that its overview is made from. */
  tag: string
}

/** `GET /v1/overview`: all apps of the company, each made once per import that touches it. */
export function getOverview({ store }: HandlerDeps): Handlers['getOverview'] {
  const made = new RowCache<Overview>(MAX_OVERVIEWS)
  return async ({ companyId, query, path }) => {
    allRead(query, path)
    const apps = await seenApps(store, companyId)
    return {
      kind: 'list',
      tag: contentTag('getOverview', [digest(apps.map(({ tag }) => tag))], {}),
      headers: {},
      body: work =>
        eachAtOnce(apps, async app => {
          const [overview] = await made.read(app.tag, work, async work => [await overviewOf(store, work, app)])
          return overview!
        }),
    }
  }
}

/** Makes all, a few at once; begins no more after a failure. */
async function eachAtOnce<Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
  const all: Made[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const place = next++
      all[place] = await make(items[place]!)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work)).catch((error: unknown) => {
    next = items.length
    throw error
  })
  return all
}

/** Maximum attempts if imports are published during the request. */
const LOOKS = 3

/** All from one state of the store, which a database reads app by app. */
async function seenApps(store: Store, companyId: number | null): Promise<SeenApp[]> {
  for (let look = 1; ; look++) {
    const all = await store.catalog()
    const apps = [...readableApps(all, companyId).values()]
    const seen = await Promise.all(apps.map(async app => await seeApp(await store.catalog(app.app_id), app)))
    if (look === LOOKS || (await store.catalog()) === all) return seen
  }
}

const seenIn = new WeakMap<Catalog, Map<App, SeenApp>>()

async function seeApp(catalog: Catalog, app: App): Promise<SeenApp> {
  const inCatalog = seenIn.get(catalog) ?? new Map<App, SeenApp>()
  seenIn.set(catalog, inCatalog)
  const known = inCatalog.get(app)
  if (known !== undefined) return known
  const run = servedRun(catalog, app.app_id, 'recommendation')
  const alertRun = servedRun(catalog, app.app_id, 'alert')
  const month = run?.max_install_date?.slice(0, 7)
  const budgets = month === undefined ? [] : await budgetsOf(catalog, app.app_id, month)
  const runs = [runName(run), runName(alertRun)]
  const lists = [await listName(allEvents(catalog, app.app_id)), await listName(budgets)]
  const content = [app.app_id, app.name, app.currency, ...decisionsContent(catalog, app), ...runs, ...lists]
  const seen = { catalog, app, run, alertRun, budgets, tag: digest(content) }
  inCatalog.set(app, seen)
  return seen
}

async function overviewOf(store: Store, work: Work, { catalog, app, run, alertRun, budgets }: SeenApp): Promise<Overview> {
  const raised = alertRun ? await store.alerts(work, catalog, app.app_id, [alertRun]) : []
  const alerts = await distinctAlerts(raised.toSorted(bySpend), [])
  const { dataThrough, runId, spend, roas, target, weeks, actions, trackRecord, events } = run
    ? await overviewOfRun(store, work, { catalog, app, run })
    : WITHOUT_RUN
  return {
    appId: app.app_id,
    name: app.name,
    currency: app.currency,
    dataThrough,
    runId,
    targetDsi: app.target_dsi,
    roasType: app.target_roas_type,
    revenueType: app.target_revenue_type,
    actionThreshold: app.action_threshold,
    spend,
    roas,
    target,
    weeks,
    openAlerts: alerts.length,
    openAlertGap: gapOf(alerts.map(({ row }) => row)),
    actions,
    trackRecord,
    events,
    pacing: await pacing(store, work, { catalog, app, run }, budgets),
  }
}

type OverviewOfRun = Pick<Overview, 'dataThrough' | 'runId' | 'spend' | 'roas' | 'target' | 'weeks' | 'actions' | 'trackRecord' | 'events'>

const WITHOUT_RUN: OverviewOfRun = {
  dataThrough: null,
  runId: null,
  spend: { day: null, dayBefore: null, week: null, weekBefore: null },
  roas: { week: null, weekActualShare: null, weekBefore: null, weekBeforeActualShare: null },
  target: null,
  weeks: [],
  actions: [],
  trackRecord: { decisions: 0 },
  events: [],
}

async function overviewOfRun(store: Store, work: Work, seen: { catalog: Catalog; app: App; run: Run }): Promise<OverviewOfRun> {
  const { catalog, app, run } = seen
  const through = run.max_install_date!
  const { day, dayBefore, week, weekBefore, weeks } = periodsUpTo(through)
  const sums = await sumPeriods(store, work, seen, [day, dayBefore, week, weekBefore, ...weeks])
  const [ofDay, ofDayBefore, ofWeek, ofWeekBefore, ...ofWeeks] = sums as [PeriodSum, PeriodSum, PeriodSum, PeriodSum, ...PeriodSum[]]
  const share = (period: DateRange): number => actualShare(period, app.target_dsi, through)
  const range = trackRecordRange(catalog, app, {}, through)
  const decisions = await pastDecisions(store, work, { catalog, app, granularity: 'campaign', range })
  return {
    dataThrough: through,
    runId: run.run_id,
    spend: { day: ofDay.spend, dayBefore: ofDayBefore.spend, week: ofWeek.spend, weekBefore: ofWeekBefore.spend },
    roas: {
      week: ofWeek.roas,
      weekActualShare: share(week),
      weekBefore: ofWeekBefore.roas,
      weekBeforeActualShare: share(weekBefore),
    },
    ...advice(catalog, app, await store.recommendations(work, run, 'campaign')),
    weeks: weeks.map((period, place) => ({ startDate: period.start, ...ofWeeks[place]!, actualShare: share(period) })),
    trackRecord: trackRecord(decisions, [])[0] ?? WITHOUT_RUN.trackRecord,
    events: await eventsIn(catalog, { appId: app.app_id, startDate: weeks[0]!.start, endDate: through }),
  }
}

/** The latest day and week with the ones before, and the ISO weeks up to that day, oldest first. */
function periodsUpTo(through: string) {
  const back = (from: number, to: number): DateRange => ({ start: addDays(through, -from), end: addDays(through, -to) })
  const monday = periodStart(through, 'weekly')
  const weeks = Array.from({ length: WEEKS }, (_, place): DateRange => {
    const start = addDays(monday, -7 * (WEEKS - 1 - place))
    return { start, end: earlier(through, addDays(start, 6)) }
  })
  return { day: back(0, 0), dayBefore: back(1, 1), week: back(6, 0), weekBefore: back(13, 7), weeks }
}

/** The weighted target, and what moves most money towards it. */
function advice(catalog: Catalog, app: App, rows: readonly StoredRecommendation[]): Pick<Overview, 'target' | 'actions'> {
  const judge = judgeBy(catalog, app)
  const judged = rows.map(row => ({ row, ...judge(row) })).sort((a, b) => b.dailySpend - a.dailySpend || idOf(a) - idOf(b))
  const aimed = judged.flatMap(({ dailySpend, targetRoas }) => (isPositive(targetRoas) ? [{ dailySpend, targetRoas }] : []))
  const spend = aimed.reduce((sum, { dailySpend }) => sum + dailySpend, 0)
  const actions = judged.flatMap(({ row, ...judgement }) => {
    const { action, dailySpend, predictedRoas, targetRoas } = judgement
    if (action === 'HOLD' || !isPositive(predictedRoas) || !isPositive(targetRoas)) return []
    const gap = dailySpend * Math.abs(predictedRoas / targetRoas - 1)
    const { suggestedDailySpend, marginalRoas, suggestedMove } = responseOf(row, judgement)
    const suggestion = { suggestedDailySpend, marginalRoas, suggestedMove }
    return [{ ...namesOf(row), action, dailySpend, gap, predictedRoas, targetRoas, ...bidOf(row), ...suggestion }]
  })
  return {
    target: spend === 0 ? null : aimed.reduce((sum, { dailySpend, targetRoas }) => sum + dailySpend * targetRoas, 0) / spend,
    // Stable: equal gaps by dailySpend, then id.
    actions: actions.sort((a, b) => b.gap - a.gap).slice(0, ACTIONS),
  }
}

function idOf({ row }: { row: StoredRecommendation }): number {
  return row.recommendation_id
}

function isPositive(roas: number | null): roas is number {
  return roas !== null && roas > 0
}

function namesOf({ platform, network, campaign, country }: StoredRecommendation) {
  return { platform: platform as components['schemas']['Platform'], network, campaign, country }
}

function bidOf(row: StoredRecommendation) {
  return {
    optimisationDsi: row.optimisation_dsi,
    optimisationLiveRoas: row.optimisation_live_roas,
    optimisationPacedRoas: row.optimisation_paced_roas,
    optimisationRawRoas: row.optimisation_raw_roas,
  }
}

/** The largest gap of each identity with a ROAS alert, added up in ascending order; null without one. */
function gapOf(alerts: readonly StoredAlert[]): number | null {
  const gaps = new Map<string, number>()
  for (const alert of alerts) {
    if (alert.metric !== 'roas' || alert.change === null) continue
    const key = identityOf(alert)
    gaps.set(key, Math.max(gaps.get(key) ?? 0, alert.daily_spend * Math.abs(alert.change)))
  }
  return gaps.size === 0 ? null : [...gaps.values()].sort((a, b) => a - b).reduce((sum, gap) => sum + gap, 0)
}
