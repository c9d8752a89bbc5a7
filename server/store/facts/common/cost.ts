import { daysBetween, earlier, later, type ReportGrouping } from '../../../core/model/dates.ts'
import type { AppFiles, Run, Segment } from '../../../core/model/catalog.ts'
import type { ReportGroupsQuery, SnapshotGroupsQuery } from '../../../core/model/store.ts'
import { sum } from '../../../core/formulas/sums.ts'

/**
 * Cost estimates before work begins, in cells read: rows times columns. They only choose a lane (`turns.ts`), so the order of magnitude
 * suffices.
 */

/** Cells read in the time that grouping, sorting and encoding one cell takes. */
const MAKING = 10

const KEY_COLUMNS = 3
const SNAPSHOT_COLUMNS = 5

const DAYS: Record<ReportGrouping, number> = { daily: 1, weekly: 7, monthly: 30, total: Infinity }

function rowsOf(segments: readonly Segment[]): number {
  return sum(segments, ({ rows }) => rows)
}

/** All of an app's names become objects. */
export function identitiesCost(files: AppFiles | undefined): number {
  return (files?.identities?.rows ?? 0) * 6 * MAKING
}

/** All recommendations of the runs become objects. */
export function recommendationsCost(runs: readonly Run[]): number {
  return rowsOf(runs.flatMap(run => run.recommendations ?? [])) * 30 * MAKING
}

export function decisionsCost(runs: readonly Run[]): number {
  return rowsOf(runs.flatMap(run => run.recommendations ?? [])) * 26 * MAKING
}

/** The number of results is unknown. */
export function alertsCost(segments: readonly Segment[]): number {
  return rowsOf(segments) * 14
}

export function totalsCost(run: Run, files: AppFiles | undefined): number {
  return (run.facts?.rows ?? 0) * 6 + (files?.identities?.rows ?? 0) * 7 * MAKING
}

export function snapshotDsisCost(segments: readonly Segment[]): number {
  return rowsOf(segments) * 2
}

export function reportCost(query: ReportGroupsQuery, files: AppFiles | undefined): number {
  const { run, range, compared, grouping, groupBy, revenue, partial, identityIds, limit } = query
  const facts = run?.facts
  if (!facts) return 0
  if (compared) {
    const { compared: _compared, limit: _limit, ...each } = query
    return sum([range, compared], range => reportCost({ ...each, range, limit: undefined }, files))
  }
  const identities = files?.identities?.rows ?? 0
  const days = Math.max(
    0,
    daysBetween(
      later(range.start, facts.first_install_date),
      earlier(range.end, facts.last_install_date),
    ) + 1,
  )
  const touched =
    (facts.rows * days) / (daysBetween(facts.first_install_date, facts.last_install_date) + 1)
  const remaining = identityIds?.length ?? identities
  const rows = touched * Math.min(1, remaining / Math.max(1, identities))
  // Not rounded: a partial period would otherwise make groups cheaper than fewer days.
  const periods = Math.max(1, days / DAYS[grouping])
  const split = groupBy.length === 0 ? Math.min(1, remaining) : remaining
  const groups = Math.min(rows, split * periods)
  const covered = partial ? 4 * new Set(revenue.map(({ dsi }) => dsi)).size : 0
  const columns = KEY_COLUMNS + 3 + revenue.length + covered
  const costOf = (share: number): number => share * (rows * columns + groups * columns * MAKING)
  const keyCost = touched * KEY_COLUMNS
  if (limit === undefined) return keyCost + costOf(1)
  // The first groups are found by keys alone; a group's period is read completely.
  return (
    keyCost +
    groups * KEY_COLUMNS * MAKING +
    costOf(Math.min(1, (limit + remaining) / Math.max(1, groups)))
  )
}

/** Cost of a ROAS history cell: most are null, and not every identity has cohorts in every period. */
const HISTORY_CELL = 0.3

/** ROAS history reads the snapshots of one DSI, by which they are sorted or indexed, and builds a column per age. */
export function snapshotCost(
  query: SnapshotGroupsQuery,
  segments: readonly Segment[],
  files: AppFiles | undefined,
): number {
  const { app, runs, range, grouping, granularity, identityIds } = query
  const rows = rowsOf(segments) / Math.max(1, app.dsi_values.length)
  const latest = runs.at(-1)?.max_install_date
  if (!latest) return 0
  const identities =
    granularity === 'app' ? 1 : (identityIds?.length ?? files?.identities?.rows ?? 0)
  const periods = Math.max(1, (daysBetween(range.start, range.end) + 1) / DAYS[grouping])
  const ages = Math.max(1, daysBetween(range.start, latest) + 1)
  const groups = Math.min(rows, identities * periods * runs.length)
  return (
    rows * SNAPSHOT_COLUMNS +
    groups * KEY_COLUMNS * MAKING +
    identities * periods * ages * HISTORY_CELL
  )
}
