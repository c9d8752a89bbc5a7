import type { DuckDBConnection } from '@duckdb/node-api'
import { loadRows } from '../../../server/demo/load-rows.ts'

/** A table of the delivery whose rows are held in memory. */
export interface SmallTable {
  name: string
  /** Types as DuckDB spells them. */
  columns: Readonly<Record<string, string>>
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[]
}

/** Creates it within DuckDB, its rows in their order. */
export async function loadTable(connection: DuckDBConnection, { name, columns, rows }: SmallTable): Promise<void> {
  await loadRows<Record<string, unknown>>(connection, name, columns, rows)
}
