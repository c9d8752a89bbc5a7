import { rowFaults } from '../../model/catalog-shape.ts'
import { sql } from '../../model/sql.ts'
import type { SteadyClock } from '../../model/fresh.ts'
import type { Store } from '../../model/store.ts'
import { Encoder } from '../../files/encoder.ts'
import { parquetStore } from '../common/parquet-store.ts'
import { KeptCatalog } from '../mysql/catalog/kept-catalog.ts'
import type { Database } from '../mysql/database.ts'
import type { LakeCache } from './cache/lake-cache.ts'
import { namedFiles } from './named-files.ts'
import { FILES_OF_LAKE } from './file-names.ts'
import { fetchAhead } from './fetch-ahead.ts'

export interface LakeStoreOptions {
  database: Database
  /** Closed with the store. */
  cache: LakeCache
  /** Where the cache has its files. */
  cacheDir: string
  dataDir: string
  spoolDir: string
  /** Seconds. */
  timeLimit?: number | undefined
  /** What the catalog is looked at anew by. */
  steady?: SteadyClock | undefined
}

/** A store whose catalog is in a database and whose files are in a lake; a node keeps copies of those that it is asked for. */
export async function openLakeStore({ database, cache, ...options }: LakeStoreOptions): Promise<Store> {
  const { cacheDir, dataDir, spoolDir, timeLimit, steady } = options
  const encoder = await Encoder.start({ dataDir, directories: [cacheDir, spoolDir], ...(timeLimit === undefined ? {} : { timeLimit }) })
  const catalog = new KeptCatalog(database, rowFaults(FILES_OF_LAKE), steady)
  const ahead = fetchAhead(catalog, cache)
  const store = parquetStore({
    async catalog(appId) {
      const current = await catalog.current(appId)
      if (appId !== undefined) ahead.asked(appId, current)
      return current
    },
    files: cache,
    encoder,
    size: async (catalog, appId) => namedFiles(catalog, appId).reduce((sum, { bytes = 0 }) => sum + bytes, 0),
    // The lake is not asked: without it a node still answers what it has.
    async ready() {
      await database.small.read(sql`SELECT 1`)
      await catalog.current()
      await Promise.all([cache.ready(), encoder.ready()])
      const damage = await cache.damage()
      if (damage !== undefined) throw damage
    },
  })
  return {
    ...store,
    async close() {
      ahead.stop()
      await store.close()
      await cache.close()
    },
  }
}
