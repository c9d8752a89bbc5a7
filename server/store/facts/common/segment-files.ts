import { alertRows, countOf, snapshotRows } from '../../../imports/load/row-queries.ts'
import type { RunRows } from '../../../imports/import-destination.ts'
import type { Run, Segment, SnapshotsFrom } from '../../../core/model/catalog.ts'
import { earlier } from '../../../core/model/dates.ts'
import { date, joined, numbers, plain, readPath, sql, type Sql } from '../../../core/model/sql.ts'
import { type Writing, writeQuery } from './file-target.ts'
import { cutDays, type DayRows, segmentsToMerge, segmentsToMove, sizeOf } from './segment-levels.ts'
import { segmentName } from './stored-files.ts'
import { sum } from '../../../core/formulas/sums.ts'

const TABLES: Record<
  RunRows,
  { delivered: (appId: number) => Sql; order: Sql; day: Sql; id?: Sql }
> = {
  snapshots: {
    delivered: appId => snapshotRows(appId),
    order: sql`dsi, install_date, run_id, "identity"`,
    day: sql`install_date`,
  },
  alerts: {
    delivered: alertRows,
    order: sql`alert_id`,
    day: sql`created_at::DATE`,
    id: plain('alert_id'),
  },
}

/** Writes the append-only tables as segments: see `segment-levels`. */
export class SegmentFiles {
  readonly #writing: Writing
  /** Local paths of stored segments; a lake fetches them. */
  readonly #paths = new Map<string, string>()
  readonly #made = new Map<string, number>()

  constructor(writing: Writing) {
    this.#writing = writing
  }

  async append(table: RunRows, appId: number, stored: Segment[]): Promise<Segment[]> {
    const { workspace, limits } = this.#writing
    const delivered = TABLES[table].delivered(appId)
    const rows =
      table === 'snapshots'
        ? await this.#noteBeginnings(delivered)
        : await countOf(workspace, delivered)
    if (rows === 0) return stored
    const moved = segmentsToMove(table, stored, sizeOf(table, { rows }), limits)
    if (moved !== undefined) return await this.#move(table, appId, stored, moved, delivered)
    return [...stored, ...(await this.#write(table, appId, delivered))]
  }

  /** Moves fresh rows to the segments of their months, and merges these. */
  async #move(
    table: RunRows,
    appId: number,
    stored: readonly Segment[],
    moved: readonly Segment[],
    delivered: Sql,
  ): Promise<Segment[]> {
    const { limits } = this.#writing
    const { day } = TABLES[table]
    const unbounded = moved.filter(({ span }) => span === undefined)
    if (table === 'snapshots' && unbounded.length > 0)
      await this.#noteBeginnings(await this.#read(unbounded))
    const rows =
      moved.length === 0
        ? delivered
        : sql`${await this.#read(moved)} UNION ALL BY NAME ${delivered}`
    const replaced = new Set(moved)
    const made: Segment[] = []
    const arrived = await this.#rowsByMonth(rows, day)
    for (const [month, days] of arrived) {
      const size = sizeOf(table, { rows: sum(days, ({ rows }) => rows) })
      const merged = segmentsToMerge(table, ofMonth(stored, month), size, limits)
      const ranges =
        merged.length > 0
          ? [{ start: days[0]!.day, end: days.at(-1)!.day }]
          : cutDays(table, days, limits)
      for (const { start, end } of ranges) {
        const some = sql`SELECT * FROM (${rows}) WHERE ${day} BETWEEN ${date(start)} AND ${date(end)}`
        const all =
          merged.length > 0 ? sql`${some} UNION ALL BY NAME ${await this.#read(merged)}` : some
        made.push(...(await this.#write(table, appId, all, month)))
      }
      await this.#release(merged)
      for (const segment of merged) replaced.add(segment)
    }
    await this.#release(moved)
    for (const month of new Set(stored.flatMap(segment => segment.month ?? []))) {
      const merged = arrived.has(month)
        ? []
        : segmentsToMerge(table, ofMonth(stored, month), undefined, limits)
      if (merged.length === 0) continue
      made.push(...(await this.#write(table, appId, await this.#read(merged), month)))
      await this.#release(merged)
      for (const segment of merged) replaced.add(segment)
    }
    return [...stored.filter(segment => !replaced.has(segment)), ...made]
  }

  async #rowsByMonth(rows: Sql, day: Sql): Promise<Map<string, DayRows[]>> {
    const days = await this.#writing.workspace.rows(
      sql`SELECT CAST(${day} AS VARCHAR) AS day, count(*) AS rows FROM (${rows}) GROUP BY 1 ORDER BY 1`,
    )
    return byKey(
      days.map(row => ({ day: String(row.day), rows: Number(row.rows) })),
      ({ day }) => day.slice(0, 7),
    )
  }

  /** Writes nothing without rows. */
  async #write(table: RunRows, appId: number, query: Sql, month?: string): Promise<Segment[]> {
    const { workspace } = this.#writing
    const { order, day, id = sql`NULL` } = TABLES[table]
    const [summary = {}] =
      await workspace.rows(sql`SELECT count(*) AS rows, CAST(min(${day}) AS VARCHAR) AS start, CAST(max(${day}) AS VARCHAR) AS end,
      min(${id}) AS min_id, max(${id}) AS max_id, list(DISTINCT run_id) AS runs FROM (${query})`)
    const rows = Number(summary.rows)
    if (rows === 0) return []
    const runs = (summary.runs as unknown[]).map(Number).sort((a, b) => a - b)
    const span = {
      start: String(summary.start),
      end: String(summary.end),
      first_run: runs[0]!,
      last_run: runs.at(-1)!,
    }
    const segment = { rows, ...(month && { month }), span }
    const name = segmentName(table, appId, this.#nextNumber(table, appId))
    const written = await writeQuery(this.#writing, {
      name,
      query: sql`SELECT * FROM (${query}) ORDER BY ${order}`,
      rows,
    })
    return [
      {
        ...written,
        ...segment,
        ...(summary.min_id !== null && {
          min_id: Number(summary.min_id),
          max_id: Number(summary.max_id),
        }),
      },
    ]
  }

  #nextNumber(table: RunRows, appId: number): number {
    const number = this.#made.get(`${table} ${appId}`) ?? 0
    this.#made.set(`${table} ${appId}`, number + 1)
    return number
  }

  /** Records the first dates of the runs' snapshots, for which ROAS history would otherwise read older months. Returns the number of rows. */
  async #noteBeginnings(rows: Sql): Promise<number> {
    const { workspace, next } = this.#writing
    const beginnings = await workspace.rows(
      sql`SELECT run_id, dsi, CAST(min(install_date) AS VARCHAR) AS first, count(*) AS rows FROM (${rows}) GROUP BY ALL ORDER BY run_id, dsi`,
    )
    const runs = new Map(next.runs.map(run => [run.run_id, run]))
    for (const [id, rows] of byKey(beginnings, row => Number(row.run_id))) {
      const run: Run | undefined = runs.get(id)
      if (run)
        run.snapshots = withBeginnings(
          run.snapshots,
          new Map(rows.map(row => [Number(row.dsi), String(row.first)])),
        )
    }
    return sum(beginnings, row => Number(row.rows))
  }

