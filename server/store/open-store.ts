import { join } from 'node:path'
import type { Config } from '../config.ts'
import { fileKeyStore } from '../keys/file-key-store.ts'
import type { KeyStore } from '../keys/key-store.ts'
import { fileUserStore } from '../users/file-user-store.ts'
import type { UserStore } from '../users/user-store.ts'
import { openDuckdbStore } from './duckdb/store.ts'
import type { Store } from './store.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

/** @throws when a database server is asked for, which this version does not have an engine for. */
export const requireEmbedded = ({ databaseUrl }: Place): void => {
  if (databaseUrl !== null) throw new Error('DATABASE_URL is set, but this version has the embedded store only: unset it')
}

/** The store that the environment names. */
export const openStore = async (config: Place): Promise<Store> => {
  requireEmbedded(config)
  return openDuckdbStore(config.dataDir)
}

/** Where that store's API keys are kept. */
export const openKeyStore = (config: Place): KeyStore => {
  requireEmbedded(config)
  return fileKeyStore(join(config.dataDir, 'keys'))
}

/** Where that store's users and invitations are kept. */
export const openUserStore = (config: Place): UserStore => {
  requireEmbedded(config)
  return fileUserStore(join(config.dataDir, 'users'))
}
