import { join } from 'node:path'
import type { Storage } from '../common/storage.ts'
import { auditLog } from '../../records/audit-log.ts'
import { Database, type DatabaseOptions } from '../../records/mysql/mysql-database.ts'
import { keyStore } from '../../records/key-store.ts'
import { migrate, openSchema, waitForDatabase } from '../../records/migrate.ts'
import { announceNode } from '../../records/nodes.ts'
import { mysqlRateLimiter } from '../../records/rate-limiter.ts'
import { userStore } from '../../records/user-store.ts'
import { FILES_OF_DATABASE, FILES_OF_LAKE } from '../../../core/model/catalog-document.ts'
import type { SteadyClock } from '../../../core/runtime/shared-work.ts'
import { sql } from '../../../core/model/sql.ts'
import { adminCommand } from '../../../core/runtime/commands.ts'

export interface MysqlStorageOptions extends DatabaseOptions {
  /** Folder for disposable files of this machine. */
  dataDir: string
  print: (line: string) => void
  steady?: SteadyClock | undefined
  /** Whether to upgrade a database in use; an empty one always is. */
  migrate?: boolean | undefined
}

interface DatabaseStorage extends Omit<Storage, 'imports' | 'openStore'> {
  database: Database
  storeId: string
}

/**
 * Waits until the database is reachable.
 * @throws an Error for the operator if it must be migrated, or has lost its catalog
 */
export async function openDatabase({
  dataDir,
  print,
  steady,
  migrate: mayMigrate = false,
  ...options
}: MysqlStorageOptions): Promise<DatabaseStorage> {
  const database = new Database(options)
  try {
    await waitForDatabase(database, print)
    const { from, to } = await (mayMigrate ? migrate : openSchema)(database)
    const [row] = await database.read(sql`SELECT id FROM store`)
    const storeId = String(row!['id'])
    const keys = keyStore(database, Date.now, steady)
    return {
      database,
      storeId,
      keys,
      users: userStore(database, Date.now, steady),
      audit: auditLog(database),
      layout: async () =>
        from === to
          ? `The database has schema version ${to}, the current one: nothing to do.`
          : `Upgraded the database from schema version ${from} to ${to}.`,
      spoolDir: join(dataDir, `spool-${storeId}`),
      announce: () => announceNode(database),
      limiter: limit => mysqlRateLimiter(database, limit),
      async close() {
        await keys.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Where the data of a catalog in a database may be: the form of their files, and how to reach them. */
const PLACES = {
  database: {
    files: FILES_OF_DATABASE,
    reach: `the data are in the database itself: start without LAKE_URL, and to move them into a lake see ${adminCommand('export --help')}`,
  },
  lake: {
    files: FILES_OF_LAKE,
    reach: 'the data are in a lake: set LAKE_URL, as on the other nodes',
  },
}
type Place = keyof typeof PLACES

/** Location of the catalog's data; undefined if it lists none. */
export async function dataPlace(database: Pick<Database, 'read'>): Promise<Place | undefined> {
  // Most runs are stored with their app's files.
  const [app] = await database.read(
    sql`SELECT body FROM catalog_apps WHERE LOCATE('"file":', body) > 0 LIMIT 1`,
  )
  const [row] = app
    ? [app]
    : await database.read(
        sql`SELECT body FROM catalog_runs WHERE LOCATE('"file":', body) > 0 LIMIT 1`,
      )
  const file = /"file":"([^"]*)"/.exec(String(row?.['body']))?.[1]
  return file === undefined
    ? undefined
    : (Object.keys(PLACES) as Place[]).find(name => PLACES[name].files.test(file))
}

/** @throws an Error for the operator if the data are in another place */
export async function requireDataIn(database: Pick<Database, 'read'>, where: Place): Promise<void> {
  const actual = await dataPlace(database)
  if (actual !== undefined && actual !== where) throw new Error(PLACES[actual].reach)
}