  async countRows(
    appId: number,
    stored: Segment[],
    runs: readonly number[],
  ): Promise<{ segment: Segment; rows: number }[]> {
    const counts: { segment: Segment; rows: number }[] = []
    if (runs.length === 0) return counts
    for (const segment of stored) {
      const effect = this.#effectOf(segment, appId, runs)
      if (effect !== 'unknown') counts.push({ segment, rows: effect === 'all' ? segment.rows : 0 })
      else
        counts.push({
          segment,
          rows: await countOf(
            this.#writing.workspace,
            sql`${await this.#read([segment])} WHERE ${isOf(runs)}`,
          ),
        })
    }
    return counts
  }

  /** Drops segments without remaining rows unread, and rewrites only those that lose some rows. */
  async without(
    table: RunRows,
    appId: number,
    stored: Segment[],
    runs: readonly number[],
  ): Promise<Segment[]> {
    const counts = new Map(
      (await this.countRows(appId, stored, runs)).map(({ segment, rows }) => [segment, rows]),
    )
    const remaining: Segment[] = []
    for (const segment of stored) {
      const removed = counts.get(segment) ?? 0
      if (removed === 0) remaining.push(segment)
      else if (removed < segment.rows) {
        const rows = sql`${await this.#read([segment])} WHERE NOT ${isOf(runs)}`
        remaining.push(...(await this.#write(table, appId, rows, segment.month)))
      }
      await this.#release([segment])
    }
    return removedNone(stored, remaining) ? stored : remaining
  }

  #effectOf(segment: Segment, appId: number, runs: readonly number[]): ReturnType<typeof effectOf> {
    const removed = new Set(runs)
    const keptRuns = this.#writing.next.runs
      .filter(run => run.app_id === appId && !removed.has(run.run_id))
      .map(run => run.run_id)
    return effectOf(segment, removed, keptRuns)
  }

  async #read(segments: readonly Segment[]): Promise<Sql> {
    const missing = segments.filter(({ file }) => !this.#paths.has(file))
    const paths = await this.#writing.target.stored(missing)
    missing.forEach(({ file }, index) => this.#paths.set(file, paths[index]!))
    const files = joined(segments.map(({ file }) => readPath(this.#paths.get(file)!)))
    return sql`SELECT * FROM read_parquet([${files}], union_by_name = true)`
  }

  async #release(segments: readonly Segment[]): Promise<void> {
    const paths = segments.flatMap(({ file }) => this.#paths.get(file) ?? [])
    for (const { file } of segments) this.#paths.delete(file)
    await this.#writing.target.release(paths)
  }
}

function withBeginnings(
  known: readonly SnapshotsFrom[] = [],
  firstByDsi: ReadonlyMap<number, string>,
): SnapshotsFrom[] {
  const first = new Map(firstByDsi)
  for (const { first_install_date: date, dsi_values: dsis } of known) {
    for (const dsi of dsis) first.set(dsi, earlier(first.get(dsi) ?? date, date))
  }
  const byDate = byKey(
    [...first].sort(([a], [b]) => a - b),
    ([, date]) => date,
  )
  return [...byDate].map(([first_install_date, dsis]) => ({
    first_install_date,
    dsi_values: dsis.map(([dsi]) => dsi),
  }))
}

function byKey<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

/** How a removal of runs affects a segment: no row, all rows, or unknown until its rows are read. */
function effectOf(
  segment: Segment,
  removed: ReadonlySet<number>,
  keptRuns: readonly number[],
): 'none' | 'all' | 'unknown' {
  const { span } = segment
  if (span === undefined) return 'unknown'
  const isIn = (ids: readonly number[]): boolean =>
    ids.some(id => id >= span.first_run && id <= span.last_run)
  if (!isIn([...removed])) return 'none'
  return isIn(keptRuns) ? 'unknown' : 'all'
}

function ofMonth(segments: readonly Segment[], month: string): Segment[] {
  return segments.filter(segment => segment.month === month)
}

function isOf(runs: readonly number[]): Sql {
  return sql`(run_id IN (${numbers(runs)}))`
}

function removedNone(stored: readonly Segment[], remaining: readonly Segment[]): boolean {
  return (
    stored.length === remaining.length &&
    stored.every((segment, index) => segment === remaining[index])
  )
}
