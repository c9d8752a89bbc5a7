import { randomBytes } from 'node:crypto'
import { EMPTY_CATALOG } from '../../core/model/catalog.ts'
import { sql, type Sql } from '../../core/model/sql.ts'
import {
  createTable,
  deliveredTable,
  IDENTITY_COLUMNS,
  SNAPSHOT_COLUMNS,
} from './mysql/facts-schema.ts'
import {
  body,
  bytes,
  type Column,
  type Held,
  integer,
  optional,
  type Table,
  text,
  time,
} from './records.ts'

/** A table, or another statement. Nodes may run a step concurrently or again. */
type MigrationStep = Table | Sql | ((held: Held) => Promise<unknown>)

export interface Migration {
  /** Whether a service of the previous version can use the database. */
  additive: boolean
  steps: readonly MigrationStep[]
  /** Further steps on MySQL and MariaDB: facts, and tables that only several nodes need. */
  mysql?: readonly MigrationStep[]
  sqlite?: readonly MigrationStep[]
}

/** The schema of 1.3.0. Stores of earlier versions are upgraded by it. */
export const OLDEST = 9

/**
 * The schema's history: the first entry creates version `OLDEST`, each other one upgrades the version before it. Released entries never change.
 * Steps must be repeatable, since a failed migration does not undo CREATE TABLE.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    additive: false,
    steps: [
      // Identifies the store, even among databases with the same name.
      { name: 'store', columns: { one: integer, id: text(32) }, primary: ['one'] },
      held =>
        held.write(sql`${held.dialect.insertIgnore} store (one, id) VALUES (1, ?)`, [
          randomBytes(16).toString('hex'),
        ]),
      {
        name: 'api_keys',
        columns: {
          id: text(12),
          sha256: text(64),
          company_id: integer,
          name: body,
          created_at: time,
          expires_at: optional(time),
          revoked_at: optional(time),
          last_used_at: optional(time),
        },
        primary: ['id'],
        unique: [['sha256']],
      },
      {
        name: 'users',
        columns: {
          id: text(12),
          company_id: integer,
          email: text(1020),
          address: bytes(32),
          invited_at: time,
          login: optional(bytes(32)),
          name: optional(body),
          connected_at: optional(time),
        },
        primary: ['id'],
        unique: [['address'], ['login']],
      },
      {
        name: 'audit',
        columns: {
          id: integer,
          at: time,
          action: text(64),
          actor: text(1020),
          company_id: optional(integer),
          target: text(64),
          details: body,
        },
        primary: ['id'],
        numbered: true,
        indexes: [['at'], ['company_id']],
      },
      // Rows carry the number of their last publish; the state has the newest.
      {
        name: 'catalog_state',
        columns: { one: integer, seq: integer, imported_at: time },
        primary: ['one'],
      },
      held =>
        held.write(
          sql`${held.dialect.insertIgnore} catalog_state (one, seq, imported_at) VALUES (1, 0, ?)`,
          [EMPTY_CATALOG.imported_at],
        ),
      catalogTable('companies', 'company_id', integer),
      catalogTable('apps', 'app_id', integer),
      catalogTable('networks', 'network', text(2048)),
      {
        name: 'catalog_runs',
        columns: { run_id: integer, app_id: integer, seq: integer, body },
        primary: ['run_id'],
        indexes: [['app_id'], ['seq']],
      },
      {
        name: 'retired_files',
        columns: { file: text(255), app_id: integer, since: time },
        primary: ['file'],
        indexes: [['app_id']],
      },
    ],
    sqlite: [
      // Commits are counted: a file with a lower count than its copy is an old one. `link` joins a commit to the one before it (see `sqlite/commits`).
      sql`CREATE TABLE IF NOT EXISTS changes (one INTEGER PRIMARY KEY, count INTEGER NOT NULL, link TEXT NOT NULL DEFAULT '') STRICT`,
      sql`INSERT OR IGNORE INTO changes (one, count) VALUES (1, 0)`,
    ],
    mysql: [
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
      {
        name: 'rate_limits',
        columns: { company_id: integer, used: integer, ends_at: integer },
        primary: ['company_id'],
      },
      sql`CREATE TABLE IF NOT EXISTS import_locks (app_id BIGINT, owner VARBINARY(32) NOT NULL, expires_at DATETIME(6) NOT NULL,
      PRIMARY KEY (app_id), KEY owner (owner)) ENGINE = InnoDB`,
      {
        name: 'import_runs',
        columns: { run_id: integer, app_id: integer, owner: text(32) },
        primary: ['run_id'],
        indexes: [['app_id'], ['owner']],
      },
      sql`CREATE TABLE IF NOT EXISTS open_tables (app_id BIGINT, pending BIGINT NOT NULL, heads VARBINARY(1000) NOT NULL, PRIMARY KEY (app_id))
      ENGINE = InnoDB`,
      sql`CREATE TABLE IF NOT EXISTS nodes (id VARBINARY(64), version VARBINARY(64) NOT NULL, schema_version INT NOT NULL,
        seen_at DATETIME(6) NOT NULL, PRIMARY KEY (id)) ENGINE = InnoDB`,
      // The version, and the oldest compatible version.
      sql`CREATE TABLE IF NOT EXISTS schema_state (one TINYINT, version INT NOT NULL, needs INT NOT NULL, PRIMARY KEY (one)) ENGINE = InnoDB`,
    ],
  },
]

/** The version that a history ends with. */
export function versionOf(migrations: readonly Migration[]): number {
  return OLDEST - 1 + migrations.length
}

export const SCHEMA_VERSION = versionOf(MIGRATIONS)

/**
 * The entries that upgrade a version, 0 for an empty store, and the versions that they make.
 * @throws Error for the operator if the version is older than `OLDEST`
 */
export function pending(
  version: number,
  migrations: readonly Migration[] = MIGRATIONS,
): { migration: Migration; to: number }[] {
  if (version > 0 && version < OLDEST)
    throw new Error(
      `the store has schema version ${version}, which uascope 1.3 upgrades: start that version once, then this one. Nothing was changed`,
    )
  return migrations
    .map((migration, index) => ({ migration, to: OLDEST + index }))
    .filter(({ to }) => to > version)
}

/** Runs an entry's steps. */
export async function upgrade(
  held: Held,
  migration: Migration,
  perform = performStep,
): Promise<void> {
  for (const step of [...migration.steps, ...(migration[held.dialect.name] ?? [])])
    await perform(held, step)
}

export async function performStep(held: Held, step: MigrationStep): Promise<void> {
  if (typeof step === 'function') await step(held)
  else if (typeof step === 'string') await held.run(step)
  else for (const statement of held.dialect.createTable(step)) await held.run(statement)
}

function catalogTable(name: string, key: string, type: Column): Table {
  return {
    name: `catalog_${name}`,
    columns: { [key]: type, seq: integer, body },
    primary: [key],
    indexes: [['seq']],
  }
}
