import type { OpenDestination } from '../../../imports/import-destination.ts'
import type { Print } from '../../../imports/progress.ts'
import type { RowFault } from '../../../core/model/catalog-document.ts'
import { StoreTimeout, StoreUnavailable } from '../../../core/model/store.ts'
import {
  type Claim,
  claim,
  concludeImport,
  findLeftovers,
  type ImportLeftovers,
  leftoversOfRuns,
  noteImport,
  noteRewrite,
} from '../../records/import-notes.ts'
import type { AppLocks } from '../../records/locks.ts'
import { bringInto, readRecords } from '../../records/move-records.ts'
import type { HeldConnection } from '../../records/mysql/mysql-connection.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { publishCatalog } from '../../records/publish.ts'
import { cleanUp, type Removal } from './clean-up.ts'

interface DatabaseImportOptions extends Removal {
  database: Database
  /** The import's id. */
  owner: string
  print: Print
  faultIn: RowFault
  /** Lends the connection that cleans up. */
  held: <Result>(use: (held: HeldConnection) => Promise<Result>) => Promise<Result>
  /** Whether a file that the catalog no longer lists has to be deleted; by default all. */
  isRemoved?: (file: string) => boolean
  /** Removes what a dead import left of some runs. */
  removeLeft: (locks: AppLocks, leftovers: ImportLeftovers) => Promise<void>
  /** Removes what this import wrote, and its notes. */
  discard: (claim: Claim, notes: readonly ImportLeftovers[]) => Promise<void>
}

export interface DatabaseImport {
  /** After `lock`. */
  claim: () => Claim
  /** Lists runs before their data are written. */
  note: (runs: readonly { run_id: number; app_id: number }[]) => Promise<void>
  /** Lists a run before an app's data are rewritten without it. */
  noteRewrite: (appId: number, runId: number) => Promise<void>
  release: () => Promise<void>
  destination: Pick<OpenDestination, 'lock' | 'records' | 'publish' | 'abandoned'>
}

/** The part of a destination whose records are in a database: locks, notes, publish and clean-up. */
export function databaseImport(options: DatabaseImportOptions): DatabaseImport {
  const { database, owner, print, faultIn, held, isRemoved, ...removal } = options
  let now = new Date()
  let claimed: Claim | undefined
  let mayBePublished = false
  const current = (): Claim => claimed!
  const removeLeft = async (runs: readonly { run_id: number }[]): Promise<void> => {
    for (const leftovers of leftoversOfRuns(current(), runs))
      await options.removeLeft(current().locks, leftovers)
  }
  return {
    claim: current,

    async note(runs) {
      await removeLeft(runs)
      await noteImport(database, current().locks, runs)
    },

    async noteRewrite(appId, runId) {
      await removeLeft([{ run_id: runId }])
      await noteRewrite(database, current().locks, appId, runId)
    },

    // They expire if this fails.
    release: async () => await claimed?.locks.release().catch(() => undefined),

    destination: {
      async lock(scope, at) {
        now = at
        const onWait = (): void => print('Waiting for another import to finish')
        claimed = await claim(database, { owner, scope, faultIn, onWait })
        return claimed.catalog
      },

      records: () => database.transaction(held => readRecords(held, print), { readOnly: true }),

      async publish(next, _event, moved) {
        const { locks, catalog: previous } = current()
        const version = await publishCatalog(database, {
          ...{ apps: locks.apps, previous, next, now },
          ...(isRemoved && { isRemoved }),
          async also(held, removed) {
            await concludeImport(held, locks, removed)
            if (moved) await bringInto(held, moved)
            // After this an error leaves open whether it is published; the next import cleans up.
            mayBePublished = true
          },
        }).catch((error: unknown) => {
          // Nor can anything be removed now.
          if (error instanceof StoreUnavailable || error instanceof StoreTimeout)
            mayBePublished = true
          throw error
        })
        await held(held =>
          cleanUp({ ...{ database, held, now, print }, ...removal }, locks, next),
        ).catch((error: unknown) => print(`Old data stay until the next import: ${String(error)}`))
        return version
      },

      async abandoned() {
        if (claimed === undefined || mayBePublished) return
        const notes = await findLeftovers(database, claimed.locks.apps)
        await options.discard(
          claimed,
          notes.filter(note => note.owner === owner),
        )
      },
    },
  }
}
