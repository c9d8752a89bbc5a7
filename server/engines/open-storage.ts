import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Actor } from '../access/audit/audit-log.ts'
import { auditedStorage } from './audited-storage.ts'
import { fileAuditLog } from './embedded/file-audit-log.ts'
import { operator } from '../access/audit/operator.ts'
import type { StorageAddress } from '../model/storage-address.ts'
import type { SteadyClock } from '../model/fresh.ts'
import { fileKeyStore } from './embedded/file-key-store.ts'
import { makeFolder } from '../process/make-folder.ts'
import { memoryRateLimiter } from '../access/rate-limiter.ts'
import { printError } from '../process/print.ts'
import { closeToOthers } from '../process/private-files.ts'
import { nameDataDir } from '../process/start-fault.ts'
import { fileUserStore } from './embedded/file-user-store.ts'
import { createCatalog } from './embedded/catalog-file.ts'
import { claimFolder } from './embedded/lock.ts'
import { foreignNames } from './embedded/foreign-names.ts'
import { sealStore } from './embedded/seal-catalog.ts'
import { openDuckdbStore, spoolDirOf } from './embedded/store.ts'
import { lookForPutBack } from './common/put-back.ts'
import { sweepScratch } from './common/scratch.ts'
import { stagingIn } from './common/staging.ts'
import type { Storage } from './common/storage.ts'

/**
 * The storage that the environment names, with nothing noted yet: see `auditedStorage`. `tell` takes lines about what it waits for and
 * what it found; what it knows is looked at anew by `steady`.
 */
export async function openStorage(
  address: StorageAddress,
  tell: (line: string) => void = printError,
  steady?: SteadyClock,
): Promise<Storage> {
  await makeFolder(address.dataDir)
  await closeToOthers(address.dataDir, tell)
  // A disk that is full or read-only must not keep an operator from looking.
  if (address.databaseUrl === null) await createCatalog(address.dataDir).catch(() => undefined)
  const storage = await storageAt(address, tell, steady)
  // What cannot be noted, on a full disk say, must not keep it from opening.
  await lookForPutBack(storage, tell).catch(() => undefined)
  return storage
}

/**
 * The storage for the one service that serves from its data directory. What killed processes have spilled or staged is removed.
 * @throws an Error for the operator where another service has the directory, or it cannot be written
 */
export async function claimStorage(address: StorageAddress): Promise<{ storage: Storage; release: () => void }> {
  await makeFolder(address.dataDir)
  const { release } = await claimFolder(address.dataDir)
  try {
    await rm(join(address.dataDir, 'spill'), { recursive: true, force: true })
    await sweepScratch(await stagingIn(address.dataDir))
    return { storage: await openStorage(address), release }
  } catch (error) {
    release()
    throw error
  }
}

async function storageAt(
  { dataDir, databaseUrl, lake }: StorageAddress,
  tell: (line: string) => void,
  steady: SteadyClock | undefined,
): Promise<Storage> {
  if (databaseUrl === null) return embeddedStorage(dataDir, tell, steady)
  const options = { url: databaseUrl, dataDir, print: tell, steady }
  if (lake) return await (await import('./lake/storage.ts')).openLakeStorage({ ...options, lake })
  return await (await import('./mysql/storage.ts')).openMysqlStorage(options)
}

/** Gives `use` the storage, with what it does noted as the actor's, and closes it afterwards. An error about the data directory's files names DATA_DIR. */
export async function withStorage<Result>(
  config: StorageAddress,
  use: (storage: Storage) => Promise<Result>,
  actor: Actor = operator(),
): Promise<Result> {
  try {
    const storage = await openStorage(config)
    const onFault = (error: unknown): void => printError(`Not in the audit log: ${String(error)}`)
    return await use(auditedStorage(storage, actor, onFault)).finally(() => storage.close())
  } catch (error) {
    throw error instanceof Error ? nameDataDir(error, config.dataDir) : error
  }
}

function embeddedStorage(dataDir: string, tell: (line: string) => void, steady?: SteadyClock): Storage {
  return {
    keys: fileKeyStore(join(dataDir, 'keys'), Date.now, steady),
    users: fileUserStore(join(dataDir, 'users'), Date.now, steady),
    audit: fileAuditLog(join(dataDir, 'audit')),
    imports: {
      // All that reads a delivery is loaded for one.
      opened: async (print, work) => (await import('./embedded/folder-place.ts')).folderPlace(dataDir).opened(print, work),
    },
    layout: () => sealStore(dataDir, tell),
    spoolDir: spoolDirOf(dataDir),
    seenFile: join(dataDir, 'seen.json'),
    limiter: limit => memoryRateLimiter(limit, undefined, steady),
    foreignNames: () => foreignNames(dataDir),
    openStore: () => openDuckdbStore(dataDir, { steady, onDamage: line => tell(line) }),
    close: async () => undefined,
  }
}
