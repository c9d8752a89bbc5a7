import type { DuckDBConnection } from '@duckdb/node-api'

/** Column types of a table by column name, as DuckDB spells them. */
type Columns<Row> = Readonly<Record<keyof Row & string, string>>

/** Rows travel by column, which spares DuckDB the names. */
export async function loadRows<Row extends object>(
  connection: DuckDBConnection,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
): Promise<void> {
  const names = Object.keys(columns) as Array<keyof Row & string>
  const structure = JSON.stringify(Object.fromEntries(names.map(name => [name, [columns[name]]])))
  const values = JSON.stringify(Object.fromEntries(names.map(name => [name, rows.map(row => row[name])])))
  await connection.run(
    `CREATE TABLE ${table} AS
    SELECT ${names.map(name => `unnest(held.${name}) AS ${name}`).join(', ')}
    FROM (SELECT from_json($1, '${structure.replaceAll("'", "''")}') AS held)`,
    [values],
  )
}
