import { INSTALLS, REVENUES, columnsOf } from '../../delivery/tables.ts'
import type { Kind } from '../../delivery/kinds.ts'

/**
 * Texts are bytes (BLOB, VARBINARY): no character set or collation of the server can change one or take two for the same.
 * Times are `DATETIME` in UTC, which no time zone moves.
 */
export const COLUMN_TYPES: Record<Kind, string> = {
  integer: 'BIGINT', money: 'DECIMAL(18,4)', ratio: 'DOUBLE', boolean: 'BOOLEAN', timestamp: 'DATETIME(6)', date: 'DATE',
  text: 'LONGBLOB',
}

export const FACT_KEY = ['install_date', 'identity', 'cohort'] as const

/** The columns of a cohort row before its revenues; `cohort` tells rows of the same identity and day apart. */
export const FACT_COLUMNS: readonly [name: string, type: string][] = [
  ['install_date', 'DATE'], ['identity', 'INT'], ['cohort', 'INT'], ['campaign_id', 'INT'],
  ['week_start', 'DATE'], ['month_start', 'DATE'], ['spend', COLUMN_TYPES.money],
  ...INSTALLS.map((name): [string, string] => [name, COLUMN_TYPES.integer]),
]

export const SNAPSHOT_COLUMNS: readonly [name: string, type: string][] = [
  ['app_id', 'BIGINT'], ['dsi', 'INT'], ['install_date', 'DATE'], ['run_id', 'BIGINT'], ['identity', 'INT'],
  ['position', 'BIGINT'], ['campaign_id', 'INT'], ['week_start', 'DATE'], ['month_start', 'DATE'], ['spend', COLUMN_TYPES.money],
  ...REVENUES.map((name): [string, string] => [name, COLUMN_TYPES.money]),
]

export const IDENTITY_COLUMNS: readonly [name: string, type: string][] = [
  ['app_id', 'BIGINT'], ['id', 'INT'], ['campaign_id', 'INT'], ['platform', 'LONGBLOB'], ['network', 'LONGBLOB'],
  ['campaign', 'LONGBLOB'], ['country', 'LONGBLOB'],
]

/** A table of rows that are stored as delivered, with the names as displayed. */
export const deliveredColumns = (table: 'recommendations' | 'alerts'): { name: string, kind: Kind, type: string }[] =>
  columnsOf(table).map(([name, { kind }]) => ({ name, kind, type: COLUMN_TYPES[kind] }))

/** SQL for a table of the store. */
export const createTable = (
  name: string, columns: readonly (readonly [name: string, type: string])[], keys: readonly string[],
): string => {
  const lines = [...columns.map(([column, type]) => `${column} ${type}`), ...keys]
  return `CREATE TABLE IF NOT EXISTS ${name} (${lines.join(', ')}) ENGINE = InnoDB`
}

const deliveredTable = (table: 'recommendations' | 'alerts', id: string): string => {
  const nullable = new Set(columnsOf(table).filter(([, column]) => column.nullable).map(([name]) => name))
  const columns = deliveredColumns(table)
    .map(({ name, type }) => [name, nullable.has(name) ? type : `${type} NOT NULL`] as const)
  return createTable(table, columns, [`PRIMARY KEY (run_id, ${id})`, `KEY ${id} (${id})`])
}

/**
 * The schema's history: each entry brings a database from the version of its index to the next one. Entries are never changed
 * once they are released, only added. Every statement can be repeated, since no server takes back a CREATE TABLE when what comes
 * after it fails.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    // Tells this database from any other one, also from one that had its name before.
    'CREATE TABLE IF NOT EXISTS store (one TINYINT, id VARBINARY(32) NOT NULL, PRIMARY KEY (one)) ENGINE = InnoDB',
    'INSERT IGNORE INTO store (one, id) VALUES (1, MD5(CONCAT(UUID(), RAND(), NOW(6))))',
    `CREATE TABLE IF NOT EXISTS catalog (id TINYINT, version BIGINT NOT NULL, body LONGBLOB NOT NULL, PRIMARY KEY (id))
      ENGINE = InnoDB`,
    'CREATE TABLE IF NOT EXISTS imports (version BIGINT, body LONGBLOB NOT NULL, PRIMARY KEY (version)) ENGINE = InnoDB',
    createTable('identities', IDENTITY_COLUMNS.map(([name, type]) => [name, `${type} NOT NULL`]), ['PRIMARY KEY (app_id, id)']),
    createTable('roas_snapshots', SNAPSHOT_COLUMNS.map(([name, type]) => [name, `${type} NOT NULL`]),
      ['PRIMARY KEY (app_id, dsi, install_date, run_id, identity, position)']),
    deliveredTable('recommendations', 'recommendation_id'),
    deliveredTable('alerts', 'alert_id'),
    `CREATE TABLE IF NOT EXISTS api_keys (id VARBINARY(12), sha256 VARBINARY(64) NOT NULL, company_id BIGINT NOT NULL,
      name LONGBLOB NOT NULL, created_at VARBINARY(24) NOT NULL, expires_at VARBINARY(24), revoked_at VARBINARY(24),
      last_used_at VARBINARY(24), PRIMARY KEY (id), UNIQUE KEY sha256 (sha256)) ENGINE = InnoDB`,
    `CREATE TABLE IF NOT EXISTS users (id VARBINARY(12), company_id BIGINT NOT NULL, email VARBINARY(1020) NOT NULL,
      address VARBINARY(32) NOT NULL, invited_at VARBINARY(24) NOT NULL, login VARBINARY(32), name LONGBLOB,
      connected_at VARBINARY(24), PRIMARY KEY (id), UNIQUE KEY address (address), UNIQUE KEY login (login)) ENGINE = InnoDB`,
    `CREATE TABLE IF NOT EXISTS rate_limits (company_id BIGINT, used BIGINT NOT NULL, ends_at BIGINT NOT NULL,
      PRIMARY KEY (company_id)) ENGINE = InnoDB`,
  ],
  [
    `CREATE TABLE IF NOT EXISTS audit (id BIGINT AUTO_INCREMENT, at VARBINARY(24) NOT NULL, action VARBINARY(64) NOT NULL,
      actor VARBINARY(1020) NOT NULL, company_id BIGINT, target VARBINARY(64) NOT NULL, details LONGBLOB NOT NULL, PRIMARY KEY (id),
      KEY at (at), KEY company_id (company_id)) ENGINE = InnoDB`,
  ],
]
