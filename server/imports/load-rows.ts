import type { DuckDBConnection } from '@duckdb/node-api'
import type { CellKind } from './cell-kinds.ts'
import { columnsOf, type TableName } from './tables.ts'

const TYPES: Record<CellKind, string> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  money: 'DECIMAL(18, 4)',
  ratio: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
}

/** A table of a delivery as rows are generated: a missing value is null. */
export interface DeliveryTable {
  name: TableName
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[]
}

/** Optional columns are created only if a row has them. */
export async function loadTable(
  connection: DuckDBConnection,
  { name, rows }: DeliveryTable,
): Promise<void> {
  const columns = columnsOf(name).filter(
    ([column, { optional }]) => !optional || rows.some(row => column in row),
  )
  const types = Object.fromEntries(columns.map(([column, { kind }]) => [column, TYPES[kind]]))
  await loadRows<Record<string, unknown>>(connection, name, types, rows)
}

/** DuckDB's column types by column name. */
type Columns<Row> = Readonly<Record<keyof Row & string, string>>

/** Rows are sent by column, so that DuckDB need not match names. */
export async function loadRows<Row extends object>(
  connection: DuckDBConnection,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<void> {
  const names = Object.keys(columns) as Array<keyof Row & string>
  const structure = JSON.stringify(Object.fromEntries(names.map(name => [name, [columns[name]]])))
  const values = JSON.stringify(
    Object.fromEntries(names.map(name => [name, rows.map(row => row[name])])),
  )
  await connection.run(
    `CREATE TABLE ${table} AS
    SELECT ${names.map(name => `unnest(held.${name}) AS ${name}`).join(', ')}
    FROM (SELECT from_json($1, '${structure.replaceAll("'", "''")}') AS held)`,
    [values],
  )
}
