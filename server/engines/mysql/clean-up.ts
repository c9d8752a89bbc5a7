import type { Print } from '../../delivery/progress.ts'
import type { Catalog } from '../../model/catalog.ts'
import { numbers, sql } from '../../model/sql.ts'
import { each } from '../common/each.ts'
import { newImportId } from './catalog/claim.ts'
import { type LeftByImport, leftOf } from './catalog/import-notes.ts'
import { type AppLocks, lockApps } from './catalog/locks.ts'
import { forgetRetired, retiredFiles } from './catalog/retired.ts'
import { IS_REMOVED } from './catalog/rows.ts'
import type { HeldConnection } from './connection.ts'
import type { Database } from './database.ts'
import { removeAppRows, removeIdentities, removeRuns } from './remove-left.ts'

/** Where an engine keeps files beside the rows of the database. */
export interface CleanUpOptions {
  database: Database
  held: HeldConnection
  now: Date
  /** Milliseconds for which a file stays that the catalog has stopped naming. */
  keepMs: number
  /** Removes a file that the catalog has stopped naming. */
  removeFile: (file: string) => Promise<void>
  /** Removes the files, beside tables, that a dead import can have written. */
  removeFilesOf?: (left: LeftByImport) => Promise<void>
  print: Print
}

/** What a retired file of an erased app is kept for. */
const NO_TIME = -Infinity

/**
 * Removes what no reader needs any more, once `catalog` is published: what dead imports have left of the locked apps, data of runs that were removed, files
 * retired long enough ago, and every byte of erased apps, which other imports may have left when they were killed. What fails stays for the next import:
 * the import itself has succeeded. Releases the locks.
 */
export async function cleanUp(options: CleanUpOptions, locks: AppLocks, catalog: Catalog): Promise<void> {
  const { database, print } = options
  try {
    await cleanApps(options, locks, catalog)
    // Whoever waits for a lock holds none.
    await locks.release()
    for (const app of await unfinishedErasures(database)) {
      const alone = await lockApps(database, newImportId(), [app], () => undefined)
      try {
        // It may have been delivered again.
        if ((await erasedApps(database)).includes(app)) await cleanApps(options, alone, catalog)
      } finally {
        await alone.release()
      }
    }
  } catch (error) {
    print(`Old data stay until the next import: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function cleanApps(options: CleanUpOptions, locks: AppLocks, catalog: Catalog): Promise<void> {
  const { database, held, now, keepMs, removeFile, removeFilesOf } = options
  const erased = new Set(await erasedApps(database))
  for (const left of await leftOf(database, locks.apps)) {
    await removeFilesOf?.(left)
    await removeRuns(held, locks, left)
  }
  for (const app of locks.apps) {
    await removeIdentities(held, locks, app, catalog.files[app]?.identities?.rows ?? 0)
    if (erased.has(app)) await removeAppRows(held, locks, app)
    await each(await retiredFiles(database, [app], now, erased.has(app) ? NO_TIME : keepMs), async file => {
      await removeFile(file)
      await forgetRetired(database, file)
    })
  }
}

/** Apps that were erased and not delivered again. */
async function erasedApps(database: Database): Promise<number[]> {
  const rows = await database.read(sql`SELECT app_id FROM catalog_apps WHERE ${IS_REMOVED}`, { latest: true })
  return rows.map(row => Number(row['app_id']))
}

/** Erased apps of which the database holds something still, or names a file. */
async function unfinishedErasures(database: Database): Promise<number[]> {
  const erased = await erasedApps(database)
  if (erased.length === 0) return []
  const ids = numbers(erased)
  const rows = await database.read(
    sql`SELECT app_id FROM import_runs WHERE app_id IN (${ids}) UNION SELECT app_id FROM retired_files WHERE app_id IN (${ids})
    UNION SELECT app_id FROM identities WHERE app_id IN (${ids}) UNION SELECT app_id FROM roas_snapshots WHERE app_id IN (${ids})`,
  )
  return rows.map(row => Number(row['app_id']))
}
