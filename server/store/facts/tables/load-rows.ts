import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Print, reporter, ticking, waiter } from '../../../imports/progress.ts'
import type { Workspace } from '../../../imports/workspace.ts'
import {
  backtickedList,
  joined,
  literal,
  literals,
  plain,
  quoted,
  sql,
  type Sql,
} from '../../../core/model/sql.ts'
import type { HeldConnection } from '../../records/mysql/mysql-connection.ts'
import { displayTableName } from '../database/facts-tables.ts'

export interface LoadedColumn {
  name: string
  kind: 'number' | 'time' | 'text'
}

export function loaded(columns: readonly (readonly [name: string, type: Sql])[]): LoadedColumn[] {
  return columns.map(([name, type]) => ({ name, kind: kindOf(type) }))
}

function kindOf(type: string): LoadedColumn['kind'] {
  return type.startsWith('DATE') ? 'time' : type === 'LONGBLOB' ? 'text' : 'number'
}
/** Bytes, far below any server's packet limit. */
const INSERT_BYTES = 512 * 1024

/** Bulk-loads rows from DuckDB through a file: LOAD DATA LOCAL if allowed. */
export class RowLoader {
  readonly #workspace: Workspace
  readonly #held: HeldConnection
  readonly #file: string
  readonly #local: boolean
  readonly #print: Print

  private constructor(
    workspace: Workspace,
    held: HeldConnection,
    scratch: string,
    local: boolean,
    print: Print,
  ) {
    this.#workspace = workspace
    this.#held = held
    this.#file = join(scratch, 'rows')
    this.#local = local
    this.#print = print
  }

  static async open(
    workspace: Workspace,
    held: HeldConnection,
    scratch: string,
    print: Print,
  ): Promise<RowLoader> {
    const [row] = await held.read(sql`SELECT @@local_infile AS allowed`)
    return new RowLoader(workspace, held, scratch, Number(row?.allowed) === 1, print)
  }

  /** Loads all `rows` rows of a query, or throws; `within` wraps the writes in a transaction. */
  async load(
    table: string,
    columns: readonly LoadedColumn[],
    query: Sql,
    rows: number,
    within: (send: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const copy = (this.#local ? copyForLoadData : copyForInserts)(columns, query, this.#file)
    const name = `Writing ${displayTableName(table)}`
    try {
      await this.#workspace.run(copy, waiter(this.#print, name, rows))
      await ticking(reporter(this.#print, { file: name, path: this.#file, rows }), () =>
        within(() => (this.#local ? this.#loadData(table, columns) : this.#insert(table, columns))),
      )
    } finally {
      await rm(this.#file, { force: true })
    }
  }

  async #loadData(table: string, columns: readonly LoadedColumn[]): Promise<void> {
    const { warnings } = await this.#held.load(
      sql`LOAD DATA LOCAL INFILE 'rows' INTO TABLE ${plain(table)} CHARACTER SET binary
      FIELDS TERMINATED BY '\\t' OPTIONALLY ENCLOSED BY '"' ESCAPED BY ''
      LINES TERMINATED BY '\\n' (${names(columns)})`,
      this.#file,
    )
    // Errors of other servers are only warnings here.
    if (warnings > 0)
      throw new Error(`the database rejected rows of ${table}: ${await this.#warning()}`)
  }

  async #warning(): Promise<string> {
    const [row] = await this.#held.read(sql`SHOW WARNINGS LIMIT 1`)
    return String(row?.Message)
  }

  async #insert(table: string, columns: readonly LoadedColumn[]): Promise<void> {
    let rows: Sql[] = []
    let bytes = 0
    const flush = async (): Promise<void> => {
      if (rows.length > 0)
        await this.#held.run(
          sql`INSERT INTO ${plain(table)} (${names(columns)}) VALUES ${joined(rows, sql`,`)}`,
        )
      rows = []
      bytes = 0
    }
    for await (const line of createInterface({
      input: createReadStream(this.#file),
      crlfDelay: Infinity,
    })) {
      rows.push(literals(line))
      bytes += line.length
      if (bytes > INSERT_BYTES) await flush()
    }
    await flush()
  }
}

/** Without an escape character the server reads RFC 4180, NULL as null, and bytes unchanged. */
function copyForLoadData(columns: readonly LoadedColumn[], query: Sql, path: string): Sql {
  const texts = columns.filter(({ kind }) => kind === 'text').map(({ name }) => quoted(name))
  const force = texts.length === 0 ? sql`` : sql`, FORCE_QUOTE (${joined(texts)})`
  const list = joined(columns.map(({ name }) => quoted(name)))
  return sql`COPY (SELECT ${list} FROM (${query})) TO ${literal(path)}
    (FORMAT csv, HEADER false, DELIM '\\t', QUOTE '"', ESCAPE '"', NULLSTR 'NULL'${force})`
}

function copyForInserts(columns: readonly LoadedColumn[], query: Sql, path: string): Sql {
  const row = joined(
    columns.map(({ name, kind }) => sql`coalesce(${LITERAL[kind](quoted(name))}, 'NULL')`),
    sql` || ',' || `,
  )
  return sql`COPY (SELECT '(' || ${row} || ')' FROM (${query})) TO ${literal(path)}
    (FORMAT csv, HEADER false, DELIM '\\t')`
}

function names(columns: readonly LoadedColumn[]): Sql {
  return backtickedList(columns.map(({ name }) => name))
}

/** Hex literals need no quoting. */
const LITERAL: Record<LoadedColumn['kind'], (column: Sql) => Sql> = {
  number: column => sql`${column}::VARCHAR`,
  time: column => sql`'''' || ${column}::VARCHAR || ''''`,
  text: column => sql`'X''' || hex(${column}) || ''''`,
}
