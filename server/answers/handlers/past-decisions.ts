import { intervalOf } from '../../core/formulas/interval.ts'
import { holdBand } from '../../core/model/classification.ts'
import type { Action, Status } from '../../../generated/vocabulary/vocabulary.ts'
import { type Decision, type TrackRecord, trackRecord } from '../analytics/track-record.ts'
import type { App, Catalog, RecommendationRun } from '../../core/model/catalog.ts'
import { addDays, type DateRange } from '../../core/model/dates.ts'
import { oncePerList } from '../../core/model/identities.ts'
import { type Previous, rowCaches } from '../../core/runtime/shared-work.ts'
import { digest, runsName, servedRun, succeededRuns } from '../../core/model/runs.ts'
import type { Store } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { judgeContent } from './judge.ts'
import { type JudgedQuery, type JudgedRun, judgeRuns } from './judged-runs.ts'

/** Maximum cached decisions of all apps, tens of MB. */
const MAX_DECISIONS = 200_000

const DEFAULT_DAYS = 180

const cacheOf = rowCaches<JudgedRun>(MAX_DECISIONS, ({ decisions }) => decisions.length + 1)

/** Identifies everything from which an app's decisions are computed. */
export function decisionsContent(catalog: Catalog, app: App): readonly unknown[] {
  return [
    ...judgeContent(catalog, app),
    runsName(succeededRuns(catalog, app.app_id, 'recommendation')),
  ]
}

/** The creation days of a track record, by default 180 days up to the newest run that is completely old enough to judge. */
export function trackRecordRange(
  catalog: Catalog,
  app: App,
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  today: string,
): DateRange {
  const runs = succeededRuns(catalog, app.app_id, 'recommendation')
  const served = runs.at(-1)
  const end = endDate ?? (served ? dayOf(served) : today)
  const old =
    served &&
    runs.findLast(run => addDays(run.max_install_date, app.target_dsi) <= served.max_install_date)
  return { start: startDate ?? addDays(old ? dayOf(old) : end, -DEFAULT_DAYS), end }
}

function dayOf(run: RecommendationRun): string {
  return run.created_at.slice(0, 10)
}

/** Recommendations of runs created in the range whose outcome is known, oldest run first, then by id. Cached until an import changes them. */
export async function pastDecisions(
  store: Store,
  work: Work,
  query: JudgedQuery & { range: DateRange },
): Promise<readonly Decision[]> {
  return decisionsOf(await judgedRuns(store, work, query))
}

const decisionsOf = oncePerList<JudgedRun, Decision[]>(runs =>
  runs.flatMap(({ decisions }) => decisions),
)

async function judgedRuns(
  store: Store,
  work: Work,
  query: JudgedQuery & { range: DateRange },
): Promise<readonly JudgedRun[]> {
  const { catalog, app, granularity, range } = query
  const all = succeededRuns(catalog, app.app_id, 'recommendation')
  const runsIn = ({ start, end }: DateRange): RecommendationRun[] =>
    all.filter(run => start <= dayOf(run) && dayOf(run) <= end)
  const runs = runsIn(range)
  const [first, last, served] = [runs[0], runs.at(-1), all.at(-1)]
  if (first === undefined || last === undefined || served === undefined) return []
  // Runs are sorted, so the first and the last identify the range.
  const name = digest([
    app.app_id,
    granularity,
    first.run_id,
    last.run_id,
    ...decisionsContent(catalog, app),
  ])
  const usual = trackRecordRange(catalog, app, {}, range.end)
  const usualRuns = runsIn(usual)
  // Other dates may select the same runs, whose work has the same name: it must not wait for itself.
  const isUsual = first === usualRuns[0] && last === usualRuns.at(-1)
  const make = async (work: Work, previous: Previous<JudgedRun>): Promise<JudgedRun[]> => {
    const before = isUsual
      ? await previous()
      : await judgedRuns(store, work, { ...query, range: usual })
    return await judgeRuns(store, work, { ...query, served }, runs, before)
  }
  return await cacheOf(store).read(
    name,
    work,
    make,
    isUsual ? `decisions ${granularity} ${app.app_id}` : undefined,
  )
}

/** The 80 % interval of a predicted ROAS, from the run or from the errors of its platform; undefined without either. */
export function intervalBy(errors: ReadonlyMap<string, number>) {
  return (row: {
    platform: string
    low: number | null
    high: number | null
    predicted: number | null
  }) => {
    const { platform, low, high, predicted } = row
    if (low !== null && high !== null) return { low, high }
    const error = errors.get(platform)
    return error === undefined || predicted === null || predicted <= 0
      ? undefined
      : intervalOf(predicted, error)
  }
}

/** Whether a row's 80 % interval covers an edge of the HOLD band: null if there is none, or nothing to compare. */
export type CloseCall = (row: {
  platform: string
  low: number | null
  high: number | null
  predicted: number | null
  target: number | null
}) => boolean | null

/** `errors`: by platform, the absolute error that holds for 80 % of the spend. */
export function closeCallBy(app: App, errors: ReadonlyMap<string, number>): CloseCall {
  const intervalIn = intervalBy(errors)
  return ({ target, ...row }) => {
    if (row.predicted === null || target === null || row.predicted <= 0 || target <= 0) return null
    const interval = intervalIn(row)
    if (interval === undefined) return null
    return holdBand(app.action_threshold).some(
      edge => interval.low <= target * edge && target * edge <= interval.high,
    )
  }
}

/** Those of the default range. */
async function usualDecisions(
  store: Store,
  work: Work,
  { catalog, app, granularity }: JudgedQuery,
): Promise<readonly Decision[]> {
  const served = servedRun(catalog, app.app_id, 'recommendation')
  if (served === undefined) return []
  const range = trackRecordRange(catalog, app, {}, dayOf(served))
  return await pastDecisions(store, work, { catalog, app, granularity, range })
}

/** The 80 % errors of the default range, for platforms with enough decisions. */
export async function errorsByPlatform(
  store: Store,
  work: Work,
  query: JudgedQuery,
): Promise<Map<string, number>> {
  return await errorsOf(await usualDecisions(store, work, query))
}

/** Decisions below which their record is not quoted beside a step. */
const FEWEST_JUDGED = 50

/** The record of past calls by action and status, in the default range. */
export async function recordBy(store: Store, work: Work, query: JudgedQuery) {
  const records = await recordsOf(await usualDecisions(store, work, query))
  return (action: Action, status: Status): { rightShare: number | null; judged: number } => {
    const { decisions: judged = 0, rightShare = null } = records.get(`${action} ${status}`) ?? {}
    return { rightShare: judged < FEWEST_JUDGED ? null : rightShare, judged }
  }
}

const recordsOf = oncePerList<Decision, Promise<Map<string, TrackRecord>>>(
  async decisions =>
    new Map(
      (await trackRecord(decisions, ['action', 'status'])).map(record => [
        `${record.action} ${record.status}`,
        record,
      ]),
    ),
)

const errorsOf = oncePerList<Decision, Promise<Map<string, number>>>(async decisions => {
  const groups = await trackRecord(decisions, ['platform'])
  return new Map(
    groups.flatMap(({ platform, p80 }) =>
      platform === undefined || typeof p80 !== 'number' ? [] : [[platform, p80]],
    ),
  )
})
