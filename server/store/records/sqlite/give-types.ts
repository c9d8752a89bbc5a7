import { joined, literal, plain, plainList, sql, type Sql } from '../../../core/model/sql.ts'
import type { Column, Held, Row, Table, Value } from '../records.ts'
import { earlierSealOf, sealOf } from '../seals.ts'

const PAGE = 1000

/**
 * Rebuilds tables of versions before schema 8, whose columns held values of any type. A repair of these versions wrote texts as bytes, which
 * no look-up found: they become texts again. Each row that passes its seal gets a new one; others keep theirs, and stay refused.
 */
export async function giveTypes(held: Held, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    const untyped = await held.read(
      sql`SELECT name FROM pragma_table_info(${literal(table.name)}) WHERE type = 'ANY'`,
    )
    if (untyped.length > 0) await rebuild(held, table)
  }
}

async function rebuild(held: Held, table: Table): Promise<void> {
  const [name, earlier] = [plain(table.name), plain(`earlier_${table.name}`)]
  const indexes = await held.read(
    sql`SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ${literal(table.name)} AND sql IS NOT NULL`,
  )
  for (const index of indexes) await held.run(sql`DROP INDEX ${plain(String(index['name']))}`)
  await held.run(sql`ALTER TABLE ${name} RENAME TO ${earlier}`)
  for (const statement of held.dialect.createTable(table)) await held.run(statement)
  const columns = [...Object.keys(table.columns), 'seal']
  const insert = sql`INSERT OR IGNORE INTO ${name} (${plainList(columns)}) VALUES (${joined(columns.map((): Sql => sql`?`))})`
  for (let after = Number.MIN_SAFE_INTEGER, rows: Row[] = []; ;) {
    rows = await held.readExact(
      sql`SELECT rowid AS number, * FROM ${earlier} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`,
      [after],
    )
    if (rows.length === 0) break
    for (const { number, ...row } of rows) {
      after = Number(number)
      const typed = withTypes(table, row)
      // A damaged row may fit no column.
      const written = held.write(
        insert,
        columns.map(column => typed[column] ?? null),
      )
      await (typed['seal'] === row['seal'] ? written.catch(() => undefined) : written)
    }
  }
  await held.run(sql`DROP TABLE ${earlier}`)
}

/** A row that fails its seal keeps it. */
function withTypes({ name, columns }: Table, row: Row): Row {
  const typed = Object.fromEntries(
    Object.entries(columns).map(([column, kind]) => [column, converted(kind, row[column] ?? null)]),
  )
  const { seal } = row
  const isWhole = Buffer.isBuffer(seal) && seal.equals(earlierSealOf(name, row))
  return { ...typed, seal: isWhole ? sealOf(name, typed) : seal! }
}

function converted({ type }: Column, value: Value): Value {
  if (typeof type === 'object' && 'bytes' in type)
    return typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.isBuffer(value) ? value.toString() : value
}
