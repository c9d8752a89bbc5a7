import {
  alertRows,
  countOf,
  factRows,
  identityRows,
  recommendationRows,
  snapshotRows,
} from '../../../imports/load/row-queries.ts'
import type {
  DeliveryWriter,
  NumberedDsi,
  NumberedRun,
  RunRows,
} from '../../../imports/import-destination.ts'
import type { Print } from '../../../imports/progress.ts'
import type { Workspace } from '../../../imports/workspace.ts'
import type { RunFacts, Segment } from '../../../core/model/catalog.ts'
import { literal, numbers, plain, sql, type Sql } from '../../../core/model/sql.ts'
import type { AppLocks } from '../../records/locks.ts'
import type { HeldConnection } from '../../records/mysql/mysql-connection.ts'
import { inFencedTransaction } from '../../records/fenced-transaction.ts'
import {
  deliveredColumns,
  IDENTITY_COLUMNS,
  SNAPSHOT_COLUMNS,
} from '../../records/mysql/facts-schema.ts'
import {
  createFactsTable,
  factColumnsOf,
  factsTableOf,
  factsTables,
  revenueColumnsOf,
} from '../database/facts-tables.ts'
import { loaded, type LoadedColumn, RowLoader } from './load-rows.ts'

interface DeliveryTablesOptions {
  locks: AppLocks
  scratch: string
  print: Print
  /** Called before writing: lists the runs (`noteImport`) and removes leftovers of dead imports. */
  note: (runs: readonly { run_id: number; app_id: number }[]) => Promise<void>
  /** Collects every name of a facts table before it is written. */
  made: Set<string>
}

function periodsOf(row: Sql): Sql[] {
  return ['week', 'month'].map(
    period =>
      sql`CAST(date_trunc(${literal(period)}, ${row}.install_date) AS DATE) AS ${plain(`${period}_start`)}`,
  )
}

/** Rows are invisible until the catalog lists their run. */
export class DeliveryTables implements DeliveryWriter {
  readonly #workspace: Workspace
  readonly #held: HeldConnection
  readonly #options: DeliveryTablesOptions
  #apps = new Map<number, number>()
  #loader: RowLoader | undefined

  constructor(workspace: Workspace, held: HeldConnection, options: DeliveryTablesOptions) {
    this.#workspace = workspace
    this.#held = held
    this.#options = options
  }

  async prepare(runs: readonly { run_id: number; app_id: number }[]): Promise<void> {
    this.#apps = new Map(runs.map(run => [run.run_id, run.app_id]))
    await this.#options.note(runs)
  }

  async identities(appId: number, rows: number, stored: Segment | undefined): Promise<Segment> {
    const before = stored?.rows ?? 0
    const fresh = sql`SELECT ${appId} AS app_id, * FROM (${identityRows(appId)}) WHERE id >= ${before}`
    await this.#load(
      appId,
      'identities',
      loaded(IDENTITY_COLUMNS),
      fresh,
      rows - before,
      async () => {
        const fromWhere = sql`FROM identities WHERE app_id = ${appId} AND id >= ${before}`
        // DELETE without matches would block other apps' inserts.
        if ((await this.#held.read(sql`SELECT 1 AS one ${fromWhere} LIMIT 1`)).length > 0)
          await this.#held.run(sql`DELETE ${fromWhere}`)
      },
    )
    return { file: 'identities', rows }
  }

  async facts(run: NumberedRun, dsis: readonly NumberedDsi[]): Promise<RunFacts | undefined> {
    const file = factsTableOf(run.run_id, this.#options.locks.owner)
    this.#options.made.add(file)
    const named = { file, dsi_values: dsis.map(({ dsi }) => dsi) }
    let made: RunFacts | undefined
    for (const [index, table] of factsTables(named).entries()) {
      const some = dsis.filter(({ dsi }) => table.dsiValues.includes(dsi))
      const facts = await factRows(this.#workspace, run, some, [
        sql`c.cohort`,
        ...periodsOf(sql`c`),
      ])
      if (facts === undefined) return undefined
      await this.#held.run(createFactsTable(table, index))
      const amounts = revenueColumnsOf(table.dsiValues).map((name): LoadedColumn => ({
        name,
        kind: 'number',
      }))
      await this.#load(
        this.#appOf(run.run_id),
        table.name,
        [...loaded(factColumnsOf(index)), ...amounts],
        facts.query,
        facts.rows,
      )
      made ??= {
        ...named,
        rows: facts.rows,
        first_install_date: facts.first,
        last_install_date: facts.last,
      }
    }
    return made
  }

