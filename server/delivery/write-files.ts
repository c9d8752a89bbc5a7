import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunFacts, Segment } from '../store/catalog.ts'
import { syncFile } from '../store/catalog-file.ts'
import { displayed } from './identities.ts'
import { literal, quoted, readPath, type Engine } from './engine.ts'
import { sameNames, staged } from './stage.ts'
import { columnsOf, INSTALLS, NAMES, REVENUES, type TableName } from './tables.ts'
import { DELIVERIES } from './tidy.ts'

/** Segments of one table of one app; one more and they become one. */
const MOST_SEGMENTS = 16
/** Snappy reads and writes twice as fast as zstd, in files half as large again. */
const FORMAT = 'FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 61440'

/** Writes an import's data files into a directory of its own. */
export class DeliveryFiles {
  readonly #engine: Engine
  readonly #dataDir: string
  readonly #directory: string

  constructor(engine: Engine, dataDir: string, version: number) {
    this.#engine = engine
    this.#dataDir = dataDir
    this.#directory = `${DELIVERIES}/${version}`
  }

  async prepare(): Promise<void> {
    await mkdir(join(this.#dataDir, this.#directory), { recursive: true })
  }

  /** Makes every written file survive a power cut. */
  async sync(): Promise<void> {
    const directory = join(this.#dataDir, this.#directory)
    for (const name of await readdir(directory)) await syncFile(join(directory, name))
    for (const path of [directory, join(this.#dataDir, DELIVERIES), this.#dataDir]) await syncFile(path)
  }

  async #copy(name: string, query: string): Promise<string> {
    const file = `${this.#directory}/${name}.parquet`
    await this.#engine.run(`COPY (${query}) TO ${literal(join(this.#dataDir, file))} (${FORMAT})`)
    return file
  }

  async identities(appId: number, rows: number): Promise<Segment> {
    const query = `SELECT id, campaign_id, ${NAMES.join(', ')} FROM identities WHERE app_id = ${appId} ORDER BY id`
    return { file: await this.#copy(`identities-${appId}`, query), rows }
  }

  /**
   * A run's cohorts with their revenues side by side, DSI by DSI, ordered by install date and identity but for a few thousand
   * rows here and there: enough to skip what a query does not need, and sorting rows so wide would cost a great deal. Where a
   * cohort has neither spend nor installs, a missing revenue row counts as zeros: it must not make its group's value unknown.
   * Undefined for a run without cohorts.
   */
  async facts(run: { run_id: number, slot: number }, dsis: { dsi: number, slot: number }[]): Promise<RunFacts | undefined> {
    const bounds = `FROM cohort_rows WHERE run = ${run.slot}`
    const isIdle = 'spend = 0 AND full_blended_installs = 0'
    const { rows, low, high, idle } = await this.#engine.counts(`SELECT count(*) AS rows, min(rowid) AS low, max(rowid) AS high,
      count(*) FILTER (WHERE ${isIdle}) AS idle ${bounds}`)
    if (rows === 0) return undefined
    const [dates = {}] = await this.#engine.rows(`SELECT min(install_date) AS first, max(install_date) AS last ${bounds}`)
    const amounts = dsis.flatMap(({ dsi, slot }) => REVENUES.map((name) => {
      const amount = `d${slot}.${name}`
      return `${idle === 0 ? amount : `CASE WHEN c.idle THEN coalesce(${amount}, 0) ELSE ${amount} END`} AS ${name}_d${dsi}`
    }))
    const joins = dsis.map(({ slot }) => `LEFT JOIN (SELECT * FROM revenue_cells
      WHERE slot = ${slot} AND cohort BETWEEN ${low} AND ${high}) d${slot} ON d${slot}.cohort = c.cohort`)
    const columns = ['install_date', '"identity"', 'campaign_id', 'spend', ...INSTALLS].map((name) => `c.${name}`)
    const file = await this.#copy(`facts-${run.run_id}`, `SELECT ${[...columns, ...amounts].join(', ')}
      FROM (SELECT CAST(rowid AS INTEGER) AS cohort, ${isIdle} AS idle, * ${bounds}) c ${joins.join(' ')}`)
    return {
      file, rows: rows!, dsi_values: dsis.map(({ dsi }) => dsi),
      first_install_date: String(dates.first), last_install_date: String(dates.last),
    }
  }

  async recommendations(runId: number): Promise<Segment | undefined> {
    const rows = this.#named('recommendations', `s.run_id = ${runId}`)
    const bounds = await this.#bounds(rows, 'recommendation_id')
    if (bounds === undefined) return undefined
    return { file: await this.#copy(`recommendations-${runId}`, `${rows} ORDER BY recommendation_id`), ...bounds }
  }

  /** The app's snapshot segments with the delivery's rows among them. */
  async snapshots(appId: number, stored: Segment[]): Promise<Segment[]> {
    const rows = `SELECT s.run_id, s.install_date, i."identity", i.campaign_id, CAST(s.dsi AS INTEGER) AS dsi, s.spend,
        ${REVENUES.map((name) => `s.${name}`).join(', ')}
      FROM ${staged('roas_snapshots')} s JOIN delivered_runs r ON r.run_id = s.run_id JOIN names n ON ${sameNames('n', 's')}
      JOIN name_identities i ON i.app_id = r.app_id AND i.name = n.name WHERE r.app_id = ${appId}`
    return await this.#append(`snapshots-${appId}`, stored, rows, 'dsi, install_date, run_id, "identity"')
  }

  /** The app's alert segments with the delivery's rows among them. */
  async alerts(appId: number, stored: Segment[]): Promise<Segment[]> {
    const rows = this.#named('alerts', `s.run_id IN (SELECT run_id FROM delivered_runs WHERE app_id = ${appId})`)
    return await this.#append(`alerts-${appId}`, stored, rows, 'alert_id', 'alert_id')
  }

  async #append(name: string, stored: Segment[], rows: string, order: string, id?: string): Promise<Segment[]> {
    if (await this.#bounds(rows, id) === undefined) return stored
    const merge = stored.length >= MOST_SEGMENTS
    const files = stored.map((segment) => readPath(join(this.#dataDir, segment.file))).join(', ')
    const all = merge ? `SELECT * FROM read_parquet([${files}]) UNION ALL BY NAME ${rows}` : rows
    const bounds = await this.#bounds(all, id)
    const segment = { file: await this.#copy(name, `SELECT * FROM (${all}) ORDER BY ${order}`), ...bounds! }
    return merge ? [segment] : [...stored, segment]
  }

  /** A staged table's columns, with names as displayed. */
  #named(table: TableName, condition: string): string {
    const columns = columnsOf(table).map(([name]) => {
      const column = `s.${quoted(name)}`
      return (NAMES as readonly string[]).includes(name) ? `${displayed(column)} AS ${name}` : column
    })
    return `SELECT ${columns.join(', ')} FROM ${staged(table)} s WHERE ${condition}`
  }

  async #bounds(rows: string, id?: string): Promise<Pick<Segment, 'rows' | 'min_id' | 'max_id'> | undefined> {
    const ends = id === undefined ? '' : `, min(${id}) AS low, max(${id}) AS high`
    const { count, low, high } = await this.#engine.counts(`SELECT count(*) AS count${ends} FROM (${rows})`)
    if (count === 0) return undefined
    return { rows: count!, ...(id === undefined ? {} : { min_id: low!, max_id: high! }) }
  }
}
