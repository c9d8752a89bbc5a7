import { type Reading, readDigests, readOutcomes } from '../analytics/outcomes.ts'
import { type Decision, sizeOf } from '../analytics/track-record.ts'
import type { App, Catalog, Run } from '../../core/model/catalog.ts'
import { classifyAction } from '../../core/model/classification.ts'
import { addDays, earlier, later } from '../../core/model/dates.ts'
import { digest, runName, servedRun } from '../../core/model/runs.ts'
import { forEachInSlices, mapInSlices, sortInSlices } from '../../core/runtime/slices.ts'
import type { Store, StoredDecision } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { byIdentity, decidingContent, judgeBy, lookbackOf } from './judge.ts'

/** A run whose recommendations are judged by what the served run knows. Plain JSON. */
export interface JudgedRun {
  /** See `runName`. */
  run: string
  /** The cohorts that its recommendations read, by DSI. */
  readings: JudgedReading[]
  /** Names everything from which the decisions are computed; null if the next served run may know more of them. */
  content: string | null
  /** By id; those whose outcome is known. */
  decisions: Decision[]
}

interface JudgedReading extends Reading {
  /** The first day on which a lookback ends; `end` is the last. */
  firstEnd: string
}

export interface JudgedQuery {
  catalog: Catalog
  app: App
  granularity: 'campaign' | 'campaign_geo'
}

/** Runs read at the same time, which bounds the memory. */
const AT_ONCE = 60

/** Judges runs again that are not among those judged before, or whose cohorts or settings changed. */
export async function judgeRuns(
  store: Store,
  work: Work,
  query: JudgedQuery,
  runs: readonly Run[],
  before: readonly JudgedRun[],
): Promise<JudgedRun[]> {
  const names = new Set(runs.map(runName))
  const candidates = before.filter(({ run, content }) => content !== null && names.has(run))
  const contents = await contentsOf(store, work, query, candidates)
  const known = new Map(
    candidates
      .filter(({ content }, index) => content === contents[index])
      .map(judged => [judged.run, judged]),
  )
  const missing = runs.filter(run => !known.has(runName(run)))
  const judged: JudgedRun[] = []
  for (let start = 0; start < missing.length; start += AT_ONCE)
    judged.push(...(await judge(store, work, query, missing.slice(start, start + AT_ONCE))))
  const named = await contentsOf(store, work, query, judged)
  judged.forEach((run, index) => known.set(run.run, { ...run, content: named[index]! }))
  return runs.map(run => known.get(runName(run))!)
}

/** Computes the current content of each run. */
async function contentsOf(
  store: Store,
  work: Work,
  query: JudgedQuery,
  judged: readonly JudgedRun[],
): Promise<(string | null)[]> {
  const { catalog, app } = query
  const served = servedRun(catalog, app.app_id, 'recommendation')!
  const isKnown = (day: string, dsi: number): boolean =>
    addDays(day, dsi) <= served.max_install_date!
  const read = judged.flatMap(({ readings }) =>
    readings.filter(({ firstEnd, dsi }) => isKnown(firstEnd, dsi)),
  )
  const digests = await readDigests(store, work, { ...query, served }, read)
  const digestOf = new Map(read.map((reading, index) => [reading, digests[index]!]))
  const settings = decidingContent(catalog, app)
  return judged.map(({ readings }) =>
    readings.some(reading => digestOf.has(reading) && !isKnown(reading.end, reading.dsi))
      ? null
      : digest([
          ...settings,
          readings.map(reading => [reading.dsi, digestOf.get(reading) ?? null]),
        ]),
  )
}

async function judge(
  store: Store,
  work: Work,
  query: JudgedQuery,
  runs: readonly Run[],
): Promise<JudgedRun[]> {
  const { catalog, app, granularity } = query
  const served = servedRun(catalog, app.app_id, 'recommendation')!
  const byRun = new Map<number, StoredDecision[]>(runs.map(run => [run.run_id, []]))
  const stored = await store.decisions(work, catalog, { app, runs, granularity })
  await forEachInSlices(stored, row => byRun.get(row.run_id)?.push(row))
  const rows: { run: Run; row: StoredDecision }[] = []
  for (const run of runs) {
    const distinct = [...(await byIdentity(byRun.get(run.run_id)!)).values()]
    const sorted = await sortInSlices(distinct, (a, b) => a.recommendation_id - b.recommendation_id)
    await forEachInSlices(sorted, row => rows.push({ run, row }))
  }
  const judged = await mapInSlices(rows, ({ run, row }) => ({
    ...namesOf(row),
    lookback: lookbackOf(catalog, run, row),
    dsi: row.target_dsi,
  }))
  const outcomes = await readOutcomes(store, work, { ...query, served }, judged)
  const judgedRuns = new Map(
    runs.map((run): [Run, JudgedRun] => [
      run,
      { run: runName(run), readings: [], content: null, decisions: [] },
    ]),
  )
  const judgeRow = judgeBy(catalog, app)
  await forEachInSlices(rows, ({ run, row }, index) => {
    const { readings, decisions } = judgedRuns.get(run)!
    addReading(readings, judged[index]!)
    const actual = outcomes[index] ?? null
    if (actual === null) return
    const { action, status, dailySpend, targetRoas, predictedRoas } = judgeRow(row)
    decisions.push({
      ...namesOf(row),
      runId: run.run_id,
      day: run.created_at.slice(0, 10),
      action,
      status,
      inHindsight: classifyAction(actual, targetRoas, app.action_threshold),
      dailySpend,
      predicted: predictedRoas,
      target: targetRoas,
      actual,
      size: 'SMALL',
    })
  })
  for (const { decisions } of judgedRuns.values()) {
    const spend = decisions.reduce((sum, { dailySpend }) => sum + dailySpend, 0)
    for (const decision of decisions) decision.size = sizeOf(decision.dailySpend / spend)
  }
  return [...judgedRuns.values()]
}

function addReading(
  readings: JudgedReading[],
  { dsi, lookback: { start, end } }: { dsi: number; lookback: { start: string; end: string } },
) {
  const same = readings.find(reading => reading.dsi === dsi)
  if (same === undefined) return void readings.push({ dsi, start, end, firstEnd: end })
  same.start = earlier(same.start, start)
  same.firstEnd = earlier(same.firstEnd, end)
  same.end = later(same.end, end)
}

function namesOf({ platform, network, campaign, country }: StoredDecision) {
  return { platform, network, campaign, country }
}
