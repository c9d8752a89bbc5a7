import type { CellKind } from '../../../imports/cell-kinds.ts'
import { COHORT_SUMS, columnsOf, REVENUES, TABLES } from '../../../imports/tables.ts'
import { backticked, joined, plain, sql, type Sql } from '../../../core/model/sql.ts'

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

/** Columns before the revenues; `cohort` distinguishes rows of the same identity and day. */
export const FACT_COLUMNS: readonly [name: string, type: Sql][] = [
  ['install_date', sql`DATE`],
  ['identity', sql`INT`],
  ['cohort', sql`INT`],
  ['campaign_id', sql`INT`],
  ['week_start', sql`DATE`],
  ['month_start', sql`DATE`],
  ...COHORT_SUMS.map((name): [string, Sql] => [
    name,
    COLUMN_TYPES[TABLES.cohorts.columns[name].kind],
  ]),
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

/** Delivered columns and displayed names. */
export function deliveredColumns(table: Delivered): { name: string; kind: CellKind; type: Sql }[] {
  return columnsOf(table).map(([name, { kind }]) => ({ name, kind, type: COLUMN_TYPES[kind] }))
}

export function createTable(
  name: string,
  columns: readonly (readonly [name: string, type: Sql])[],
  keys: readonly Sql[],
): Sql {
  const lines = [...columns.map(([column, type]) => sql`${backticked(column)} ${type}`), ...keys]
  return sql`CREATE TABLE IF NOT EXISTS ${plain(name)} (${joined(lines)}) ENGINE = InnoDB`
}

type Delivered = 'recommendations' | 'alerts'

export function deliveredTable(table: Delivered, id: string): Sql {
  const nullable = new Set(
    columnsOf(table)
      .filter(([, column]) => column.nullable)
      .map(([name]) => name),
  )
  const columns = deliveredColumns(table).map(
    ({ name, type }) => [name, nullable.has(name) ? type : sql`${type} NOT NULL`] as const,
  )
  return createTable(table, columns, [
    sql`PRIMARY KEY (run_id, ${plain(id)})`,
    sql`KEY ${plain(id)} (${plain(id)})`,
  ])
}
