import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sqlType } from '../../../imports/cell-kinds.ts'
import { COHORT_SUMS, NAMES, REVENUES, TABLES } from '../../../imports/tables.ts'
import type { Workspace } from '../../../imports/workspace.ts'
import type { StoredFile } from '../../../imports/import-destination.ts'
import { FORMAT } from '../common/file-target.ts'
import type { Row, Value } from '../../records/mysql/mysql-connection.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { deliveredColumns } from '../../records/mysql/facts-schema.ts'
import { factsSource, revenueColumnsOf } from '../database/facts-tables.ts'
import { FileSink } from './fetch-groups.ts'
import type { Catalog, RunFacts } from '../../../core/model/catalog.ts'
import {
  backtickedList,
  joined,
  literal,
  numbers,
  plain,
  plainList,
  readPath,
  sql,
  type Sql,
} from '../../../core/model/sql.ts'

type Columns = readonly (readonly [name: string, type: Sql])[]

const INTEGER = sql`INTEGER`
const VARCHAR = sql`VARCHAR`
const DATE = sql`DATE`
const MONEY = sqlType('money')

/** Converts database tables to the Parquet files that imports write. */
export class TableFiles {
  readonly #database: Database
  readonly #workspace: Workspace
  readonly #folder: string
  readonly #catalog: Catalog
  #made = 0

  constructor(database: Database, workspace: Workspace, folder: string, catalog: Catalog) {
    this.#database = database
    this.#workspace = workspace
    this.#folder = folder
    this.#catalog = catalog
  }

  async make({ table, id }: Pick<StoredFile, 'table' | 'id'>): Promise<string> {
    const path = join(this.#folder, `${table}-${this.#made++}.parquet`)
    if (table === 'facts') await this.#facts(id, path)
    else if (table === 'snapshots') await this.#snapshots(id, path)
    else if (table === 'identities') await this.#identities(id, path)
    else await this.#delivered(table, id, path)
    return path
  }

  async #facts(runId: number, path: string): Promise<void> {
    const facts = this.#runs(run => run.run_id === runId)[0]!.facts as RunFacts
    const columns: Columns = [
      ['cohort', INTEGER],
      ['install_date', DATE],
      ['identity', INTEGER],
      ['campaign_id', INTEGER],
      ...COHORT_SUMS.map(name => [name, sqlType(TABLES.cohorts.columns[name].kind)] as const),
      ...revenueColumnsOf(facts.dsi_values).map(name => [name, MONEY] as const),
    ]
    const rows = await this.#fetched(columns, factsSource(facts, facts.dsi_values))
    await this.#copy(sql`SELECT * EXCLUDE (cohort) FROM (${rows}) ORDER BY cohort`, path)
  }

  async #snapshots(appId: number, path: string): Promise<void> {
    const columns: Columns = [
      ['run_id', sqlType('integer')],
      ['install_date', DATE],
      ['identity', INTEGER],
      ['campaign_id', INTEGER],
      ['dsi', INTEGER],
      ['spend', MONEY],
      ...REVENUES.map(name => [name, MONEY] as const),
      ['position', sqlType('integer')],
    ]
    const ids = numbers(this.#runs(run => run.app_id === appId).map(run => run.run_id))
    const rows = await this.#fetched(
      columns,
      sql`roas_snapshots WHERE app_id = ${appId} AND run_id IN (${ids})`,
    )
    await this.#copy(
      sql`SELECT * EXCLUDE (position) FROM (${rows}) ORDER BY dsi, install_date, run_id, "identity", position`,
      path,
    )
  }

  async #identities(appId: number, path: string): Promise<void> {
    const columns: Columns = [
      ['id', INTEGER],
      ['campaign_id', INTEGER],
      ...NAMES.map(name => [name, VARCHAR] as const),
    ]
    const { rows } = this.#catalog.files[appId]!.identities!
    const identities = await this.#database.read(
      sql`SELECT ${plainList(columns.map(([name]) => name))} FROM identities WHERE app_id = ${appId} AND id < ${rows} ORDER BY id`,
    )
    await this.#filled(columns, identities, sql`id`, path)
  }

  async #delivered(table: 'recommendations' | 'alerts', id: number, path: string): Promise<void> {
    const columns = deliveredColumns(table)
    const runs = this.#runs(run => (table === 'alerts' ? run.app_id : run.run_id) === id).map(
      run => run.run_id,
    )
    const rows: Row[] = []
    for (const run of runs) {
      const names = backtickedList(columns.map(({ name }) => name))
      rows.push(
        ...(await this.#database.readExact(
          sql`SELECT ${names} FROM ${plain(table)} WHERE run_id = ?`,
          [run],
        )),
      )
    }
    const order = table === 'alerts' ? sql`alert_id` : sql`recommendation_id`
    await this.#filled(
      columns.map(({ name, kind }) => [name, sqlType(kind)] as const),
      rows,
      order,
      path,
    )
  }

  #runs(wanted: (run: Catalog['runs'][number]) => boolean): Catalog['runs'] {
    return this.#catalog.runs.filter(wanted)
  }

  /** Only numbers and dates, as lines of text in a file. */
  async #fetched(columns: Columns, source: Sql): Promise<Sql> {
    const cells = joined(columns.map(([name]) => sql`COALESCE(${plain(name)}, '')`))
    const path = join(this.#folder, 'lines')
    await this.#database.stream(
      sql`SELECT CONCAT_WS(',', ${cells}) FROM ${source}`,
      async () => new FileSink(path, await open(path, 'w', 0o600)),
    )
    const types = joined(columns.map(([name, type]) => sql`${literal(name)}: ${literal(type)}`))
    return sql`SELECT * FROM read_csv(${readPath(path)}, columns = {${types}}, auto_detect = false, header = false, delim = ',', quote = '',
      escape = '', nullstr = '', new_line = '\\n')`
  }

  /** Any values, as text converted to the column's type. */
  async #filled(columns: Columns, rows: readonly Row[], order: Sql, path: string): Promise<void> {
    const names = columns.map(([name]) => name)
    const types = joined(columns.map(([name, type]) => sql`${plain(name)} ${type}`))
    await this.#workspace.fill(
      sql`moved`,
      types,
      rows.map(row => names.map(name => cell(row[name]!))),
    )
    await this.#copy(sql`SELECT * FROM moved ORDER BY ${order}`, path)
  }

  async #copy(query: Sql, path: string): Promise<void> {
    await this.#workspace.run(sql`COPY (${query}) TO ${literal(path)} (${FORMAT})`)
  }
}

function cell(value: Value): Sql {
  return value === null ? sql`NULL` : literal(value.toString())
}
