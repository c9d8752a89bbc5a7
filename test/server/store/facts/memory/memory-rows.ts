import { columnsOf, type TableName } from '../../../../../server/imports/tables.ts'
import { literal, sql, type Sql } from '../../../../../server/core/model/sql.ts'
import { doubleOf, scaledMoney } from '../../../../../server/core/model/store.ts'

/** A row as a workspace gives it: whole numbers that may be large, money, dates and times are texts. */
export type Row = Readonly<Record<string, unknown>>

export const IDENTITY_TYPES = {
  id: 'INTEGER',
  campaign_id: 'INTEGER',
  platform: 'VARCHAR',
  network: 'VARCHAR',
  campaign: 'VARCHAR',
  country: 'VARCHAR',
}

/** SQL that yields rows in DuckDB; `types` are those of its columns. */
export function relation(rows: readonly Row[], types: Readonly<Record<string, string>>): Sql {
  return sql`SELECT unnest(from_json(${literal(JSON.stringify(rows))}, ${literal(JSON.stringify([types]))}), max_depth := 2)`
}

/** A row of a table as a store answers it: numbers are numbers, times ISO 8601. */
export function displayedRow(
  table: TableName,
  row: Row,
  without: readonly string[] = [],
): Record<string, unknown> {
  const columns = columnsOf(table).filter(([name]) => !without.includes(name))
  return Object.fromEntries(
    columns.map(([name, { kind }]) => [
      name,
      row[name] === null ? null : displayed(kind, row[name]),
    ]),
  )
}

function displayed(kind: string, value: unknown): unknown {
  if (kind === 'money') return doubleOf(scaledMoney(String(value)))
  if (kind === 'timestamp') return new Date(`${String(value).replace(' ', 'T')}Z`).toISOString()
  return kind === 'integer' || kind === 'ratio' ? Number(value) : value
}