  async recommendations(runId: number): Promise<Segment | undefined> {
    return (
      await this.#append(
        this.#appOf(runId),
        'recommendations',
        recommendationRows(runId),
        'recommendation_id',
        undefined,
      )
    )[0]
  }

  async snapshots(appId: number, [stored]: Segment[]): Promise<Segment[]> {
    const query = snapshotRows(appId, [
      sql`r.app_id`,
      sql`s.rowid AS position`,
      ...periodsOf(sql`s`),
    ])
    const count = await countOf(this.#workspace, query)
    if (count === 0) return stored ? [stored] : []
    const order = sql`ORDER BY s.dsi, s.install_date, s.run_id, i."identity"`
    await this.#load(
      appId,
      'roas_snapshots',
      loaded(SNAPSHOT_COLUMNS),
      sql`${query} ${order}`,
      count,
    )
    return [{ file: 'roas_snapshots', rows: count + (stored?.rows ?? 0) }]
  }

  async alerts(appId: number, [stored]: Segment[]): Promise<Segment[]> {
    return await this.#append(appId, 'alerts', alertRows(appId), 'alert_id', stored)
  }

  async countRows(
    table: RunRows,
    appId: number,
    [stored]: Segment[],
    runs: readonly number[],
  ): Promise<{ segment: Segment; rows: number }[]> {
    if (stored === undefined || runs.length === 0) return []
    const [row] = await this.#held.read(
      table === 'alerts'
        ? sql`SELECT COUNT(*) AS count FROM alerts WHERE run_id IN (${numbers(runs)})`
        : sql`SELECT COUNT(*) AS count FROM roas_snapshots WHERE app_id = ${appId} AND run_id IN (${numbers(runs)})`,
    )
    return [{ segment: stored, rows: Number(row!['count']) }]
  }

  /** Rows are deleted after the publish, not rewritten. */
  async without(
    table: RunRows,
    appId: number,
    stored: Segment[],
    runs: readonly number[],
  ): Promise<Segment[]> {
    const [count] = await this.countRows(table, appId, stored, runs)
    if (count === undefined) return stored
    const rows = count.segment.rows - count.rows
    return rows > 0 ? [{ ...count.segment, rows }] : []
  }

  async sync(): Promise<void> {}

  #appOf(runId: number): number {
    return this.#apps.get(runId)!
  }

  async #append(
    appId: number,
    table: 'recommendations' | 'alerts',
    rows: Sql,
    id: string,
    stored: Segment | undefined,
  ): Promise<Segment[]> {
    const count = await countOf(this.#workspace, rows)
    if (count === 0) return stored ? [stored] : []
    const columns = loaded(deliveredColumns(table).map(({ name, type }) => [name, type]))
    await this.#load(appId, table, columns, sql`${rows} ORDER BY run_id, ${plain(id)}`, count)
    return [{ file: table, rows: count + (stored?.rows ?? 0) }]
  }

  /** Requires the app's lock until the end, and `clear` before. */
  async #load(
    appId: number,
    table: string,
    columns: readonly LoadedColumn[],
    query: Sql,
    rows: number,
    clear: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const { locks, scratch, print } = this.#options
    this.#loader ??= await RowLoader.open(this.#workspace, this.#held, scratch, print)
    await this.#loader.load(table, columns, query, rows, send =>
      inFencedTransaction(this.#held, locks, [appId], async () => {
        await clear()
        await send()
      }),
    )
  }
}
