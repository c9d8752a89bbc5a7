import Database from 'libsql'
import { joined, quoted, sql, type Sql } from '../../model/sql.ts'
import type { Row, Value, Written } from '../records.ts'

/** The only file that knows which library has SQLite. One process must not load two builds of it: their locks do not see each other. */
export interface Connection {
  all(statement: Sql, values?: readonly Value[]): Row[]
  run(statement: Sql, values?: readonly Value[]): Written
  /** From now on statements that another connection blocks fail with `SQLITE_BUSY`. */
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
  /** Rows as objects cost more, and have a property of the library's own. */
  statement: Statement
  names: string[]
}

/** Statements kept prepared. */
const PREPARED = 200

/** How long, ms, the opening of a file waits for a commit of another process. It blocks the event loop. */
const OPENING = 1000

/** Opens a file, and creates it if missing. Statements wait for other connections, up to a second, until `waitNoMore`. */
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
  // A journal that is kept needs no new disk space: revocations proceed on a full disk. Deleted bytes are overwritten.
  for (const pragma of [sql`journal_mode = PERSIST`, sql`synchronous = FULL`, sql`cache_spill = OFF`, sql`secure_delete = ON`]) {
    database.prepare(sql`PRAGMA ${pragma}`).all([])
  }
  return connection
}

/** Texts come as bytes, as from MySQL: the library ends the process if a text is not UTF-8, and one that is damaged may not be. */
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
    // It returns no rows.
    return []
  }
}

/** The library binds numbers as DOUBLEs, which a column that takes any type would keep. */
function bound(value: Value): unknown {
  return Number.isInteger(value) ? BigInt(value as number) : value
}

function readValue(value: unknown): Value {
  if (value instanceof ArrayBuffer) return Buffer.from(value)
  if (Buffer.isBuffer(value)) return value
  return value as Value
}
