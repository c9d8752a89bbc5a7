import { setTimeout as sleep } from 'node:timers/promises'
import { plain, sql, type Sql } from '../../model/sql.ts'
import { StoreDamaged } from '../../model/store.ts'
import type { HeldConnection } from './connection.ts'
import { type Database, readSchemaVersion } from './database.ts'
import { isMissingTable } from './errors.ts'

type Reads = Pick<HeldConnection, 'read'>

/** Tables without which a database of schema version 3 or later cannot be used. */
const TABLES = [
  ...['store', 'migrations', 'catalog_state', 'catalog_companies', 'catalog_apps', 'catalog_networks', 'catalog_runs'],
  ...['identities', 'recommendations', 'alerts', 'roas_snapshots', 'retired_files', 'import_locks', 'import_runs'],
  ...['api_keys', 'users', 'audit', 'rate_limits'],
]

/** The first version whose catalog is in rows: before, it was one document in the table `catalog`. */
const WITH_ROWS = 3

const MAX_ATTEMPTS = 5
const RETRY_MS = 200

/** Result of inspecting a database. */
export interface DatabaseUse {
  /** Whether anything was ever imported into it, or anybody was ever let in. */
  inUse: boolean
}

/**
 * Refuses a database that has lost its catalog, or any table of it: it would look empty, and an import would refill it.
 * @throws StoreDamaged, which names the table and says how to recover; nothing is changed
 */
export async function requireWhole(database: Database): Promise<DatabaseUse> {
  for (let attempt = 1; ; attempt++) {
    const tables = new Set(await tableNames(database))
    try {
      // In one snapshot, since the first import may publish concurrently.
      return await database.transaction(held => useOf(held, tables), { readOnly: true, latest: true })
    } catch (error) {
      // Another node that starts on an empty database may drop a table of an earlier schema after it was listed.
      if (!isMissingTable(error) || attempt === MAX_ATTEMPTS) throw error
      await sleep(RETRY_MS)
    }
  }
}

async function useOf(database: Reads, tables: ReadonlySet<string>): Promise<DatabaseUse> {
  const { version } = await readSchemaVersion(database)
  const hasTraces = await hasTracesOfUse(database, tables)
  if (version < WITH_ROWS) {
    const name = version === 0 ? 'migrations' : 'catalog'
    const isThere = version > 0 && tables.has(name) && (await hasRows(database, name))
    if (hasTraces && !isThere) throw missing(name, 'is missing or empty')
    return { inUse: hasTraces || isThere }
  }
  const lost = TABLES.find(name => !tables.has(name))
  if (lost !== undefined) throw missing(lost, 'is missing')
  for (const name of ['store', 'catalog_state']) if (!(await hasRows(database, name))) throw missing(name, 'has no row')
  const [state] = await database.read(sql`SELECT seq FROM catalog_state`)
  const isEmpty = Number(state!['seq']) === 0
  if (isEmpty && hasTraces) throw missing('catalog_state', 'says that nothing was ever imported')
  const lostRows = isEmpty ? undefined : await lostRowsOf(database, tables)
  if (lostRows !== undefined) throw missing(lostRows, 'has no rows')
  return { inUse: !isEmpty }
}

/** Whether a database has keys, users or data, which only come with or after the first import, or entries of the audit log that say so. */
async function hasTracesOfUse(database: Reads, tables: ReadonlySet<string>): Promise<boolean> {
  for (const name of ['api_keys', 'users']) if (tables.has(name) && (await hasRows(database, name))) return true
  // A first import that was refused, or killed, leaves its entry.
  const ofOperators = sql`action NOT LIKE 'import.%' AND action NOT LIKE 'store.%'`
  if (tables.has('audit') && (await hasRows(database, 'audit', ofOperators))) return true
  return (await unexplainedFacts(database, tables)).length > 0
}

/** Every table of the database. */
export async function tableNames(database: Reads): Promise<string[]> {
  const rows = await database.read(sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()`)
  return rows.map(row => String(row['name']))
}

/** Tables of facts that no import has noted as its own. */
async function unexplainedFacts(database: Reads, tables: ReadonlySet<string>): Promise<string[]> {
  const facts = [...tables].filter(name => runOfFacts(name) !== undefined)
  if (facts.length === 0 || !tables.has('import_runs')) return facts
  const noted = new Set((await database.read(sql`SELECT run_id FROM import_runs`)).map(row => Number(row['run_id'])))
  return facts.filter(name => !noted.has(runOfFacts(name)!))
}

/** A table of the catalog that is empty although the data that it should name are there. */
async function lostRowsOf(database: Reads, tables: ReadonlySet<string>): Promise<string | undefined> {
  const hasFacts = (await unexplainedFacts(database, tables)).length > 0
  if (!(await hasRows(database, 'catalog_runs')) && hasFacts) return 'catalog_runs'
  if (!(await hasRows(database, 'catalog_apps')) && (await hasRows(database, 'catalog_runs'))) return 'catalog_apps'
  if (!(await hasRows(database, 'catalog_companies')) && (await hasRows(database, 'api_keys'))) return 'catalog_companies'
  return undefined
}

async function hasRows(database: Reads, table: string, where: Sql = sql`true`): Promise<boolean> {
  return (await database.read(sql`SELECT 1 AS one FROM ${plain(table)} WHERE ${where} LIMIT 1`)).length > 0
}

function missing(table: string, how: string): StoreDamaged {
  return new StoreDamaged(
    table,
    `the database is damaged: its table ${table} ${how}, although the database is in use. Restore a backup of the database, ` +
      'or correct DATABASE_URL if it names the wrong one. Nothing was changed',
  )
}

/** The run whose facts a table holds; undefined for any other table. */
export function runOfFacts(table: string): number | undefined {
  const id = /^facts_(\d{1,16})(_[0-9a-f]{16})?(_\d{1,2})?$/.exec(table)?.[1]
  return id === undefined ? undefined : Number(id)
}
