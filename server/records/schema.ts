import type { CellKind } from '../delivery/cell-kinds.ts'
import { columnsOf, INSTALLS, REVENUES } from '../delivery/tables.ts'
import { backticked, joined, plain, sql, type Sql } from '../model/sql.ts'
import { migrateCatalog } from './migrate-catalog.ts'
import type { HeldConnection } from './mysql/connection.ts'
import { isRepeatedColumn } from './mysql/errors.ts'

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

function deliveredTable(table: 'recommendations' | 'alerts', id: string): Sql {
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

/** Nodes may run a step concurrently or after it is done. */
type MigrationStep = Sql | ((held: HeldConnection) => Promise<unknown>)

export interface Migration {
  /** Whether a service of the previous version can use the database. */
  additive: boolean
  steps: readonly MigrationStep[]
}

/**
 * The schema's history: entry n upgrades version n. Released entries never change. Steps can be repeated, since a failed migration does not
 * undo CREATE TABLE.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    additive: false,
    steps: [
      // Identifies the database, even among those with the same name.
      sql`CREATE TABLE IF NOT EXISTS store (one TINYINT, id VARBINARY(32) NOT NULL, PRIMARY KEY (one)) ENGINE = InnoDB`,
      sql`INSERT IGNORE INTO store (one, id) VALUES (1, MD5(CONCAT(UUID(), RAND(), NOW(6))))`,
      sql`CREATE TABLE IF NOT EXISTS catalog (id TINYINT, version BIGINT NOT NULL, body LONGBLOB NOT NULL, PRIMARY KEY (id))
      ENGINE = InnoDB`,
      sql`CREATE TABLE IF NOT EXISTS imports (version BIGINT, body LONGBLOB NOT NULL, PRIMARY KEY (version)) ENGINE = InnoDB`,
      createTable(
        'identities',
        IDENTITY_COLUMNS.map(([name, type]) => [name, sql`${type} NOT NULL`]),
        [sql`PRIMARY KEY (app_id, id)`],
      ),
      createTable(
        'roas_snapshots',
        SNAPSHOT_COLUMNS.map(([name, type]) => [name, sql`${type} NOT NULL`]),
        [sql`PRIMARY KEY (app_id, dsi, install_date, run_id, identity, position)`],
      ),
      deliveredTable('recommendations', 'recommendation_id'),
      deliveredTable('alerts', 'alert_id'),
      sql`CREATE TABLE IF NOT EXISTS api_keys (id VARBINARY(12), sha256 VARBINARY(64) NOT NULL, company_id BIGINT NOT NULL,
      name LONGBLOB NOT NULL, created_at VARBINARY(24) NOT NULL, expires_at VARBINARY(24), revoked_at VARBINARY(24),
      last_used_at VARBINARY(24), PRIMARY KEY (id), UNIQUE KEY sha256 (sha256)) ENGINE = InnoDB`,
      sql`CREATE TABLE IF NOT EXISTS users (id VARBINARY(12), company_id BIGINT NOT NULL, email VARBINARY(1020) NOT NULL,
      address VARBINARY(32) NOT NULL, invited_at VARBINARY(24) NOT NULL, login VARBINARY(32), name LONGBLOB,
      connected_at VARBINARY(24), PRIMARY KEY (id), UNIQUE KEY address (address), UNIQUE KEY login (login)) ENGINE = InnoDB`,
      sql`CREATE TABLE IF NOT EXISTS rate_limits (company_id BIGINT, used BIGINT NOT NULL, ends_at BIGINT NOT NULL,
      PRIMARY KEY (company_id)) ENGINE = InnoDB`,
    ],
  },
  {
    additive: true,
    steps: [
      sql`CREATE TABLE IF NOT EXISTS audit (id BIGINT AUTO_INCREMENT, at VARBINARY(24) NOT NULL, action VARBINARY(64) NOT NULL,
      actor VARBINARY(1020) NOT NULL, company_id BIGINT, target VARBINARY(64) NOT NULL, details LONGBLOB NOT NULL, PRIMARY KEY (id),
      KEY at (at), KEY company_id (company_id)) ENGINE = InnoDB`,
    ],
  },
  {
    additive: false,
    steps: [
      // Rows carry the number of their last publish; the state has the newest.
      sql`CREATE TABLE IF NOT EXISTS catalog_state (one TINYINT, seq BIGINT NOT NULL, imported_at VARBINARY(24) NOT NULL, PRIMARY KEY (one))
      ENGINE = InnoDB`,
      catalogTable('companies', sql`company_id BIGINT`),
      catalogTable('apps', sql`app_id BIGINT`),
      catalogTable('networks', sql`network VARBINARY(2048)`),
      sql`CREATE TABLE IF NOT EXISTS catalog_runs (run_id BIGINT, app_id BIGINT NOT NULL, seq BIGINT NOT NULL, body LONGBLOB NOT NULL,
      PRIMARY KEY (run_id), KEY app_id (app_id), KEY seq (seq)) ENGINE = InnoDB`,
      sql`CREATE TABLE IF NOT EXISTS retired_files (file VARBINARY(255), app_id BIGINT NOT NULL, since VARBINARY(24) NOT NULL,
      PRIMARY KEY (file), KEY app_id (app_id)) ENGINE = InnoDB`,
      sql`CREATE TABLE IF NOT EXISTS import_locks (app_id BIGINT, owner VARBINARY(32) NOT NULL, expires_at DATETIME(6) NOT NULL,
      PRIMARY KEY (app_id), KEY owner (owner)) ENGINE = InnoDB`,
      sql`CREATE TABLE IF NOT EXISTS import_runs (run_id BIGINT, app_id BIGINT NOT NULL, owner VARBINARY(32) NOT NULL,
      PRIMARY KEY (run_id), KEY app_id (app_id), KEY owner (owner)) ENGINE = InnoDB`,
      migrateCatalog,
      sql`DROP TABLE IF EXISTS catalog, imports`,
    ],
  },
  {
    additive: true,
    steps: [
      sql`CREATE TABLE IF NOT EXISTS nodes (id VARBINARY(64), version VARBINARY(64) NOT NULL, schema_version INT NOT NULL,
        seen_at DATETIME(6) NOT NULL, PRIMARY KEY (id)) ENGINE = InnoDB`,
      // The version, and the oldest compatible one.
      sql`CREATE TABLE IF NOT EXISTS schema_state (one TINYINT, version INT NOT NULL, needs INT NOT NULL, PRIMARY KEY (one)) ENGINE = InnoDB`,
    ],
  },
  {
    // The previous version names the columns that it writes and reads.
    additive: true,
    steps: [addColumns('recommendations', 5), addColumns('alerts', 5)],
  },
  {
    additive: true,
    steps: [
      sql`CREATE TABLE IF NOT EXISTS open_tables (app_id BIGINT, pending BIGINT NOT NULL, heads VARBINARY(1000) NOT NULL, PRIMARY KEY (app_id))
      ENGINE = InnoDB`,
    ],
  },
  { additive: true, steps: [addColumns('recommendations', 7)] },
]

/** The first version that knows the folders of open tables in a lake. */
export const SCHEMA_OF_FOLDERS = 6

function addColumns(table: keyof typeof ADDED, version: number): MigrationStep {
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

function catalogTable(name: string, key: Sql): Sql {
  return sql`CREATE TABLE IF NOT EXISTS ${plain(`catalog_${name}`)} (${key}, seq BIGINT NOT NULL, body LONGBLOB NOT NULL,
    PRIMARY KEY (${plain(key.split(' ')[0]!)}), KEY seq (seq)) ENGINE = InnoDB, ROW_FORMAT = DYNAMIC`
}
