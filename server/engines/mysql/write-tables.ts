import type { Workspace } from '../../delivery/workspace.ts'
import type { DeliveryWriter, NumberedDsi, NumberedRun } from '../../delivery/place.ts'
import type { Print } from '../../delivery/progress.ts'
import { alertRows, countOf, factRows, identityRows, recommendationRows, snapshotRows } from '../../delivery/load/rows.ts'
import { literal, plain, sql, type Sql } from '../../model/sql.ts'
import type { RunFacts, Segment } from '../../model/catalog.ts'
import type { HeldConnection } from './connection.ts'
import { createFactsTable, factColumnsOf, factsTableOf, factsTables, revenueColumnsOf } from './facts-tables.ts'
import { type LoadedColumn, RowLoader } from './load-rows.ts'
import { deliveredColumns, IDENTITY_COLUMNS, SNAPSHOT_COLUMNS } from './schema.ts'

/** What an import notes before it writes anything: what to look for, should it never come to its end. */
export interface ImportNote {
  runs: readonly { run_id: number; app_id: number }[]
}

function periodsOf(row: Sql): Sql[] {
  return ['week', 'month'].map(
    period => sql`CAST(date_trunc(${literal(period)}, ${row}.install_date) AS DATE) AS ${plain(`${period}_start`)}`,
  )
}

function kindOf(type: string): LoadedColumn['kind'] {
  return type.startsWith('DATE') ? 'time' : type === 'LONGBLOB' ? 'text' : 'number'
}
function loaded(columns: readonly (readonly [name: string, type: Sql])[]): LoadedColumn[] {
  return columns.map(([name, type]) => ({ name, kind: kindOf(type) }))
}

/** Writes an import's rows into tables, where readers do not look for them before the catalog names their run. */
export class DeliveryTables implements DeliveryWriter {
  readonly #workspace: Workspace
  readonly #held: HeldConnection
  readonly #scratch: string
  readonly #version: number
  readonly #print: Print
  #loader: RowLoader | undefined

  constructor(workspace: Workspace, held: HeldConnection, scratch: string, version: number, print: Print) {
    this.#workspace = workspace
    this.#held = held
    this.#scratch = scratch
    this.#version = version
    this.#print = print
  }

  async prepare(runs: ImportNote['runs']): Promise<void> {
    const note = Buffer.from(JSON.stringify({ runs } satisfies ImportNote))
    await this.#held.write(sql`INSERT INTO imports (version, body) VALUES (?, ?)`, [this.#version, note])
  }

  async identities(appId: number, rows: number, stored: Segment | undefined): Promise<Segment> {
    const before = stored?.rows ?? 0
    const fresh = sql`SELECT ${appId} AS app_id, * FROM (${identityRows(appId)}) WHERE id >= ${before}`
    await this.#load('identities', loaded(IDENTITY_COLUMNS), fresh, rows - before)
    return { file: 'identities', rows }
  }

  async facts(run: NumberedRun, dsis: readonly NumberedDsi[]): Promise<RunFacts | undefined> {
    const named = { file: factsTableOf(run.run_id), dsi_values: dsis.map(({ dsi }) => dsi) }
    let made: RunFacts | undefined
    for (const [index, table] of factsTables(named).entries()) {
      const some = dsis.filter(({ dsi }) => table.dsiValues.includes(dsi))
      const facts = await factRows(this.#workspace, run, some, [sql`c.cohort`, ...periodsOf(sql`c`)])
      if (facts === undefined) return undefined
      await this.#held.run(createFactsTable(table, index))
      const amounts = revenueColumnsOf(table.dsiValues).map((name): LoadedColumn => ({ name, kind: 'number' }))
      await this.#load(table.name, [...loaded(factColumnsOf(index)), ...amounts], facts.query, facts.rows)
      made ??= { ...named, rows: facts.rows, first_install_date: facts.first, last_install_date: facts.last }
    }
    return made
  }

  async recommendations(runId: number): Promise<Segment | undefined> {
    return (await this.#append('recommendations', recommendationRows(runId), 'recommendation_id', undefined))[0]
  }

  async snapshots(appId: number, [stored]: Segment[]): Promise<Segment[]> {
    const query = snapshotRows(appId, [sql`r.app_id`, sql`s.rowid AS position`, ...periodsOf(sql`s`)])
    const count = await countOf(this.#workspace, query)
    if (count === 0) return stored ? [stored] : []
    const order = sql`ORDER BY s.dsi, s.install_date, s.run_id, i."identity"`
    await this.#load('roas_snapshots', loaded(SNAPSHOT_COLUMNS), sql`${query} ${order}`, count)
    return [{ file: 'roas_snapshots', rows: count + (stored?.rows ?? 0) }]
  }

  async alerts(appId: number, [stored]: Segment[]): Promise<Segment[]> {
    return await this.#append('alerts', alertRows(appId), 'alert_id', stored)
  }

  // Every LOAD DATA and every run of INSERTs is a transaction of its own.
  async sync(): Promise<void> {}

  async #append(table: 'recommendations' | 'alerts', rows: Sql, id: string, stored: Segment | undefined): Promise<Segment[]> {
    const count = await countOf(this.#workspace, rows)
    if (count === 0) return stored ? [stored] : []
    const columns = loaded(deliveredColumns(table).map(({ name, type }) => [name, type]))
    await this.#load(table, columns, sql`${rows} ORDER BY run_id, ${plain(id)}`, count)
    return [{ file: table, rows: count + (stored?.rows ?? 0) }]
  }

  async #load(table: string, columns: readonly LoadedColumn[], query: Sql, rows: number): Promise<void> {
    this.#loader ??= await RowLoader.open(this.#workspace, this.#held, this.#scratch, this.#print)
    await this.#loader.load(table, columns, query, rows)
  }
}
