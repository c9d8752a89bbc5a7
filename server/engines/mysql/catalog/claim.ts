import { randomBytes } from 'node:crypto'
import type { ImportScope } from '../../../delivery/place.ts'
import type { RowFault } from '../../../model/catalog-shape.ts'
import type { Catalog } from '../../../model/catalog.ts'
import type { Database } from '../database.ts'
import { appsOfNoted, type LeftByImport, leftOf } from './import-notes.ts'
import { type AppLocks, lockApps } from './locks.ts'
import { readCatalog } from './read-rows.ts'
import { READERS_MS, retiredFiles } from './retired.ts'

/** What an import has once it may begin. */
export interface Claim {
  locks: AppLocks
  /** All companies, apps and networks, the runs of the locked apps, and those that others have of the ids that the import brings. */
  catalog: Catalog
  /** What dead imports have left of the locked apps: to be removed, and then told by `forgetLeft`. */
  left: LeftByImport[]
  /** Files, of these apps, that nobody reads any more: to be removed, and then told by `forgetRetired`. */
  retired: string[]
}

export interface Claiming {
  /** See `newImportId`. */
  owner: string
  scope: ImportScope
  now: Date
  faultIn: RowFault
  onWait: () => void
  /** Milliseconds for which a retired file is kept. */
  keepMs?: number
}

/** An id of an import that no other one ever has, neither one before nor after a database was put back: 16 hexadecimal digits. */
export function newImportId(): string {
  return randomBytes(8).toString('hex')
}

/** Locks the apps of an import's scope and reads, in one snapshot, what is there of them. The locks are the caller's to release. */
export async function claim(database: Database, { owner, scope, now, faultIn, onWait, keepMs = READERS_MS }: Claiming): Promise<Claim> {
  const apps = [...scope.apps, ...(await appsOfNoted(database, scope.runs))]
  const locks = await lockApps(database, owner, apps, onWait)
  try {
    return await database.transaction(
      async held => ({
        locks,
        catalog: await readCatalog(held, { apps: locks.apps, runs: scope.runs }, faultIn),
        left: await leftOf(held, locks.apps),
        retired: await retiredFiles(held, locks.apps, now, keepMs),
      }),
      { readOnly: true, latest: true },
    )
  } catch (error) {
    await locks.release().catch(() => undefined)
    throw error
  }
}
