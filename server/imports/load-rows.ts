import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlType } from './cell-kinds.ts'
import { columnsOf, type TableName } from './tables.ts'

/** A table of a delivery as rows are generated: a missing value is null. */
export interface DeliveryTable {
  name: TableName
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[]
}

/** Optional columns are created only if a row has them. Rows are sent by column, so that DuckDB need not match names. */
export async function loadTable(
  connection: DuckDBConnection,
  { name, rows }: DeliveryTable,
): Promise<void> {
  const columns = columnsOf(name).filter(
    ([column, { optional }]) => !optional || rows.some(row => column in row),
  )
  const names = columns.map(([column]) => column)
  const types = Object.fromEntries(columns.map(([column, { kind }]) => [column, [sqlType(kind)]]))
  const values = Object.fromEntries(names.map(column => [column, rows.map(row => row[column])]))
  await connection.run(
    `CREATE TABLE ${name} AS SELECT ${names.map(column => `unnest(held.${column}) AS ${column}`).join(', ')}
    FROM (SELECT from_json($1, '${JSON.stringify(types)}') AS held)`,
    [JSON.stringify(values)],
  )
}
