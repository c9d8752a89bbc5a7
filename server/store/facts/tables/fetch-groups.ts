import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  joined,
  literal,
  plain,
  readPath,
  type Relation,
  type Session,
  sql,
  type Sql,
} from '../../../core/model/sql.ts'
import type { GroupColumn, GroupQuery } from '../common/group-sql.ts'
import type { LineSink } from '../../records/mysql/mysql-connection.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'

const BUFFER_BYTES = 256 * 1024
const LINE_FEED = 10

/**
 * Fetches groups as text into files of `folder`, one connection per part, in parallel. One text per row costs least: Node copies bytes, and
 * DuckDB parses on all threads. DECIMALs stay exact.
 */
export class GroupFetcher {
  readonly #database: Database
  readonly #folder: string
  readonly #session: Session
  readonly #signal: AbortSignal
  readonly #files: string[] = []
  #tables = 0

  constructor(database: Database, folder: string, session: Session, signal: AbortSignal) {
    this.#database = database
    this.#folder = folder
    this.#session = session
    this.#signal = signal
  }

  async fetch(parts: readonly [GroupQuery, ...GroupQuery[]], source: Sql): Promise<Relation> {
    const fetched = await Promise.allSettled(
      parts.map(part =>
        this.#database.stream(
          aggregateSql(line(part), part, source),
          () => this.#sink(),
          this.#signal,
        ),
      ),
    )
    const files = fetched.map(part => {
      if (part.status === 'rejected') throw part.reason
      return part.value
    })
    const table = plain(`fetched_${this.#tables++}`)
    const load = (wide: boolean): Promise<number> =>
      this.#session.run(sql`CREATE TEMP TABLE ${table} AS ${csv(files, parts[0].columns, wide)}`)
    await load(false).catch((error: unknown) => {
      if (!/Conversion Error/.test(String(error))) throw error
      return load(true)
    })
    await this.clear()
    return sql`FROM ${table}`
  }

  async clear(): Promise<void> {
    await Promise.all(this.#files.splice(0).map(file => rm(file, { force: true })))
  }

  async #sink(): Promise<FileSink> {
    const path = join(this.#folder, `${randomBytes(8).toString('hex')}.groups`)
    this.#files.push(path)
    return new FileSink(path, await open(path, 'wx', 0o600))
  }
}

export function aggregateSql(
  cells: Sql,
  { columns, groupedBy, where }: GroupQuery,
  source: Sql,
): Sql {
  // Constants are not grouped by; a key of constants only gives one group if there is a row.
  const keys = columns
    .slice(0, groupedBy)
    .map(column => column.sql)
    .filter(key => !/^(\d+|DATE '[^']+')$/.test(key))
  const grouping =
    keys.length > 0 ? sql`GROUP BY ${joined(keys)} ORDER BY NULL` : sql`HAVING COUNT(*) > 0`
  return sql`SELECT ${cells} FROM ${source} WHERE ${where} ${grouping}`
}

/** Only numbers and dates, so no cell contains a comma; null is empty. */
function line({ columns }: GroupQuery): Sql {
  return sql`CONCAT_WS(',', ${joined(columns.map(column => sql`COALESCE(${column.sql}, '')`))})`
}

function csv(files: readonly string[], columns: readonly GroupColumn[], wide: boolean): Relation {
  const types = joined(
    columns.map(
      ({ name, type, wideType = type }) =>
        sql`${literal(name)}: ${literal(wide ? wideType : type)}`,
    ),
  )
  return sql`SELECT * FROM read_csv([${joined(files.map(readPath))}], columns = {${types}},
    auto_detect = false, header = false, delim = ',', quote = '', escape = '', nullstr = '', new_line = '\\n')`
}

export class FileSink implements LineSink<string> {
  readonly #path: string
  readonly #handle: FileHandle
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  #used = 0
  #writing: Promise<void> | undefined

  constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  line(text: Buffer): Promise<void> | undefined {
    const full = this.#used + text.length + 1 > this.#buffer.length
    if (full) {
      const filled = this.#buffer.subarray(0, this.#used)
      this.#buffer = Buffer.allocUnsafe(Math.max(BUFFER_BYTES, text.length + 1))
      this.#used = 0
      this.#writing = (this.#writing ?? Promise.resolve()).then(() =>
        this.#handle.writeFile(filled),
      )
    }
    this.#used += text.copy(this.#buffer, this.#used)
    this.#buffer[this.#used++] = LINE_FEED
    return full ? this.#writing : undefined
  }

  async end(): Promise<string> {
    await this.#writing
    await this.#handle.writeFile(this.#buffer.subarray(0, this.#used))
    await this.#handle.close()
    return this.#path
  }

  async abandon(): Promise<void> {
    await this.#writing?.catch(() => undefined)
    await this.#handle.close()
  }
}
