import Database from 'libsql'
import { joined, quoted, sql, type Sql } from '../../model/sql.ts'
import type { Row, Value, Written } from '../records.ts'

/** The only file that depends on the SQLite library. Two builds of it in one process would not see each other's locks. */
export interface Connection {
  all(statement: Sql, values?: readonly Value[]): Row[]
  run(statement: Sql, values?: readonly Value[]): Written
  /** From now on, statements blocked by another connection fail with `SQLITE_BUSY`. */
  waitNoMore(): void
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
}

/** Maximum number of cached prepared statements. */
const PREPARED = 200

/** Maximum wait, ms, for another process's commit when a file is opened; it blocks the event loop. */
const OPENING = 1000

/** Opens or creates a file. Statements wait up to a second for other connections, until `waitNoMore`. */
export function connect(path: string): Connection {
  const database = new Database(path, { timeout: OPENING })
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
      const { statement: made, names } = prepare(statement)
      return made.all(values.map(bound)).map(row => Object.fromEntries(names.map((name, index) => [name, readValue(row[index])])))
    },
    run(statement, values = []) {
      const { changes, lastInsertRowid } = prepare(statement).statement.run(values.map(bound))
      return { rows: changes, id: Number(lastInsertRowid), warnings: 0 }
    },
    waitNoMore() {
      database.prepare(sql`PRAGMA busy_timeout = 0`).all([])
    },
    close() {
      prepared.clear()
      database.close()
    },
  }
  // A persistent journal needs no new disk space, so that revocations work on a full disk. Deleted bytes are overwritten.
  for (const pragma of [sql`journal_mode = PERSIST`, sql`synchronous = FULL`, sql`cache_spill = OFF`, sql`secure_delete = ON`]) {
    database.prepare(sql`PRAGMA ${pragma}`).all([])
  }
  return connection
}

/** Reads texts as bytes, as from MySQL: the library aborts the process on invalid UTF-8, which a damaged text may have. */
function prepareOn(database: Database.Database, statement: Sql): Prepared {
  const given = database.prepare(statement) as unknown as Statement
  if (!/^\s*SELECT\b/i.test(statement)) return { statement: given, names: namesOf(given) }
  const names = given.columns().map(({ name }) => name)
  const columns = names.map(
    name => sql`CASE typeof(${quoted(name)}) WHEN 'text' THEN CAST(${quoted(name)} AS BLOB) ELSE ${quoted(name)} END`,
  )
  const made = database.prepare(sql`SELECT ${joined(columns)} FROM (${statement})`) as unknown as Statement
  return { statement: made.raw(), names }
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

/** The library binds numbers as DOUBLEs, which a column without a type would keep. */
function bound(value: Value): unknown {
  return Number.isInteger(value) ? BigInt(value as number) : value
}

function readValue(value: unknown): Value {
  if (value instanceof ArrayBuffer) return Buffer.from(value)
  if (Buffer.isBuffer(value)) return value
  return value as Value
}
