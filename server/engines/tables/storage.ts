import { join } from 'node:path'
import type { SteadyClock } from '../../model/shared-work.ts'
import { sql } from '../../model/sql.ts'
import type { Storage } from '../common/storage.ts'
import { mysqlAuditLog } from '../database/audit-log.ts'
import { Database, type DatabaseOptions } from '../database/database.ts'
import { mysqlKeyStore } from '../database/keys.ts'
import { migrate, openSchema, reachable } from '../database/migrate.ts'
import { announceNode } from '../database/nodes.ts'
import { mysqlRateLimiter } from '../database/rate-limiter.ts'
import { mysqlUserStore } from '../database/users.ts'
import { databasePlace, requireDataIn } from './import-place.ts'
import { openMysqlStore } from './store.ts'
import { verifyDatabase } from './verify.ts'

export interface MysqlStorageOptions extends DatabaseOptions {
  /** For this machine's files; nothing in it is missed when it is gone. */
  dataDir: string
  /** Takes a line when the database cannot be reached yet. */
  print: (line: string) => void
  /** What is known of the catalog, of keys and of logins is looked at anew by. */
  steady?: SteadyClock | undefined
  /** Whether to bring a database in use up to date, which only an operator decides; an empty one always is. */
  migrate?: boolean | undefined
}

/** What every storage keeps in a database. */
export interface DatabaseStorage extends Omit<Storage, 'imports' | 'openStore'> {
  database: Database
  /** Tells this database from any other one. */
  storeId: string
}

/**
 * Opens a database, once that can be reached.
 * @throws an Error for the operator where it must be migrated first, or has lost its catalog
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
    await reachable(database, print)
    const { from, to } = await (mayMigrate ? migrate : openSchema)(database)
    const [row] = await database.read(sql`SELECT id FROM store`)
    const storeId = String(row!['id'])
    return {
      database,
      storeId,
      keys: mysqlKeyStore(database, Date.now, steady),
      users: mysqlUserStore(database, Date.now, steady),
      audit: mysqlAuditLog(database),
      layout: async () =>
        from === to
          ? `The database has schema version ${to}, the current one: nothing to do.`
          : `Brought the database from schema version ${from} to ${to}.`,
      spoolDir: join(dataDir, `spool-${storeId}`),
      announce: () => announceNode(database),
      limiter: limit => mysqlRateLimiter(database, limit),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Storage in a database: facts, too. */
export async function openMysqlStorage(options: MysqlStorageOptions): Promise<Storage> {
  const { database, storeId: _, ...kept } = await openDatabase(options)
  const { dataDir, timeLimit, steady } = options
  try {
    await requireDataIn(database, 'database')
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    ...kept,
    imports: databasePlace(database, dataDir),
    verify: options => verifyDatabase(database, options),
    openStore: () => openMysqlStore(database, { dataDir, spoolDir: kept.spoolDir, timeLimit, steady }),
  }
}
