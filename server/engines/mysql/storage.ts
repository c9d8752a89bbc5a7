import { join } from 'node:path'
import { mysqlAuditLog } from './audit-log.ts'
import { mysqlKeyStore } from './key-store.ts'
import { mysqlRateLimiter } from './rate-limiter.ts'
import { mysqlUserStore } from './user-store.ts'
import type { SteadyClock } from '../../model/fresh.ts'
import { sql } from '../../model/sql.ts'
import type { Storage } from '../common/storage.ts'
import { Database, type DatabaseOptions } from './database.ts'
import { databasePlace } from './import-place.ts'
import { migrate, reachable } from './migrate.ts'
import { openMysqlStore } from './store.ts'

export interface MysqlStorageOptions extends DatabaseOptions {
  /** For this machine's files; nothing in it is missed when it is gone. */
  dataDir: string
  /** Takes a line when the database cannot be reached yet. */
  print: (line: string) => void
  /** What is known of the catalog, of keys and of logins is looked at anew by. */
  steady?: SteadyClock | undefined
}

/** Storage in a database, once that can be reached and its schema is up to date. */
export async function openMysqlStorage({ dataDir, print, steady, ...options }: MysqlStorageOptions): Promise<Storage> {
  const database = new Database(options)
  try {
    await reachable(database, print)
    const { from, to } = await migrate(database)
    const [row] = await database.read(sql`SELECT id FROM store`)
    const spoolDir = join(dataDir, `spool-${String(row!.id)}`)
    return {
      keys: mysqlKeyStore(database, Date.now, steady),
      users: mysqlUserStore(database, Date.now, steady),
      audit: mysqlAuditLog(database),
      imports: databasePlace(database, dataDir, options.url),
      layout: async () =>
        from === to
          ? `The database has schema version ${to}, the current one: nothing to do.`
          : `Brought the database from schema version ${from} to ${to}.`,
      spoolDir,
      limiter: limit => mysqlRateLimiter(database, limit),
      openStore: () => openMysqlStore(database, { dataDir, spoolDir, timeLimit: options.timeLimit, steady }),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
