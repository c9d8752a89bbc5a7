import { type Judged, type Reading, readDigests, readOutcomes } from '../analytics/outcomes.ts'
import { type Decision, sizeOf } from '../analytics/track-record.ts'
import type { App, Catalog, RecommendationRun } from '../../core/model/catalog.ts'
import { classifyAction } from '../../core/model/classification.ts'
import { addDays, earlier, later } from '../../core/model/dates.ts'
import { digest, runName } from '../../core/model/runs.ts'
import { forEachInSlices, sortInSlices } from '../../core/runtime/slices.ts'
import type { Store, StoredDecision } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { byIdentity, judgeContent, judgeBy, lookbackOf } from './judge.ts'

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

interface ServedQuery extends JudgedQuery {
  /** The app's newest run, which knows the outcomes. */
  served: RecommendationRun
}

/** Runs read at the same time, which bounds the memory. */
const AT_ONCE = 60

/** Judges runs again that are not among those judged before, or whose cohorts or settings changed. */
export async function judgeRuns(
  store: Store,
  work: Work,
  query: ServedQuery,
  runs: readonly RecommendationRun[],
  before: readonly JudgedRun[],
): Promise<JudgedRun[]> {
  const names = new Set(runs.map(runName))
  const candidates = before.filter(({ run, content }) => content !== null && names.has(run))
  const contentOf = await readContents(store, work, query, candidates)
  const known = new Map(
    candidates
      .filter(judged => judged.content === contentOf(judged))
      .map(judged => [judged.run, judged]),
  )
  const missing = runs.filter(run => !known.has(runName(run)))
  const judged: JudgedRun[] = []
  for (let start = 0; start < missing.length; start += AT_ONCE)
    judged.push(...(await judge(store, work, query, missing.slice(start, start + AT_ONCE))))
  const nameOf = await readContents(store, work, query, judged)
  for (const run of judged) known.set(run.run, { ...run, content: nameOf(run) })
  return runs.map(run => known.get(runName(run))!)
}

/** The current content of each run. */
async function readContents(
  store: Store,
  work: Work,
  query: ServedQuery,
  judged: readonly JudgedRun[],
): Promise<(run: JudgedRun) => string | null> {
  const { catalog, app, served } = query
  const isKnown = (day: string, dsi: number): boolean =>
    addDays(day, dsi) <= served.max_install_date
  const read = judged.flatMap(({ readings }) =>
    readings.filter(({ firstEnd, dsi }) => isKnown(firstEnd, dsi)),
  )
  const digestOf = await readDigests(store, work, query, read)
  const settings = judgeContent(catalog, app)
  return ({ readings }) =>
    readings.some(reading => digestOf.has(reading) && !isKnown(reading.end, reading.dsi))
      ? null
      : digest([...settings, readings.map(reading => [reading.dsi, digestOf.get(reading) ?? null])])
}

async function judge(
  store: Store,
  work: Work,
  query: ServedQuery,
  runs: readonly RecommendationRun[],
): Promise<JudgedRun[]> {
  const { catalog, app, granularity } = query
  const byRun = new Map<number, StoredDecision[]>(runs.map(run => [run.run_id, []]))
  const stored = await store.decisions(work, catalog, { app, runs, granularity })
  await forEachInSlices(stored, row => byRun.get(row.run_id)?.push(row))
  const judgedRuns: JudgedRun[] = []
  const rows: (Judged & { run: RecommendationRun; row: StoredDecision; judgedRun: JudgedRun })[] =
    []
  for (const run of runs) {
    const judgedRun: JudgedRun = { run: runName(run), readings: [], content: null, decisions: [] }
    judgedRuns.push(judgedRun)
    const distinct = [...(await byIdentity(byRun.get(run.run_id) ?? [])).values()]
    const sorted = await sortInSlices(distinct, (a, b) => a.recommendation_id - b.recommendation_id)
    await forEachInSlices(sorted, row => {
      const lookback = lookbackOf(catalog, run, row)
      addReading(judgedRun.readings, { dsi: row.target_dsi, lookback })
      rows.push({ ...namesOf(row), lookback, dsi: row.target_dsi, run, row, judgedRun })
    })
  }
  const outcomes = await readOutcomes(store, work, query, rows)
  const judgeRow = judgeBy(catalog, app)
  await forEachInSlices(rows, ({ run, row, judgedRun }, index) => {
    const actual = outcomes[index] ?? null
    if (actual === null) return
    const { action, status, dailySpend, targetRoas, predictedRoas } = judgeRow(row)
    judgedRun.decisions.push({
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
  for (const { decisions } of judgedRuns) {
    const spend = decisions.reduce((sum, { dailySpend }) => sum + dailySpend, 0)
    for (const decision of decisions) decision.size = sizeOf(decision.dailySpend / spend)
  }
  return judgedRuns
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
