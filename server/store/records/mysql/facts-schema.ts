import type { CellKind } from '../../../imports/cell-kinds.ts'
import {
  COHORT_SUMS,
  type ColumnOf,
  columnsOf,
  filled,
  INSTALLS,
  NAMES,
  REVENUES,
  TABLES,
} from '../../../imports/tables.ts'
import { backticked, joined, plain, sql, type Sql } from '../../../core/model/sql.ts'
import type { Held } from '../records.ts'
import { isRepeatedColumn } from './mysql-errors.ts'

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
  const lines = [...columns.map(([column, type]) => sql`${plain(column)} ${type}`), ...keys]
  return sql`CREATE TABLE IF NOT EXISTS ${plain(name)} (${joined(lines)}) ENGINE = InnoDB`
}

type Delivered = 'recommendations' | 'alerts'

/** The schema version that added each column. */
const MADE_BY: { readonly [Table in Delivered]: Readonly<Record<ColumnOf<Table>, number>> } = {
  recommendations: {
    ...filled(
      [
        'recommendation_id',
        'run_id',
        'granularity',
        ...NAMES,
        'confidence_score',
        'spend',
        'lookback_days',
        ...INSTALLS,
      ],
      1,
    ),
    ...filled(['optimisation_dsi', 'target_dsi', 'created_at'], 1),
    ...filled(
      [
        'optimisation_live_roas',
        'optimisation_paced_roas',
        'optimisation_raw_roas',
        'optimisation_predicted_roas',
      ],
      1,
    ),
    ...filled(
      REVENUES.flatMap(revenue => [`target_${revenue}_roas`, `predicted_${revenue}_roas`] as const),
      1,
    ),
    ...filled(
      ['lookback_start_date', 'lookback_end_date', 'predicted_low_roas', 'predicted_high_roas'],
      5,
    ),
    ...filled(
      [
        'suggested_daily_spend',
        'response_elasticity',
        'response_low',
        'response_high',
        'marginal_roas',
      ],
      7,
    ),
    ...filled(['response_evidence'], 9),
  },
  alerts: {
    ...filled(
      [
        'alert_id',
        'run_id',
        'alert_group',
        'title',
        ...NAMES,
        'daily_spend',
        'summary',
        'detail',
        'spend_detail',
      ],
      1,
    ),
    ...filled(['recommended_action', 'created_at'], 1),
    ...filled(['metric', 'value', 'reference', 'change'], 5),
  },
}

function columnsMadeBy(
  table: Delivered,
  version: number,
): { name: string; kind: CellKind; type: Sql }[] {
  const made: Readonly<Record<string, number>> = MADE_BY[table]
  return deliveredColumns(table).filter(({ name }) => made[name] === version)
}

export function deliveredTable(table: Delivered, id: string): Sql {
  const nullable = new Set(
    columnsOf(table)
      .filter(([, column]) => column.nullable)
      .map(([name]) => name),
  )
  const columns = columnsMadeBy(table, 1).map(
    ({ name, type }) => [name, nullable.has(name) ? type : sql`${type} NOT NULL`] as const,
  )
  return createTable(table, columns, [
    sql`PRIMARY KEY (run_id, ${plain(id)})`,
    sql`KEY ${plain(id)} (${plain(id)})`,
  ])
}

/** The previous version reads and writes columns by name. */
export function addColumns(table: Delivered, version: number): (held: Held) => Promise<void> {
  return async held => {
    const rows = await held.read(sql`SHOW COLUMNS FROM ${plain(table)}`)
    const known = new Set(rows.map(row => String(Object.values(row)[0])))
    const missing = columnsMadeBy(table, version).filter(({ name }) => !known.has(name))
    if (missing.length === 0) return
    const added = joined(
      missing.map(({ name, type }) => sql`ADD COLUMN ${backticked(name)} ${type}`),
    )
    await held.run(sql`ALTER TABLE ${plain(table)} ${added}`).catch((error: unknown) => {
      if (!isRepeatedColumn(error)) throw error
    })
  }
}
