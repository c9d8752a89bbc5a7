import Database from 'libsql'
import { isUtf8 } from 'node:buffer'
import { pathToFileURL } from 'node:url'
import { joined, quoted, sql, type Sql } from '../../../core/model/sql.ts'
import type { Row, Value, Written } from '../records.ts'

/** The only file that depends on the SQLite library. Two builds of it in one process would not see each other's locks. */
export interface Connection {
  all(statement: Sql, values?: readonly Value[]): Row[]
  run(statement: Sql, values?: readonly Value[]): Written
  close(): void
}

interface Statement {
  raw(): Statement
  columns(): { name: string }[]
  all(values: readonly unknown[]): unknown[][]
  run(values: readonly unknown[]): { changes: number; lastInsertRowid: number | bigint }
}

interface Prepared {
  /** Row objects cost more and have a property of the library's own. */
  statement: Statement
  names: string[]
  /** Whether it gives all rows in one value: reading each value of 100,000 keys by itself takes a second longer. */
  isJoined: boolean
}

/** Maximum number of cached prepared statements. */
const PREPARED = 200

/** Reads the file without its write-ahead log, and takes no lock. */
export function connectIgnoringLog(path: string): Connection {
  return connect(`${pathToFileURL(path).href}?immutable=1`)
}

/**
 * Opens or creates a file. Statements that another connection blocks fail at once, with `SQLITE_BUSY`: the library's own wait would hold the
 * event loop.
 */
export function connect(path: string): Connection {
  const database = new Database(path, { timeout: 0 })
  const prepared = new Map<Sql, Prepared>()
  const prepare = (statement: Sql): Prepared => {
    const known = prepared.get(statement)
    if (known !== undefined) return known
    if (prepared.size === PREPARED) prepared.clear()
    const made = prepareOn(database, statement)
    prepared.set(statement, made)
    return made
  }
  const connection: Connection = {
    all(statement, values = []) {
      const { statement: made, names, isJoined } = prepare(statement)
      const rows = made.all(values.map(bound))
      return (isJoined ? rowsIn(rows[0]![0] as ArrayBuffer | null) : rows).map(row => {
        const record: Row = {}
        for (const [at, name] of names.entries()) record[name] = row[at] as Value
        return record
      })
    },
    run(statement, values = []) {
      const { changes, lastInsertRowid } = prepare(statement).statement.run(values.map(bound))
      return { rows: changes, id: Number(lastInsertRowid), warnings: 0 }
    },
    close() {
      // The library closes it only with its last statement, at any time: no lock may last until then.
      if (database.inTransaction) database.prepare(sql`ROLLBACK`).run([])
      prepared.clear()
      database.close()
    },
  }
  // A commit is on disk when it returns, and deleted bytes are overwritten.
  for (const pragma of [sql`synchronous = FULL`, sql`secure_delete = ON`])
    database.prepare(sql`PRAGMA ${pragma}`).all([])
  return connection
}

/** Reads JSON, a row a line, as bytes: the library aborts the process on invalid UTF-8, which a damaged text may have. */
function prepareOn(database: Database.Database, statement: Sql): Prepared {
  const prepared = database.prepare(statement) as unknown as Statement
  if (!/^\s*SELECT\b/i.test(statement))
    return { statement: prepared, names: namesOf(prepared), isJoined: false }
  const names = prepared.columns().map(({ name }) => name)
  const values = names.map(
    name =>
      sql`CASE typeof(${quoted(name)}) WHEN 'blob' THEN json_array(hex(${quoted(name)})) ELSE ${quoted(name)} END`,
  )
  const made = database.prepare(
    sql`SELECT CAST(group_concat(json_array(${joined(values)}), char(10)) AS BLOB) FROM (${statement})`,
  )
  return { statement: (made as unknown as Statement).raw(), names, isJoined: true }
}

function namesOf(statement: Statement): string[] {
  try {
    const names = statement.columns().map(({ name }) => name)
    statement.raw()
    return names
  } catch {
    // The statement returns no rows.
    return []
  }
}

/** The library binds numbers as DOUBLEs. */
function bound(value: Value): unknown {
  return Number.isInteger(value) ? BigInt(value as number) : value
}

/** Bytes of lines decoded together, fewer than a text may have. */
const PART = 2 ** 26

function rowsIn(joined: ArrayBuffer | null): Value[][] {
  const lines = joined === null ? Buffer.alloc(0) : Buffer.from(joined)
  const rows: Value[][] = []
  for (let from = 0, to; from < lines.length; from = to + 1) {
    const end = lines.indexOf(10, from + PART)
    to = end === -1 ? lines.length : end
    const part = lines.subarray(from, to)
    const isWhole = isUtf8(part)
    for (const line of part.toString(isWhole ? 'utf8' : 'latin1').split('\n')) {
      const row = JSON.parse(line) as (string | number | null | [hex: string])[]
      rows.push(row.map(value => readValue(value, isWhole)))
    }
  }
  return rows
}

/** Bytes that are not valid UTF-8 stay bytes, which fails the seal of their row. */
function readValue(value: string | number | null | [hex: string], isWhole: boolean): Value {
  if (Array.isArray(value)) return Buffer.from(value[0], 'hex')
  if (isWhole || typeof value !== 'string') return value
  const bytes = Buffer.from(value, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : bytes
}
