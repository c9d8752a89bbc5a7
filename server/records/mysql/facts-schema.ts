import type { CellKind } from '../../delivery/cell-kinds.ts'
import { columnsOf, INSTALLS, REVENUES } from '../../delivery/tables.ts'
import { backticked, joined, plain, sql, type Sql } from '../../model/sql.ts'
import type { Held } from '../records.ts'
import { isRepeatedColumn } from './errors.ts'

/** Texts are bytes (BLOB, VARBINARY), so no character set or collation changes or merges them. Times are `DATETIME` in UTC. */
export const COLUMN_TYPES: Record<CellKind, Sql> = {
  integer: sql`BIGINT`,
  money: sql`DECIMAL(18,4)`,
  ratio: sql`DOUBLE`,
  boolean: sql`BOOLEAN`,
  timestamp: sql`DATETIME(6)`,
  date: sql`DATE`,
  text: sql`LONGBLOB`,
}

export const FACT_KEY = ['install_date', 'identity', 'cohort'] as const

/** Columns before the revenues; `cohort` tells rows of the same identity and day apart. */
export const FACT_COLUMNS: readonly [name: string, type: Sql][] = [
  ['install_date', sql`DATE`],
  ['identity', sql`INT`],
  ['cohort', sql`INT`],
  ['campaign_id', sql`INT`],
  ['week_start', sql`DATE`],
  ['month_start', sql`DATE`],
  ['spend', COLUMN_TYPES.money],
  ...INSTALLS.map((name): [string, Sql] => [name, COLUMN_TYPES.integer]),
]

export const SNAPSHOT_COLUMNS: readonly [name: string, type: Sql][] = [
  ['app_id', sql`BIGINT`],
  ['dsi', sql`INT`],
  ['install_date', sql`DATE`],
  ['run_id', sql`BIGINT`],
  ['identity', sql`INT`],
  ['position', sql`BIGINT`],
  ['campaign_id', sql`INT`],
  ['week_start', sql`DATE`],
  ['month_start', sql`DATE`],
  ['spend', COLUMN_TYPES.money],
  ...REVENUES.map((name): [string, Sql] => [name, COLUMN_TYPES.money]),
]

export const IDENTITY_COLUMNS: readonly [name: string, type: Sql][] = [
  ['app_id', sql`BIGINT`],
  ['id', sql`INT`],
  ['campaign_id', sql`INT`],
  ['platform', sql`LONGBLOB`],
  ['network', sql`LONGBLOB`],
  ['campaign', sql`LONGBLOB`],
  ['country', sql`LONGBLOB`],
]

/** Rows as delivered, with displayed names. */
export function deliveredColumns(table: 'recommendations' | 'alerts'): { name: string; kind: CellKind; type: Sql }[] {
  return columnsOf(table).map(([name, { kind }]) => ({ name, kind, type: COLUMN_TYPES[kind] }))
}

export function createTable(name: string, columns: readonly (readonly [name: string, type: Sql])[], keys: readonly Sql[]): Sql {
  const lines = [...columns.map(([column, type]) => sql`${plain(column)} ${type}`), ...keys]
  return sql`CREATE TABLE IF NOT EXISTS ${plain(name)} (${joined(lines)}) ENGINE = InnoDB`
}

/** Columns that a schema version added; the others are as schema 1 made them. */
const ADDED: Record<'recommendations' | 'alerts', Readonly<Record<number, readonly string[]>>> = {
  recommendations: {
    5: ['lookback_start_date', 'lookback_end_date', 'predicted_low_roas', 'predicted_high_roas'],
    7: ['suggested_daily_spend', 'response_elasticity', 'response_low', 'response_high', 'marginal_roas'],
  },
  alerts: { 5: ['metric', 'value', 'reference', 'change'] },
}

export function deliveredTable(table: 'recommendations' | 'alerts', id: string): Sql {
  const nullable = new Set(
    columnsOf(table)
      .filter(([, column]) => column.nullable)
      .map(([name]) => name),
  )
  const added = Object.values(ADDED[table]).flat()
  const first = deliveredColumns(table).filter(({ name }) => !added.includes(name))
  const columns = first.map(({ name, type }) => [name, nullable.has(name) ? type : sql`${type} NOT NULL`] as const)
  return createTable(table, columns, [sql`PRIMARY KEY (run_id, ${plain(id)})`, sql`KEY ${plain(id)} (${plain(id)})`])
}

/** The previous version names the columns that it writes and reads. */
export function addColumns(table: keyof typeof ADDED, version: number): (held: Held) => Promise<void> {
  const wanted = ADDED[table][version]!
  return async held => {
    const rows = await held.read(sql`SHOW COLUMNS FROM ${plain(table)}`)
    const known = new Set(rows.map(row => String(Object.values(row)[0])))
    const missing = deliveredColumns(table).filter(({ name }) => wanted.includes(name) && !known.has(name))
    if (missing.length === 0) return
    const added = joined(missing.map(({ name, type }) => sql`ADD COLUMN ${backticked(name)} ${type}`))
    await held.run(sql`ALTER TABLE ${plain(table)} ${added}`).catch((error: unknown) => {
      if (!isRepeatedColumn(error)) throw error
    })
  }
}
