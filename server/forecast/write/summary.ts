import { type Action, ACTIONS } from '../../../generated/vocabulary/vocabulary.ts'
import { dateOf, type Day } from '../../core/model/dates.ts'
import type { Config, Targets } from '../config/forecast-config.ts'
import type { Facts } from '../model/facts.ts'
import type { DataEvent } from '../sentinel/data-events.ts'
import { type Alert, eventNotes } from './event-alerts.ts'
import type { Backtest } from '../backtest/gates.ts'
import { adviceNotes, type NoteSettings } from './advice-notes.ts'
import type { Blend } from './blend.ts'
import { type DsiRows, toMoney } from './cohorts.ts'
import type { Recommendation } from './recommend.ts'
import type { Run, Standing } from './references.ts'
import { checkpointOf } from '../../core/formulas/checkpoint.ts'
import { meanTarget } from '../../core/model/classification.ts'
import { percent } from '../model/amount-texts.ts'

export interface WholeRun {
  asOf: Day
  /** Paid cells, and all cells installed by the as-of day. */
  cohorts: number
  cells: number
  rows: DsiRows[]
  recommendations: Recommendation[]
  alerts: Alert[]
  events: DataEvent[]
  blend: Blend
  /** About DSIs without forecasts or without a test. */
  reasons: string[]
  standing: Standing
  backtest: Backtest
  /** Earlier cohorts were excluded from learning. */
  learnedFrom: Day | null
}

/** Money is in the app's currency; single-run values are those of the newest whole run. */
export interface Summary {
  folder: string
  /** The newest as-of day, `YYYY-MM-DD`. */
  asOf: string
  currency: string
  runs: number
  snapshotRuns: number
  cohorts: number
  rows: readonly DsiRows[]
  snapshots: number
  actions: readonly { action: Action; recommendations: number; dailySpend: number }[]
  /** Campaigns without a prediction. */
  unpredicted: { recommendations: number; dailySpend: number }
  recommendations: number
  alerts: number
  /** Number of faults found in the data up to the as-of day. */
  events: number
  /** Unallocated: without a paid install on their day and platform; not delivered. */
  organic: { installs: number; unallocated: number }
  notes: string[]
}

type SummarySettings = NoteSettings & Pick<Config, 'organic'>

export function summarize({
  settings,
  facts,
  out,
  runs,
  snapshots,
  newest,
}: {
  settings: SummarySettings
  facts: Facts
  out: string
  runs: readonly Run[]
  snapshots: number
  newest: WholeRun | undefined
}): Summary {
  const recommendations = newest?.recommendations ?? []
  const campaigns = recommendations.filter(({ granularity }) => granularity === 'campaign')
  const total = (rows: readonly Recommendation[]) => ({
    recommendations: rows.length,
    dailySpend: toMoney(rows.reduce((sum, { dailySpend }) => sum + dailySpend, 0)),
  })
  const predicted = campaigns.filter(({ prediction }) => prediction !== null)
  const actions = ACTIONS.map(action => ({
    action,
    ...total(predicted.filter(row => row.action === action)),
  }))
  const data = runs.filter(({ kind }) => kind === 'recommendation')
  const incomplete = runs.length - data.length
  return {
    folder: out,
    asOf: dateOf(data.at(-1)!.asOf),
    currency: settings.app.currency,
    runs: data.length,
    snapshotRuns: data.length - incomplete,
    cohorts: newest?.cohorts ?? 0,
    rows: newest?.rows ?? [],
    snapshots,
    actions,
    unpredicted: total(campaigns.filter(({ prediction }) => prediction === null)),
    recommendations: recommendations.length,
    alerts: newest?.alerts.length ?? 0,
    events: newest?.events.length ?? 0,
    organic: {
      installs: newest?.blend.organicInstalls ?? 0,
      unallocated: newest?.blend.unallocated ?? 0,
    },
    notes: newest === undefined ? [] : notesOf(settings, facts, newest, data.length - incomplete),
  }
}

function notesOf(
  settings: SummarySettings,
  facts: Facts,
  newest: WholeRun,
  snapshotRuns: number,
): string[] {
  const { cells } = facts
  const { organicInstalls, unallocated } = newest.blend
  const organicSpend = cells.spend
    .subarray(0, newest.cells)
    .reduce((sum, spend, i) => (cells.organic[i] === 0 ? sum : sum + spend), 0)
  return [
    ...eventNotes(newest.events, newest.asOf, newest.recommendations),
    ...(newest.learnedFrom !== null
      ? [
          `Nothing is learned from the installs before ${dateOf(newest.learnedFrom)}: they are more and return more than later ones, as when a log begins and old customers appear as new.`,
        ]
      : []),
    ...newest.reasons,
    ...adviceNotes(settings, facts, newest),
    ...(unallocated > 0
      ? [
          `${unallocated} of ${organicInstalls} organic installs came on days and platforms without a paid install: they are in no ROAS type.`,
        ]
      : []),
    ...(settings.organic.uplift > 0
      ? [
          `Incremental blended counts ${settings.organic.uplift} organic installs per paid one: hold that against a measurement.`,
        ]
      : []),
    ...(organicSpend > 0
      ? [`A spend of ${toMoney(organicSpend)} on organic networks is not delivered.`]
      : []),
    ...(snapshotRuns > 0
      ? ['Runs of a backfill see data as they were restated since, not as they were on their day.']
      : []),
  ]
}

/** The ROAS that cohorts need at a tested DSI to reach the target, as a sentence; none without a checkpoint. */
export function neededAtCheckpoint(
  { dsi: targetDsi }: Targets,
  dsi: number | undefined,
  rows: readonly Recommendation[],
): string[] {
  const campaigns = rows.filter(({ granularity }) => granularity === 'campaign')
  const courses = campaigns.map(
    ({ campaign, dailySpend, atCheckpoint, prediction, interval }, id) => ({
      id,
      network: campaign.network ?? '',
      dailySpend,
      roas: atCheckpoint,
      predictedRoas: prediction,
      predictedLow: interval?.low ?? null,
      predictedHigh: interval?.high ?? null,
    }),
  )
  const checkpoint = checkpointOf(courses, { dsi, targetDsi, targetRoas: meanTarget(campaigns) })
  if (checkpoint === null) return []
  const { targetRoas, neededLow, neededHigh, roas } = checkpoint
  const [low, high] = [percent(neededLow), percent(neededHigh)]
  const needed = low === high ? low : `${low} to ${high}`
  return [
    `To reach ${percent(targetRoas)} by D${targetDsi}, cohorts need ${needed} at D${dsi}; these have ${percent(roas)}.`,
  ]
}
