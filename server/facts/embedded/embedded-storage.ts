import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { auditLog } from '../../records/audit-log.ts'
import { SQLITE } from '../../records/dialect.ts'
import { keyStore } from '../../records/key-store.ts'
import type { Records, Statements } from '../../records/records.ts'
import { MIGRATIONS } from '../../records/schema.ts'
import { userStore } from '../../records/user-store.ts'
import { memoryRateLimiter } from '../../access/callers.ts'
import type { UserStore } from '../../access/users.ts'
import type { Print } from '../../imports/progress.ts'
import type { SteadyClock } from '../../runtime/shared-work.ts'
import type { Storage } from '../common/storage.ts'
import { withLock } from './folder-locks.ts'
import { isUnused, openRecords } from './open-records.ts'
import { outdatedFiles, removeRetired, sizeOfFiles } from './retired-files.ts'
import { openStoreOn, spoolDirOf } from './embedded-store.ts'
import { emptyTrash } from './trash.ts'
import { whenMissing } from '../../runtime/sync-file.ts'
import { DELIVERIES, UNPUBLISHED } from './folder-target.ts'

/** Records in SQLite, and Parquet files in a folder. */
export function embeddedStorage(dataDir: string, tell: (line: string) => void, steady?: SteadyClock): Storage {
  const records = openedOnUse(() => openRecords(dataDir, tell))
  const keys = keyStore(records, Date.now, steady, tell)
  return {
    keys,
    users: erasingTrash(userStore(records, Date.now, steady, tell), dataDir),
    audit: auditLog(records, Date.now, tell),
    imports: {
      // Import code is loaded on demand.
      opened: async (print, work) => (await import('./embedded-destination.ts')).folderDestination(dataDir).opened(print, work),
    },
    async verify(options) {
      // A repair replaces the file.
      await records.close()
      return await (await import('./verify-store.ts')).verifyStore(dataDir, options)
    },
    emptyTrash: options => forget(records, dataDir, options),
    async layout() {
      await records.transaction(async () => undefined, { readOnly: true })
      return `The embedded store has schema version ${MIGRATIONS.length}, the current one: nothing to do.`
    },
    spoolDir: spoolDirOf(dataDir),
    limiter: limit => memoryRateLimiter(limit, undefined, steady),
    foreignNames: () => foreignNames(dataDir),
    openStore: () => openStoreOn(records, dataDir, { steady, onDamage: line => tell(line) }),
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

/** Commands that inspect damaged records must not need them. */
function openedOnUse(open: () => Promise<Records>): Records {
  let opened: Promise<Records> | undefined
  const get = (): Promise<Records> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  const statements: Statements = {
    dialect: SQLITE,
    read: async (...given) => await (await get()).read(...given),
    readExact: async (...given) => await (await get()).readExact(...given),
    write: async (...given) => await (await get()).write(...given),
    version: async () => await (await get()).version?.(),
    transaction: async (...given) => await (await get()).transaction(...given),
  }
  return {
    ...statements,
    small: statements,
    async close() {
      const closing = opened
      opened = undefined
      await (await closing?.catch(() => undefined))?.close()
    },
  }
}

/** Immediately deletes retired files and the trash. Waits for running imports. */
async function forget(
  records: Records,
  dataDir: string,
  { dryRun, print, now = new Date() }: { dryRun: boolean; print: Print; now?: Date },
): Promise<{ files: number; bytes: number }> {
  return await withLock(dataDir, print, async () => {
    const retired = await outdatedFiles(records, now, true)
    const trash = await emptyTrash(dataDir, { now, days: 0, dryRun })
    const { files, bytes } = dryRun ? await sizeOfFiles(dataDir, retired) : await removeRetired(records, dataDir, retired)
    return { files: trash.files + files, bytes: trash.bytes + bytes }
  })
}

/** Names created before any data, or by file systems and earlier versions. */
const OWN = new Set(['cache', 'export-secret', 'fetched', 'lost+found', 'records', 'spill', 'spool', 'staging'])

/** A file being written, or left by a killed process (`writeAside`). */
const ASIDE_OF = /\.[0-9a-f]{12}\.tmp$/

async function foreignNames(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir).catch(whenMissing<string[]>([]))).filter(
    name => !OWN.has(name.replace(ASIDE_OF, '')) && !/^seen.*\.json$/.test(name),
  )
  // No data, but keys or users.
  if (!(await isUnused(dataDir))) names.push('records')
  return (await hasOnlyUnpublished(dataDir)) ? names.filter(name => name !== DELIVERIES) : names
}

/** Whether every data file belongs to a killed import. */
async function hasOnlyUnpublished(dataDir: string): Promise<boolean> {
  const folders = await readdir(join(dataDir, DELIVERIES)).catch(whenMissing<string[]>([]))
  const marked = await Promise.all(
    folders.map(async name => (await readdir(join(dataDir, DELIVERIES, name)).catch((): string[] => [])).includes(UNPUBLISHED)),
  )
  return marked.every(Boolean)
}
