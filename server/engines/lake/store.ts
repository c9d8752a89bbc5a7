import { Encoder } from '../../files/encoder.ts'
import { rowFaults } from '../../model/catalog-document.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { SteadyClock } from '../../model/shared-work.ts'
import { sql } from '../../model/sql.ts'
import type { Store } from '../../model/store.ts'
import type { Clickhouse } from '../clickhouse/connection.ts'
import type { Place } from '../clickhouse/source.ts'
import { clickhouseStore } from '../clickhouse/store.ts'
import { openFetchedFolder } from '../common/fetched-folder.ts'
import { parquetStore } from '../common/parquet-store.ts'
import { heldBy } from '../common/stored-files.ts'
import { KeptCatalog } from '../../records/kept-catalog.ts'
import type { Database } from '../../records/mysql/database.ts'
import type { LakeCache } from './cache/lake-cache.ts'
import { FILES_OF_LAKE, isNamed, namedFiles } from './file-names.ts'

export interface LakeStoreOptions {
  database: Database
  cache: LakeCache
  cacheDir: string
  dataDir: string
  spoolDir: string
  /** Adds up groups; otherwise DuckDB in the node does. */
  clickhouse?: { clickhouse: Clickhouse; place: Place } | null | undefined
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
  const ahead = fetchAhead(catalog, {
    prefetch: files => cache.prefetch(clickhouse ? files.filter(({ file }) => !isForGroups(file)) : files),
  })
  const ofFiles = parquetStore({
    catalogs: {
      async current(appId) {
        const current = await catalog.current(appId)
        if (appId !== undefined) ahead.asked(appId, current)
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
      ahead.stop()
      await store.close()
      await cache.close()
    },
  }
}

function isForGroups(file: string): boolean {
  return /^(facts|snapshots)$/.test(heldBy(file)?.table ?? '')
}

/** Interval of looks, and how long an app stays watched after a request, ms. */
const LOOK_MS = 5000
const WANTED_MS = 7 * 86_400_000

interface Asked {
  at: number
  seen: Catalog
}

export interface FetchAhead {
  asked(appId: number, catalog: Catalog): void
  look(): Promise<void>
  stop(): void
}

export function fetchAhead(catalog: Pick<KeptCatalog, 'current'>, cache: Pick<LakeCache, 'prefetch'>, clock = Date.now): FetchAhead {
  const apps = new Map<number, Asked>()
  const lookAt = (appId: number, current: Catalog): void => {
    const known = apps.get(appId)
    if (known === undefined || known.seen === current) return
    const had = new Set(namedFiles(known.seen, appId).map(({ file }) => file))
    known.seen = current
    const fresh = namedFiles(current, appId).filter(({ file }) => !had.has(file))
    if (fresh.length > 0) cache.prefetch(fresh)
  }
  const look = async (): Promise<void> => {
    for (const [appId, { at }] of apps) {
      if (clock() - at > WANTED_MS) apps.delete(appId)
      else lookAt(appId, await catalog.current(appId))
    }
  }
  // If the database is down, the next look finds the changes.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref()
  return {
    asked(appId, current) {
      lookAt(appId, current)
      apps.set(appId, { at: clock(), seen: current })
    },
    look,
    stop: () => clearInterval(timer),
  }
}
