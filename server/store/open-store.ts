import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { folderPlace } from '../delivery/folder-place.ts'
import { fileKeyStore } from '../keys/file-key-store.ts'
import { memoryRateLimiter } from '../rate-limiter.ts'
import { fileUserStore } from '../users/file-user-store.ts'
import { EMPTY_CATALOG } from './catalog.ts'
import { openDuckdbStore } from './duckdb/store.ts'
import { openMysqlStorage } from './mysql/storage.ts'
import type { Storage } from './storage.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

/** The storage that the environment names. `print` takes lines about what it waits for. */
export const openStorage = async ({ dataDir, databaseUrl }: Place, print = console.error): Promise<Storage> => {
  await mkdir(dataDir, { recursive: true })
  return databaseUrl === null ? embeddedStorage(dataDir) : openMysqlStorage({ url: databaseUrl, dataDir, print })
}

/** Gives `use` the storage, and closes it afterwards. */
export const withStorage = async <Result>(config: Place, use: (storage: Storage) => Promise<Result>): Promise<Result> => {
  const storage = await openStorage(config)
  try {
    return await use(storage)
  } finally {
    await storage.close()
  }
}

const embeddedStorage = (dataDir: string): Storage => ({
  keys: fileKeyStore(join(dataDir, 'keys')),
  users: fileUserStore(join(dataDir, 'users')),
  imports: folderPlace(dataDir),
  layout: `The embedded store has catalog format ${EMPTY_CATALOG.format}, the current one: nothing to do.`,
  spoolDir: join(dataDir, 'spool'),
  limiter: limit => memoryRateLimiter(limit),
  openStore: () => openDuckdbStore(dataDir),
  close: async () => undefined,
})
