import { joined, literal, numbers, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import type { RunFacts, Sealed, Segment } from '../../model/catalog.ts'
import type { Workspace } from '../../delivery/workspace.ts'
import type { DeliveryWriter, NumberedDsi, NumberedRun, RunRows } from '../../delivery/place.ts'
import { type Print, waiter } from '../../delivery/progress.ts'
import { alertRows, countOf, factRows, identityRows, recommendationRows, snapshotRows } from '../../delivery/load/rows.ts'

/** Segments of one table of one app; one more and they become one. */
const MOST_SEGMENTS = 16
/** Snappy reads and writes twice as fast as zstd, in files half as large again. */
export const FORMAT = sql`FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 61440`

/** The order of rows in segments, and the id that they are looked up by. */
const ROWS: Record<RunRows, { order: Sql; id?: Sql }> = {
  snapshots: { order: sql`dsi, install_date, run_id, "identity"` },
  alerts: { order: sql`alert_id`, id: plain('alert_id') },
}

/** Where an import's files go. */
export interface FileTarget {
  /** What is to be there before the first file of these runs is written. */
  prepare(runs: readonly { run_id: number; app_id: number }[]): Promise<void>
  /** What the catalog calls a file, and where it is to be written, by a name such as `facts-17`. Waits while there is no room for more. */
  begin(name: string): Promise<{ file: string; path: string }>
  /** Takes a file that was written. Answers what the catalog says of it beside its name. */
  written(file: { file: string; path: string }): Promise<Partial<Sealed>>
  /** Paths of segments that the store has. */
  stored(segments: readonly Segment[]): Promise<readonly string[]>
  /** Whether the catalog is to know the smallest and largest id of recommendations and alerts. */
  withBounds: boolean
  sync(): Promise<void>
}

/** Writes an import's rows into Parquet files: the same bytes wherever they go. */
export class DeliveryFiles implements DeliveryWriter {
  readonly #workspace: Workspace
  readonly #target: FileTarget
  readonly #print: Print

  constructor(workspace: Workspace, target: FileTarget, print: Print) {
    this.#workspace = workspace
    this.#target = target
    this.#print = print
  }

  prepare(runs: readonly { run_id: number; app_id: number }[]): Promise<void> {
    return this.#target.prepare(runs)
  }

  sync(): Promise<void> {
    return this.#target.sync()
  }

  async #copy(name: string, query: Sql, rows: number): Promise<{ file: string } & Partial<Sealed>> {
    const place = await this.#target.begin(name)
    const copy = sql`COPY (${query}) TO ${literal(place.path)} (${FORMAT})`
    await this.#workspace.run(copy, waiter(this.#print, `Writing ${name}`, rows))
    return { file: place.file, ...(await this.#target.written(place)) }
  }

  /** The whole dictionary anew: an old file stays as it is, for its readers. */
  async identities(appId: number, rows: number): Promise<Segment> {
    return { ...(await this.#copy(`identities-${appId}`, identityRows(appId), rows)), rows }
  }

  async facts(run: NumberedRun, dsis: readonly NumberedDsi[]): Promise<RunFacts | undefined> {
    const facts = await factRows(this.#workspace, run, dsis)
    if (facts === undefined) return undefined
    return {
      ...(await this.#copy(`facts-${run.run_id}`, facts.query, facts.rows)),
      rows: facts.rows,
      dsi_values: dsis.map(({ dsi }) => dsi),
      first_install_date: facts.first,
      last_install_date: facts.last,
    }
  }

  async recommendations(runId: number): Promise<Segment | undefined> {
    const rows = recommendationRows(runId)
    const count = await countOf(this.#workspace, rows)
    if (count === 0) return undefined
    const order = sql`recommendation_id`
    return {
      ...(await this.#copy(`recommendations-${runId}`, sql`${rows} ORDER BY ${order}`, count)),
      rows: count,
      ...(await this.#bounds(rows, order)),
    }
  }

  async snapshots(appId: number, stored: Segment[]): Promise<Segment[]> {
    return await this.#append('snapshots', appId, stored, snapshotRows(appId))
  }

  async alerts(appId: number, stored: Segment[]): Promise<Segment[]> {
    return await this.#append('alerts', appId, stored, alertRows(appId))
  }

  async #append(table: RunRows, appId: number, stored: Segment[], rows: Sql): Promise<Segment[]> {
    const { order, id } = ROWS[table]
    if ((await countOf(this.#workspace, rows)) === 0) return stored
    const merge = stored.length >= MOST_SEGMENTS
    const files = merge ? joined((await this.#target.stored(stored)).map(readPath)) : sql``
    const all = merge ? sql`SELECT * FROM read_parquet([${files}]) UNION ALL BY NAME ${rows}` : rows
    const count = await countOf(this.#workspace, all)
    const written = await this.#copy(`${table}-${appId}`, sql`SELECT * FROM (${all}) ORDER BY ${order}`, count)
    const segment = { ...written, rows: count, ...(id && (await this.#bounds(all, id))) }
    return merge ? [segment] : [...stored, segment]
  }

  async without(table: RunRows, appId: number, stored: Segment[], runs: readonly number[]): Promise<Segment[]> {
    const removed = sql`run_id IN (${numbers(runs)})`
    const [kept, changed]: [Segment[], string[]] = [[], []]
    for (const [index, path] of (await this.#target.stored(stored)).entries()) {
      if ((await countOf(this.#workspace, sql`SELECT * FROM read_parquet(${readPath(path)}) WHERE ${removed}`)) === 0)
        kept.push(stored[index]!)
      else changed.push(path)
    }
    if (changed.length === 0) return stored
    const left = sql`SELECT * FROM read_parquet([${joined(changed.map(readPath))}]) WHERE NOT (${removed})`
    const count = await countOf(this.#workspace, left)
    if (count === 0) return kept
    const { order, id } = ROWS[table]
    const written = await this.#copy(`${table}-${appId}`, sql`SELECT * FROM (${left}) ORDER BY ${order}`, count)
    return [...kept, { ...written, rows: count, ...(id && (await this.#bounds(left, id))) }]
  }

  async #bounds(rows: Sql, id: Sql): Promise<Pick<Segment, 'min_id' | 'max_id'>> {
    if (!this.#target.withBounds) return {}
    const { min, max } = await this.#workspace.counts(sql`SELECT min(${id}) AS min, max(${id}) AS max FROM (${rows})`)
    return { min_id: min!, max_id: max! }
  }
}
