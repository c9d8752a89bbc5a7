import Database from 'libsql'
import { sql, type Sql } from '../../model/sql.ts'
import type { Row, Value, Written } from '../records.ts'

/** The only file that knows which library has SQLite. One process must not load two builds of it: their locks do not see each other. */
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

/** Statements kept prepared. */
const PREPARED = 200

/** Opens a file, and creates it if missing. Nothing waits for another connection: statements fail with `SQLITE_BUSY`. */
export function connect(path: string): Connection {
  const database = new Database(path, { timeout: 0 })
  const prepared = new Map<Sql, { statement: Statement; names: string[] }>()
  const prepare = (statement: Sql): { statement: Statement; names: string[] } => {
    const known = prepared.get(statement)
    if (known !== undefined) return known
    const made = database.prepare(statement) as unknown as Statement
    let names: string[] = []
    try {
      names = made.columns().map(({ name }) => name)
      // Rows as objects cost more, and have a property of the library's own.
      made.raw()
    } catch {
      // It returns no rows.
    }
    if (prepared.size === PREPARED) prepared.clear()
    prepared.set(statement, { statement: made, names })
    return { statement: made, names }
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

/** The library binds numbers as DOUBLEs, which a column that takes any type would keep. */
function bound(value: Value): unknown {
  return Number.isInteger(value) ? BigInt(value as number) : value
}

function readValue(value: unknown): Value {
  if (value instanceof ArrayBuffer) return Buffer.from(value)
  if (Buffer.isBuffer(value)) return value
  return value as Value
}
