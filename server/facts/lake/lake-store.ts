import { Encoder } from '../../files/encoder.ts'
import { FILES_OF_LAKE, rowFaults } from '../../model/catalog-document.ts'
import type { SteadyClock } from '../../runtime/shared-work.ts'
import { sql } from '../../model/sql.ts'
import type { Store } from '../../model/store.ts'
import type { Clickhouse } from '../clickhouse/clickhouse-connection.ts'
import type { LakeSource } from '../clickhouse/lake-source.ts'
import { clickhouseStore } from '../clickhouse/clickhouse-store.ts'
import { openFetchedFolder } from '../common/fetched-folder.ts'
import { parquetStore } from '../common/parquet-store.ts'
import { KeptCatalog } from '../../records/kept-catalog.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { FetchAhead } from './cache/fetch-ahead.ts'
import type { LakeCache } from './cache/lake-cache.ts'
import { isNamed, namedFiles } from './file-names.ts'

export interface LakeStoreOptions {
  database: Database
  cache: LakeCache
  cacheDir: string
  dataDir: string
  spoolDir: string
  /** Computes sums; without it DuckDB in the node does. */
  clickhouse?: { clickhouse: Clickhouse; source: LakeSource } | null | undefined
  /** Seconds. */
  timeLimit?: number | undefined
  steady?: SteadyClock | undefined
}

export async function openLakeStore({ database, cache, ...options }: LakeStoreOptions): Promise<Store> {
  const { cacheDir, dataDir, spoolDir, clickhouse, timeLimit, steady } = options
  const folder = await openFetchedFolder(dataDir)
  const directories = [cacheDir, spoolDir, folder]
  const encoder = await Encoder.start({ dataDir, directories, ...(timeLimit === undefined ? {} : { timeLimit }) })
  const catalog = new KeptCatalog(database, rowFaults(FILES_OF_LAKE), steady)
  // ClickHouse reads facts itself.
  const ahead = clickhouse ? undefined : new FetchAhead({ catalogOf: appId => catalog.current(appId), cache })
  const ofFiles = parquetStore({
    catalogs: {
      async current(appId) {
        const current = await catalog.current(appId)
        if (appId !== undefined) ahead?.requested(appId)
        return current
      },
    },
    files: cache,
    encoder,
    size: async (catalog, appId) => namedFiles(catalog, appId).reduce((sum, { bytes = 0 }) => sum + bytes, 0),
    // A node keeps serving cached files without the lake.
    async ready() {
      await database.small.read(sql`SELECT 1`)
      await catalog.current()
      await Promise.all([cache.ready(), encoder.ready()])
      const damage = await cache.damage()
      if (damage !== undefined) throw damage
    },
  })
  const store = clickhouse
    ? clickhouseStore(ofFiles, { ...clickhouse, encoder, files: cache, folder, isNamed: file => isNamed(database, file) })
    : ofFiles
  return {
    ...store,
    async close() {
      await ahead?.close()
      await store.close()
      await cache.close()
    },
  }
}
