import { join } from 'node:path'
import type { LakeAddress } from '../../model/storage-address.ts'
import type { Storage } from '../common/storage.ts'
import { numbers, sql } from '../../model/sql.ts'
import { requireDataIn } from '../mysql/data-place.ts'
import { openDatabase, type MysqlStorageOptions } from '../mysql/storage.ts'
import { LakeCache } from './cache/lake-cache.ts'
import { heldBy, isOfRun } from './file-names.ts'
import { isNamed } from './is-named.ts'
import { lakeMetrics } from './lake-metrics.ts'
import { objectsOf } from './objects-of.ts'
import { lakePlace } from './place.ts'
import { openLakeStore } from './store.ts'
import { verifyLake } from './verify.ts'

export interface LakeStorageOptions extends MysqlStorageOptions {
  lake: LakeAddress
}

/** Storage whose data files are in a lake; what names them, keys, users, budgets and the audit log are in a database. */
export async function openLakeStorage({ lake, ...options }: LakeStorageOptions): Promise<Storage> {
  const { database, storeId, ...kept } = await openDatabase(options)
  const { dataDir, timeLimit, steady, print } = options
  let cache: LakeCache | undefined
  try {
    await requireDataIn(database, 'lake')
    const objects = objectsOf(lake, storeId)
    return {
      ...kept,
      imports: lakePlace({ database, objects, dataDir, keepDays: lake.keepDays }),
      verify: options => verifyLake({ database, objects }, options),
      async onErased(apps) {
        const rows = await database.read(sql`SELECT run_id FROM catalog_runs WHERE app_id IN (${numbers(apps)})`)
        const runs = new Set(rows.map(row => Number(row['run_id'])))
        await cache?.erase(file => {
          const held = heldBy(file)
          return held !== undefined && (isOfRun(held.table) ? runs.has(held.id) : apps.includes(held.id))
        })
      },
      metrics: () => (cache === undefined ? [] : lakeMetrics(cache)),
      async openStore() {
        const cacheDir = join(dataDir, 'cache')
        cache = await LakeCache.open({
          objects,
          folder: cacheDir,
          size: lake.cacheSize ?? undefined,
          onFault: line => print(`Damaged: ${line}. Its data are not served. Run \`admin verify\` for what to do`),
          isNamed: file => isNamed(database, file),
        })
        return await openLakeStore({ database, cache, cacheDir, dataDir, spoolDir: kept.spoolDir, timeLimit, steady })
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
