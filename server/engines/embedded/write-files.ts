import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { joined, literal, readPath, sql, type Sql } from '../../model/sql.ts'
import type { RunFacts, Segment } from '../../model/catalog.ts'
import { syncFile } from './catalog-file.ts'
import type { Workspace } from '../../delivery/workspace.ts'
import type { DeliveryWriter, NumberedDsi, NumberedRun } from '../../delivery/place.ts'
import { type Print, waiter } from '../../delivery/progress.ts'
import { alertRows, countOf, factRows, identityRows, recommendationRows, snapshotRows } from '../../delivery/load/rows.ts'
import { DELIVERIES } from './tidy.ts'

/** Segments of one table of one app; one more and they become one. */
const MOST_SEGMENTS = 16
/** Snappy reads and writes twice as fast as zstd, in files half as large again. */
const FORMAT = sql`FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 61440`

/** Writes an import's data files into a directory of its own. */
export class DeliveryFiles implements DeliveryWriter {
  readonly #workspace: Workspace
  readonly #dataDir: string
  readonly #directory: string
  readonly #print: Print

  constructor(workspace: Workspace, dataDir: string, version: number, print: Print) {
    this.#workspace = workspace
    this.#dataDir = dataDir
    this.#directory = `${DELIVERIES}/${version}`
    this.#print = print
  }

  async prepare(): Promise<void> {
    await mkdir(join(this.#dataDir, this.#directory), { recursive: true })
  }

  async sync(): Promise<void> {
    const directory = join(this.#dataDir, this.#directory)
    for (const name of await readdir(directory)) await syncFile(join(directory, name))
    for (const path of [directory, join(this.#dataDir, DELIVERIES), this.#dataDir]) await syncFile(path)
  }

  async #copy(name: string, query: Sql, rows: number): Promise<string> {
    const file = `${this.#directory}/${name}.parquet`
    const copy = sql`COPY (${query}) TO ${literal(join(this.#dataDir, file))} (${FORMAT})`
    await this.#workspace.run(copy, waiter(this.#print, `Writing ${name}`, rows))
    return file
  }

  /** The whole dictionary anew: an old file stays as it is, for its readers. */
  async identities(appId: number, rows: number): Promise<Segment> {
    return { file: await this.#copy(`identities-${appId}`, identityRows(appId), rows), rows }
  }

  async facts(run: NumberedRun, dsis: readonly NumberedDsi[]): Promise<RunFacts | undefined> {
    const facts = await factRows(this.#workspace, run, dsis)
    if (facts === undefined) return undefined
    return {
      file: await this.#copy(`facts-${run.run_id}`, facts.query, facts.rows),
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
    return { file: await this.#copy(`recommendations-${runId}`, sql`${rows} ORDER BY recommendation_id`, count), rows: count }
  }

  async snapshots(appId: number, stored: Segment[]): Promise<Segment[]> {
    return await this.#append(`snapshots-${appId}`, stored, snapshotRows(appId), sql`dsi, install_date, run_id, "identity"`)
  }

  async alerts(appId: number, stored: Segment[]): Promise<Segment[]> {
    return await this.#append(`alerts-${appId}`, stored, alertRows(appId), sql`alert_id`)
  }

  async #append(name: string, stored: Segment[], rows: Sql, order: Sql): Promise<Segment[]> {
    if ((await countOf(this.#workspace, rows)) === 0) return stored
    const merge = stored.length >= MOST_SEGMENTS
    const files = joined(stored.map(segment => readPath(join(this.#dataDir, segment.file))))
    const all = merge ? sql`SELECT * FROM read_parquet([${files}]) UNION ALL BY NAME ${rows}` : rows
    const count = await countOf(this.#workspace, all)
    const segment = { file: await this.#copy(name, sql`SELECT * FROM (${all}) ORDER BY ${order}`, count), rows: count }
    return merge ? [segment] : [...stored, segment]
  }
}
