import { randomBytes } from 'node:crypto'
import type { ImportScope } from '../../../delivery/place.ts'
import type { RowFault } from '../../../model/catalog-shape.ts'
import type { Catalog } from '../../../model/catalog.ts'
import type { Database } from '../database.ts'
import { appsOfNoted, type LeftByImport, leftOf } from './import-notes.ts'
import { type AppLocks, lockApps } from './locks.ts'
import { readCatalog } from './read-rows.ts'

/** What an import has once it may begin. */
export interface Claim {
  locks: AppLocks
  /** All companies, apps and networks, the runs of the locked apps, and those that others have of the ids that the import brings. */
  catalog: Catalog
  /** What dead imports have left of the locked apps, and runs that were removed whose data are there still. */
  left: LeftByImport[]
}

export interface Claiming {
  /** See `newImportId`. */
  owner: string
  scope: ImportScope
  faultIn: RowFault
  onWait: () => void
}

/** An id of an import that no other one ever has, neither one before nor after a database was put back: 16 hexadecimal digits. */
export function newImportId(): string {
  return randomBytes(8).toString('hex')
}

/** Locks the apps of an import's scope and reads, in one snapshot, what is there of them. The locks are the caller's to release. */
export async function claim(database: Database, { owner, scope, faultIn, onWait }: Claiming): Promise<Claim> {
  const apps = [...scope.apps, ...(await appsOfNoted(database, scope.runs))]
  const locks = await lockApps(database, owner, apps, onWait)
  try {
    return await database.transaction(
      async held => ({
        locks,
        catalog: await readCatalog(held, { apps: locks.apps, runs: scope.runs }, faultIn),
        left: await leftOf(held, locks.apps),
      }),
      { readOnly: true, latest: true },
    )
  } catch (error) {
    await locks.release().catch(() => undefined)
    throw error
  }
}

/** What is left of the runs that an import brings: it has to go before that writes anything. */
export function leftOfRuns({ left }: Claim, runs: readonly { run_id: number }[]): LeftByImport[] {
  const brought = new Set(runs.map(run => run.run_id))
  return left.map(part => ({ ...part, runs: part.runs.filter(run => brought.has(run)) })).filter(part => part.runs.length > 0)
}
