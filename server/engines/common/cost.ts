import { daysBetween, earlier, later, type ReportGrouping } from '../../model/dates.ts'
import type { AppFiles, Run, Segment } from '../../model/catalog.ts'
import type { ReportGroupsQuery, SnapshotGroupsQuery } from '../../model/store.ts'

/**
 * Estimates of what work costs before it begins, in cells read: rows that it can touch, times the columns that it looks at. They choose
 * the lane of the work (see `lanes.ts`) and nothing else, so that the order of magnitude is what counts.
 */

/** Cells read in the time in which one is grouped, sorted and encoded. */
const MAKING = 10

/** Columns that rows are found and ordered by. */
const KEY_COLUMNS = 3

const DAYS: Record<ReportGrouping, number> = { daily: 1, weekly: 7, monthly: 30, total: Infinity }

function rowsOf(segments: readonly Segment[] | undefined): number {
  return (segments ?? []).reduce((sum, { rows }) => sum + rows, 0)
}

/** Cost of an app's names, all of which become objects. */
export function identitiesCost(files: AppFiles | undefined): number {
  return (files?.identities?.rows ?? 0) * 6 * MAKING
}

/** Cost of a run's recommendations, all of which become objects. */
export function recommendationsCost(run: Run): number {
  return (run.recommendations?.rows ?? 0) * 30 * MAKING
}

/** Of alerts: all of the app are looked at; how many come out is not known before. */
export function alertsCost(files: AppFiles | undefined): number {
  return rowsOf(files?.alerts) * 14
}

/** Cost of campaign totals: reads all facts of a run, returns every identity. */
export function totalsCost(run: Run, files: AppFiles | undefined): number {
  return (run.facts?.rows ?? 0) * 6 + (files?.identities?.rows ?? 0) * 7 * MAKING
}

/** Cost of the DSIs with snapshots: reads all snapshots. */
export function snapshotDsisCost(files: AppFiles | undefined): number {
  return rowsOf(files?.snapshots) * 2
}

/** Cost of a report: facts in the range, groups after filters, and rows up to `limit`. */
export function reportCost(query: ReportGroupsQuery, files: AppFiles | undefined): number {
  const { run, range, grouping, groupBy, revenue, partial, identityIds, limit } = query
  const facts = run?.facts
  if (!facts) return 0
  const identities = files?.identities?.rows ?? 0
  const days = Math.max(0, daysBetween(later(range.start, facts.first_install_date), earlier(range.end, facts.last_install_date)) + 1)
  const touched = (facts.rows * days) / (daysBetween(facts.first_install_date, facts.last_install_date) + 1)
  const left = identityIds?.length ?? identities
  const rows = touched * Math.min(1, left / Math.max(1, identities))
  // Not rounded: a period that only begins would make groups cheaper than fewer days do.
  const periods = Math.max(1, days / DAYS[grouping])
  const split = groupBy.length === 0 ? Math.min(1, left) : left
  const groups = Math.min(rows, split * periods)
  const covered = partial ? 4 * new Set(revenue.map(({ dsi }) => dsi)).size : 0
  const columns = KEY_COLUMNS + 3 + revenue.length + covered
  const whole = (share: number): number => share * (rows * columns + groups * columns * MAKING)
  const found = touched * KEY_COLUMNS
  if (limit === undefined) return found + whole(1)
  // The first groups are found by their keys alone; a group's period is read whole.
  return found + groups * KEY_COLUMNS * MAKING + whole(Math.min(1, (limit + left) / Math.max(1, groups)))
}

/** Of ROAS history: every snapshot of the app is looked at, and those of one DSI are grouped. */
export function snapshotCost({ app }: SnapshotGroupsQuery, files: AppFiles | undefined): number {
  const rows = rowsOf(files?.snapshots)
  return rows * KEY_COLUMNS + (rows / Math.max(1, app.dsi_values.length)) * KEY_COLUMNS * MAKING
}
