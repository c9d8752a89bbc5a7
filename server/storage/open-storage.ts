import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Actor, operator } from '../access/audit.ts'
import { memoryRateLimiter } from '../access/callers.ts'
import type { Storage } from '../engines/common/storage.ts'
import { stagingIn, sweepScratch } from '../engines/common/write-files.ts'
import { fileAuditLog } from '../engines/embedded/audit-log.ts'
import { createCatalog } from '../engines/embedded/catalog-file.ts'
import { sealRecords } from '../engines/embedded/check-records.ts'
import { foreignNames } from '../engines/embedded/foreign-names.ts'
import { fileKeyStore } from '../engines/embedded/keys.ts'
import { claimFolder } from '../engines/embedded/lock.ts'
import { openDuckdbStore, spoolDirOf } from '../engines/embedded/store.ts'
import { emptyTrashNow } from '../engines/embedded/trash.ts'
import { fileUserStore } from '../engines/embedded/users.ts'
import { sealStore } from '../engines/embedded/verified-files.ts'
import type { SteadyClock } from '../model/shared-work.ts'
import type { StorageAddress } from '../model/storage-address.ts'
import { makeFolder } from '../process/make-folder.ts'
import { printError } from '../process/print.ts'
import { closeToOthers } from '../process/private-files.ts'
import { nameDataDir } from '../process/start-fault.ts'
import { auditedStorage } from './audited-storage.ts'

/**
 * The storage that the environment names, for a service, with nothing noted yet: see `auditedStorage`. `tell` takes lines about what it waits for and
 * what it found; what it knows is looked at anew by `steady`.
 */
export async function openStorage(
  address: StorageAddress,
  tell: (line: string) => void = printError,
  steady?: SteadyClock,
): Promise<Storage> {
  const { storage, seal } = await storageAt(address, tell, steady)
  await seal()
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

/** The storage; `seal` brings records of earlier versions up to date, as each of its own writes does. */
async function storageAt(
  address: StorageAddress,
  tell: (line: string) => void,
  steady?: SteadyClock,
  migrate?: boolean,
): Promise<{ storage: Storage; seal: () => Promise<void> }> {
  const { dataDir, databaseUrl, lake } = address
  await makeFolder(dataDir)
  await closeToOthers(dataDir, tell)
  // A disk that is full or read-only must not keep an operator from looking.
  if (databaseUrl === null) await createCatalog(dataDir).catch(() => undefined)
  if (databaseUrl === null) return embeddedStorage(dataDir, tell, steady)
  const options = { url: databaseUrl, dataDir, print: tell, steady, migrate }
  const storage = lake
    ? await (await import('../engines/lake/storage.ts')).openLakeStorage({ ...options, lake })
    : await (await import('../engines/tables/storage.ts')).openMysqlStorage(options)
  return { storage, seal: async () => undefined }
}

/**
 * Gives `use` the storage, with what it does noted as the actor's, and closes it afterwards. An error about the data directory's files names DATA_DIR.
 * With `migrate` a database in use is brought up to date.
 */
export async function withStorage<Result>(
  config: StorageAddress,
  use: (storage: Storage) => Promise<Result>,
  actor: Actor = operator(),
  migrate?: boolean,
): Promise<Result> {
  try {
    const { storage } = await storageAt(config, printError, undefined, migrate)
    const onFault = (error: unknown): void => printError(`Not in the audit log: ${String(error)}`)
    return await use(auditedStorage(storage, actor, onFault)).finally(() => storage.close())
  } catch (error) {
    throw error instanceof Error ? nameDataDir(error, config.dataDir) : error
  }
}

function embeddedStorage(
  dataDir: string,
  tell: (line: string) => void,
  steady?: SteadyClock,
): { storage: Storage; seal: () => Promise<void> } {
  const keys = fileKeyStore(join(dataDir, 'keys'), Date.now, steady, tell)
  const users = fileUserStore(join(dataDir, 'users'), Date.now, steady, tell)
  let sealing: Promise<void> | undefined
  const seal = (): Promise<void> =>
    // A service starts on a full disk too.
    (sealing ??= sealRecords(dataDir, tell).catch((error: NodeJS.ErrnoException) => {
      // A folder that is none fails every command that needs it, with its own message.
      if (error.code !== 'ENOTDIR') tell(`Keys and users could not be sealed: ${error.message}`)
    }))
  const storage: Storage = {
    keys: { ...keys, create: key => seal().then(() => keys.create(key)), revoke: id => seal().then(() => keys.revoke(id)) },
    users: {
      ...users,
      invite: invitation => seal().then(() => users.invite(invitation)),
      remove: id => seal().then(() => users.remove(id)),
      erase: erasure => seal().then(() => users.erase(erasure)),
    },
    audit: fileAuditLog(join(dataDir, 'audit'), Date.now, tell),
    imports: {
      // All that reads a delivery is loaded for one.
      opened: async (print, work) => (await import('../engines/embedded/place.ts')).folderPlace(dataDir).opened(print, work),
    },
    verify: async options => (await import('../engines/embedded/verify-store.ts')).verifyStore(dataDir, options),
    emptyTrash: options => emptyTrashNow(dataDir, options),
    layout: () => seal().then(() => sealStore(dataDir, tell)),
    spoolDir: spoolDirOf(dataDir),
    limiter: limit => memoryRateLimiter(limit, undefined, steady),
    foreignNames: () => foreignNames(dataDir),
    openStore: () => openDuckdbStore(dataDir, { steady, onDamage: line => tell(line) }),
    close: async () => undefined,
  }
  return { storage, seal }
}
