import { join } from 'node:path'
import { counter, gauge, type Metric } from '../../../core/runtime/metric.ts'
import { sql } from '../../../core/model/sql.ts'
import type { Run, RunFacts } from '../../../core/model/catalog.ts'
import type { LakeAddress } from '../../../core/model/storage-address.ts'
import type { Storage } from '../common/storage.ts'
import type { Database } from '../../records/mysql/mysql-database.ts'
import { type MysqlStorageOptions, openDatabase, requireDataIn } from '../database/open.ts'
import { LakeCache } from './cache/lake-cache.ts'
import { Clickhouse } from '../clickhouse/clickhouse-connection.ts'
import { type LakeSource, placeOf, sourceOf } from '../clickhouse/lake-source.ts'
import { appsByName } from '../common/stored-files.ts'
import { isNamed, objectsOf } from './file-names.ts'
import { lakeDestination } from './lake-destination.ts'
import { verifyLake } from './verify-lake.ts'
import type { ClickhouseConfig } from '../../../core/runtime/lake-config.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import { Encoder } from '../../files/encoder.ts'
import { FILES_OF_LAKE, rowFaults } from '../../../core/model/catalog-document.ts'
import type { SteadyClock } from '../../../core/runtime/shared-work.ts'
import type { Store } from '../../../core/model/store.ts'
import { clickhouseStore } from '../clickhouse/clickhouse-store.ts'
import { openFetchedFolder } from '../common/fetched-folder.ts'
import { parquetStore } from '../common/parquet-store.ts'
import { KeptCatalog } from '../../records/kept-catalog.ts'
import { FetchAhead } from './cache/fetch-ahead.ts'

export interface LakeStorageOptions extends MysqlStorageOptions {
  lake: LakeAddress
}

export async function openLakeStorage({ lake, ...options }: LakeStorageOptions): Promise<Storage> {
  const { database, storeId, ...parts } = await openDatabase(options)
  const { dataDir, timeLimit, steady, print } = options
  let cache: LakeCache | undefined
  try {
    await requireDataIn(database, 'lake')
    const objects = objectsOf(lake, storeId, print)
    const source = lake.clickhouse && placeOf(lake, lake.clickhouse, storeId)
    return {
      ...parts,
      async layout() {
        const layout = await parts.layout()
        return lake.clickhouse
          ? `${layout}\n${await checkClickhouse(lake.clickhouse, source!, await newestFacts(database))}`
          : layout
      },
      imports: lakeDestination({ database, objects, dataDir, keepDays: lake.keepDays }),
      verify: options => verifyLake({ database, objects }, options),
      async onErased(apps) {
        const appOf = await appsByName(database)
        await cache?.erase(file => apps.includes(appOf(file) ?? NaN))
      },
      metrics: () => (cache === undefined ? [] : lakeMetrics(cache)),
      async openStore() {
        const cacheDir = join(dataDir, 'cache')
        cache = await LakeCache.open({
          objects,
          folder: cacheDir,
          size: lake.cacheSize ?? undefined,
          onFault: line =>
            print(`Damaged: ${line}. Its data are not served. Run \`admin verify\` for what to do`),
          isNamed: file => isNamed(database, file),
        })
        const clickhouse = lake.clickhouse && {
          clickhouse: new Clickhouse(lake.clickhouse),
          source: source!,
        }
        return await openLakeStore({
          database,
          cache,
          cacheDir,
          dataDir,
          spoolDir: parts.spoolDir,
          clickhouse,
          timeLimit,
          steady,
        })
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function newestFacts(database: Database): Promise<RunFacts | undefined> {
  const [row] = await database.read(
    sql`SELECT body FROM catalog_runs WHERE LOCATE('"facts":', body) > 0 ORDER BY run_id DESC LIMIT 1`,
  )
  return row && (JSON.parse(String(row['body'])) as Run).facts
}

export function lakeMetrics(cache: LakeCache): Metric[] {
  const { hits, misses, fetchedBytes, evictions, faults } = cache.counters
  return [
    gauge('uascope_lake_up', 'Result of the last request to the lake: 1 or 0.', cache.up() ? 1 : 0),
    gauge(
      'uascope_damaged_files',
      'Data files that failed their checksum and are not served. `admin verify` names them.',
      cache.damaged,
    ),
    gauge('uascope_lake_cache_bytes', 'Size of the cache of lake files, in bytes.', cache.bytes),
    counter('uascope_lake_cache_hits_total', 'Requested files that were cached.', hits),
    counter('uascope_lake_cache_misses_total', 'Requested files that were not cached.', misses),
    counter('uascope_lake_fetched_bytes_total', 'Bytes fetched from the lake.', fetchedBytes),
    counter('uascope_lake_cache_evictions_total', 'Files evicted for others.', evictions),
    counter('uascope_lake_faults_total', 'Files missing or damaged in the lake.', faults),
  ]
}

/** The oldest supported version, which is tested. */
const OLDEST = [26, 7] as const

const PATIENCE_MS = 30_000

/**
 * Checks connection, user, version, cluster and collection with a query over a stored file. Returns them in one line.
 * @throws an Error for the operator
 */
async function checkClickhouse(
  address: ClickhouseConfig,
  lake: LakeSource,
  file: (DataFile & { rows: number }) | undefined,
): Promise<string> {
  const clickhouse = new Clickhouse(address)
  const asker = { signal: AbortSignal.timeout(PATIENCE_MS) }
  try {
    const [row] = await clickhouse.rows(sql`SELECT version() AS version`, asker)
    const version = String(row!['version'])
    requireVersion(version)
    const { cluster, collection } = address
    const parts = [
      `ClickHouse ${version} at ${address.url}`,
      ...(cluster === null ? [] : [`cluster ${cluster}`]),
      ...(collection === null ? [] : [`collection ${collection}`]),
    ].join(', ')
    if (file === undefined) return `${parts}: responds. The lake is empty, so nothing was read.`
    const source = sourceOf(lake, [file], [['install_date', 'Date32']])!
    const [counted] = await clickhouse.rows(
      sql`SELECT count(install_date) AS days FROM ${source}`,
      asker,
    )
    if (Number(counted!['days']) !== file.rows) {
      throw new Error(
        `ClickHouse reads ${Number(counted!['days'])} rows of ${file.file}, which has ${file.rows}. Is it the lake of LAKE_URL?`,
      )
    }
    return `${parts}: reads the lake.`
  } catch (error) {
    throw asker.signal.aborted
      ? new Error(`ClickHouse at ${address.url} does not respond within ${PATIENCE_MS / 1000} s`)
      : error
  } finally {
    await clickhouse.close()
  }
}

function requireVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return
  throw new Error(
    `ClickHouse ${version} is too old: version ${OLDEST.join('.')} or newer is required`,
  )
}

interface LakeStoreOptions {
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

async function openLakeStore({ database, cache, ...options }: LakeStoreOptions): Promise<Store> {
  const { cacheDir, dataDir, spoolDir, clickhouse, timeLimit, steady } = options
  const folder = await openFetchedFolder(dataDir)
  const directories = [cacheDir, spoolDir, folder]
  const encoder = await Encoder.start({
    dataDir,
    directories,
    timeLimit,
  })
  const catalog = new KeptCatalog(database, rowFaults(FILES_OF_LAKE), steady)
  // ClickHouse reads facts itself.
  const ahead = clickhouse
    ? undefined
    : new FetchAhead({ catalogOf: appId => catalog.current(appId), cache })
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
    ? clickhouseStore(ofFiles, {
        ...clickhouse,
        encoder,
        files: cache,
        folder,
        isNamed: file => isNamed(database, file),
      })
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
