import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { auditLog } from '../../records/audit-log.ts'
import { type Records, RECORDS_FILE, SQLITE, type Statements } from '../../records/records.ts'
import { READERS_MS, retiredFiles } from '../../records/import-notes.ts'
import { keyStore } from '../../records/key-store.ts'
import { SCHEMA_VERSION } from '../../records/schema.ts'
import { userStore } from '../../records/user-store.ts'
import type { UserStore } from '../../../core/access/users.ts'
import type { Print } from '../../../imports/progress.ts'
import type { SteadyClock } from '../../../core/runtime/shared-work.ts'
import type { Storage } from '../common/storage.ts'
import { withImportLock } from './folder-locks.ts'
import { isUnused, openRecords, type StoreRecords } from './open-records.ts'
import { removeRetired } from './clean-up.ts'
import { emptyTrash } from './trash.ts'
import { startUpkeep, type Upkeep } from './upkeep.ts'
import { whenMissing } from '../../../core/runtime/files.ts'
import { DELIVERIES, importFolders, spoolDirOf } from './folder-target.ts'

/** Records in SQLite, and Parquet files in a folder. */
export function embeddedStorage(
  dataDir: string,
  tell: (line: string) => void,
  steady?: SteadyClock,
): Storage {
  let isStart = false
  let upkeep: Upkeep | undefined
  const { records, opened } = openedOnUse(() =>
    openRecords(dataDir, tell, isStart && isSmall(dataDir)),
  )
  const keys = keyStore(records, Date.now, steady, tell)
  return {
    keys,
    users: erasingTrash(userStore(records, Date.now, steady, tell), dataDir),
    audit: auditLog(records, Date.now, tell),
    imports: {
      // Import code is loaded on demand.
      opened: async (print, work) =>
        (await import('./embedded-destination.ts')).folderDestination(dataDir).opened(print, work),
    },
    async verify(options) {
      // A repair replaces the file.
      await records.close()
      return await (await import('./verify-store.ts')).verifyStore(dataDir, options)
    },
    emptyTrash: options => forget(records, dataDir, options),
    async layout() {
      isStart = true
      await records.transaction(async () => undefined, { readOnly: true })
      return `The embedded store has schema version ${SCHEMA_VERSION}, the current one: nothing to do.`
    },
    spoolDir: spoolDirOf(dataDir),
    foreignNames: () => foreignNames(dataDir),
    announce() {
      if (isStart) upkeep = startUpkeep(dataDir, opened, tell)
      return { stop: async () => await upkeep?.stop() }
    },
    openStore: async () =>
      (await import('./embedded-store.ts')).openStoreOn(records, dataDir, {
        steady,
        onDamage: tell,
        damage: () => upkeep?.damage(),
      }),
    async close() {
      await keys.close()
      await records.close()
    },
  }
}

/** Replaced stores contain every address. */
function erasingTrash(users: UserStore, dataDir: string): UserStore {
  return {
    ...users,
    async erase(erasure) {
      const erased = await users.erase(erasure)
      await emptyTrash(dataDir, { now: new Date(), days: 0 })
      return erased
    },
  }
}

/** Maximum bytes of a file that a start checks before it serves. Larger ones are checked while it serves. */
const SMALL = 8 * 2 ** 20

function isSmall(dataDir: string): boolean {
  return (statSync(join(dataDir, RECORDS_FILE), { throwIfNoEntry: false })?.size ?? 0) <= SMALL
}

/** Commands that inspect damaged records must not need them. */
function openedOnUse(open: () => Promise<StoreRecords>): {
  records: Records
  opened: () => Promise<StoreRecords>
} {
  let opened: Promise<StoreRecords> | undefined
  const get = (): Promise<StoreRecords> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  const statements: Statements = {
    dialect: SQLITE,
    read: async (...args) => await (await get()).read(...args),
    readExact: async (...args) => await (await get()).readExact(...args),
    write: async (...args) => await (await get()).write(...args),
    version: async () => await (await get()).version?.(),
    transaction: async (...args) => await (await get()).transaction(...args),
  }
  const close = async (): Promise<void> => {
    const closing = opened
    opened = undefined
    await (await closing?.catch(() => undefined))?.close()
  }
  return { records: { ...statements, small: statements, close }, opened: get }
}

/** Immediately deletes retired files and the trash. Waits for running imports. */
async function forget(
  records: Records,
  dataDir: string,
  { dryRun, print, now = new Date() }: { dryRun: boolean; print: Print; now?: Date },
): Promise<{ files: number; bytes: number }> {
  return await withImportLock(dataDir, print, async () => {
    const retired = await retiredFiles(records, { now, keepMs: READERS_MS })
    const trash = await emptyTrash(dataDir, { now, days: 0, dryRun })
    const { files, bytes } = await removeRetired(records, dataDir, retired, { dryRun })
    return { files: trash.files + files, bytes: trash.bytes + bytes }
  })
}

/** Names created before any data, or by file systems and earlier versions. */
const OWN = new Set([
  'cache',
  'export-secret',
  'fetched',
  'lost+found',
  'records',
  'spill',
  'spool',
  'staging',
])

/** A file being written, or left by a killed process (`writeAside`). */
const ASIDE_OF = /\.[0-9a-f]{12}\.tmp$/

async function foreignNames(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir).catch(whenMissing<string[]>([]))).filter(
    name => !OWN.has(name.replace(ASIDE_OF, '')) && !/^seen.*\.json$/.test(name),
  )
  // No data, but keys or users.
  if (!(await isUnused(dataDir))) names.push('records')
  const isEmpty = (await importFolders(dataDir)).every(({ isUnpublished }) => isUnpublished)
  return isEmpty ? names.filter(name => name !== DELIVERIES) : names
}
