import type { DuckDBConnection } from '@duckdb/node-api'

/** Column types of a table by column name, as DuckDB spells them. */
export type Columns<Row> = Readonly<Record<keyof Row & string, string>>

/** Creates a table from rows held in memory. */
export async function loadRows<Row extends object>(
  connection: DuckDBConnection,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<void> {
  const structure = JSON.stringify([columns]).replaceAll("'", "''")
  await connection.run(`CREATE TABLE ${table} AS SELECT unnest(from_json($1, '${structure}'), recursive := true)`, [JSON.stringify(rows)])
}
