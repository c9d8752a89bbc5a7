import { joined, plain, quoted, sql, type Sql } from '../../model/sql.ts'
import { DeliveryError } from '../delivery-error.ts'
import type { Workspace } from '../workspace.ts'
import { shortened, sqlType } from '../cell-kinds.ts'
import { reporter, type Print } from '../progress.ts'
import type { Source } from '../sources/source.ts'
import { columnsOf, NAMES, TABLES, type TableName } from '../tables.ts'
import { unreadable } from '../sources/unreadable.ts'

/** Name of the table that `stage` fills from a delivery's table. */
export function staged(table: TableName): Sql {
  return plain(`staged_${table}`)
}

/** Columns in which NULL may stand for an empty cell or a malformed one; `malformed` has a bit for each, in this order. */
export function ambiguousColumns(table: TableName): string[] {
  return columnsOf(table)
    .filter(([, { kind, nullable }]) => nullable === true && kind !== 'text')
    .map(([name]) => name)
}

/** Makes an empty staged table for every table, so that a delivery without one is checked like any other. */
export async function prepare(workspace: Workspace, sources: Source[], table: TableName): Promise<void> {
  if (sources.some(source => source.table === table)) return
  const columns = columnsOf(table).map(([name, { kind }]) => sql`${quoted(name)} ${sqlType(kind)}`)
  await workspace.run(sql`CREATE TABLE ${staged(table)} (${joined([...columns, sql`malformed BIGINT`])})`)
}

/** Loads a file as it is into `staged_<table>`: row n of the file has `rowid` n - 1; what is malformed is NULL. */
export async function stage(workspace: Workspace, source: Source, print: Print): Promise<void> {
  await readRows(workspace, source, staged(source.table), stagingQuery(source, source.relation), print)
}

/** `more`, the typed columns of a staged table and `malformed`, from a relation with the raw cells of a file. */
export function stagingQuery({ table, values }: Source, relation: Sql, more: Sql[] = []): Sql {
  const columns = columnsOf(table).map(([name, { longest }]) => {
    const value = longest === undefined ? values[name]! : shortened(values[name]!, longest)
    return sql`${value} AS ${quoted(name)}`
  })
  const bits = ambiguousColumns(table).map((name, bit) => {
    const empty = sql`nullif(CAST(${quoted(name)} AS VARCHAR), '')`
    return sql`CASE WHEN ${empty} IS NOT NULL AND (${values[name]!}) IS NULL THEN CAST(${2 ** bit} AS BIGINT) ELSE 0 END`
  })
  return sql`SELECT ${joined([...more, ...columns])}, ${joined([sql`CAST(0 AS BIGINT)`, ...bits], sql` + `)} AS malformed FROM ${relation}`
}

/** Creates a table from a query over one file, refusing the delivery when the file does not yield all its rows. */
export async function readRows(workspace: Workspace, source: Source, table: Sql, query: Sql, print: Print): Promise<void> {
  try {
    await workspace.run(sql`CREATE TABLE ${table} AS ${query}`, reporter(print, source))
  } catch (error) {
    throw /Out of Memory|No space left|Could not write/i.test(String(error)) ? error : await unreadable(source, error)
  }
  const { rows } = await workspace.counts(sql`SELECT count(*) AS rows FROM ${table}`)
  if (rows === source.rows) return
  throw new DeliveryError([{ file: source.file, rule: `must be readable to its end: ${rows} of ${source.rows} rows were` }])
}

/** SQL equality of two rows' names, in which null and empty are the same. */
export function sameNames(left: Sql, right: Sql): Sql {
  return joined(
    NAMES.map(name => sql`${left}.${plain(name)} = coalesce(${right}.${plain(name)}, '')`),
    sql` AND `,
  )
}

/** SQL list of a table's key as grouped and compared: the same value for null and empty names. */
export function keyOf(table: TableName): Sql[] {
  const { columns, key } = TABLES[table] as { columns: Record<string, { nullable?: true }>; key: string[] }
  return key.map(name => (columns[name]?.nullable === true ? sql`coalesce(${quoted(name)}, '')` : quoted(name)))
}
