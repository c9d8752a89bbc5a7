import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { plain, sql, type Sql } from '../../core/model/sql.ts'
import { StoreDamaged } from '../../core/model/store.ts'
import type { Held } from './records.ts'
import { type Database, readSchemaVersion } from './mysql/mysql-database.ts'
import { isMissingTable } from './mysql/mysql-errors.ts'

type Reads = Pick<Held, 'read'>

const TABLES = [
  ...[
    'store',
    'migrations',
    'catalog_state',
    'catalog_companies',
    'catalog_apps',
    'catalog_networks',
    'catalog_runs',
  ],
  ...[
    'identities',
    'recommendations',
    'alerts',
    'roas_snapshots',
    'retired_files',
    'import_locks',
    'import_runs',
  ],
  ...['api_keys', 'users', 'audit', 'rate_limits'],
]

/** Earlier catalogs were one document in the table `catalog`. */
const WITH_ROWS = 3

const OF_EARLIER = 'migrate it with version 1.2 first. Nothing was changed'

const MAX_ATTEMPTS = 5
const RETRY_MS = 200

interface DatabaseUse {
  /** Whether it has ever contained data, keys or users. */
  inUse: boolean
}

/**
 * Refuses a database without its catalog or one of its tables: it would look empty, and an import would refill it.
 * @throws StoreDamaged, which says how to recover; nothing is changed
 */
export async function requireCompleteCatalog(database: Database): Promise<DatabaseUse> {
  for (let attempt = 1; ; attempt++) {
    const names = await tableNames(database)
    try {
      return await database.transaction(held => useOf(held, new Set(names)), {
        readOnly: true,
        latest: true,
      })
    } catch (error) {
      if (!(error instanceof StoreDamaged || isMissingTable(error)) || attempt === MAX_ATTEMPTS)
        throw error
      // Nodes that start on an empty database create and drop tables, so the list may be outdated.
      const isSettled = isDeepStrictEqual(names, await tableNames(database))
      if (isSettled && error instanceof StoreDamaged) throw error
      await sleep(RETRY_MS)
    }
  }
}

async function useOf(database: Reads, tables: ReadonlySet<string>): Promise<DatabaseUse> {
  const { version } = await readSchemaVersion(database)
  const hasTraces = await hasTracesOfUse(database, tables)
  if (version < WITH_ROWS) {
    if (version > 0 && tables.has('catalog'))
      throw new Error(`the database was written by a version of uascope before 1.1: ${OF_EARLIER}`)
    if (hasTraces) throw missing('migrations', 'is missing or empty')
    return { inUse: false }
  }
  const lost = TABLES.find(name => !tables.has(name))
  if (lost !== undefined) throw missing(lost, 'is missing')
  for (const name of ['store', 'catalog_state'])
    if (!(await hasRows(database, name))) throw missing(name, 'has no row')
  const [state] = await database.read(sql`SELECT seq FROM catalog_state`)
  const isEmpty = Number(state!['seq']) === 0
  if (isEmpty && hasTraces) throw missing('catalog_state', 'says that nothing was ever imported')
  const lostRows = isEmpty ? undefined : await lostRowsOf(database, tables)
  if (lostRows !== undefined) throw missing(lostRows, 'has no rows')
  return { inUse: !isEmpty }
}

/** Keys, users or data, or audit entries about them. */
async function hasTracesOfUse(database: Reads, tables: ReadonlySet<string>): Promise<boolean> {
  for (const name of ['api_keys', 'users'])
    if (tables.has(name) && (await hasRows(database, name))) return true
  const ofOperators = sql`action NOT LIKE 'import.%' AND action NOT LIKE 'store.%'`
  if (tables.has('audit') && (await hasRows(database, 'audit', ofOperators))) return true
  return (await unexplainedFacts(database, tables)).length > 0
}

/** Sorted. */
export async function tableNames(database: Database): Promise<string[]> {
  const rows = await database.read(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name`,
    { latest: true },
  )
  return rows.map(row => String(row['name']))
}

/** Tables of facts that no import announced. */
async function unexplainedFacts(database: Reads, tables: ReadonlySet<string>): Promise<string[]> {
  const facts = [...tables].filter(name => runOfFacts(name) !== undefined)
  if (facts.length === 0 || !tables.has('import_runs')) return facts
  const runIds = new Set(
    (await database.read(sql`SELECT run_id FROM import_runs`)).map(row => Number(row['run_id'])),
  )
  return facts.filter(name => !runIds.has(runOfFacts(name)!))
}

/** An empty catalog table although its data exist. */
async function lostRowsOf(
  database: Reads,
  tables: ReadonlySet<string>,
): Promise<string | undefined> {
  const hasFacts = (await unexplainedFacts(database, tables)).length > 0
  if (!(await hasRows(database, 'catalog_runs')) && hasFacts) return 'catalog_runs'
  if (!(await hasRows(database, 'catalog_apps')) && (await hasRows(database, 'catalog_runs')))
    return 'catalog_apps'
  if (!(await hasRows(database, 'catalog_companies')) && (await hasRows(database, 'api_keys')))
    return 'catalog_companies'
  return undefined
}

async function hasRows(database: Reads, table: string, where: Sql = sql`true`): Promise<boolean> {
  return (
    (await database.read(sql`SELECT 1 AS one FROM ${plain(table)} WHERE ${where} LIMIT 1`)).length >
    0
  )
}

function missing(table: string, how: string): StoreDamaged {
  return new StoreDamaged(
    table,
    `the database is damaged: its table ${table} ${how}, although the database is in use. Restore a backup of the database, ` +
      'or correct DATABASE_URL if it names the wrong one. Nothing was changed',
  )
}

/** The run of a table of facts; undefined for other tables. */
export function runOfFacts(table: string): number | undefined {
  const id = /^facts_(\d{1,16})(_[0-9a-f]{16})?(_\d{1,2})?$/.exec(table)?.[1]
  return id === undefined ? undefined : Number(id)
}
