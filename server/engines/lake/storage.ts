import { join } from 'node:path'
import type { LakeAddress } from '../../model/storage-address.ts'
import type { Storage } from '../common/storage.ts'
import { requireDataIn } from '../mysql/data-place.ts'
import { openDatabase, type MysqlStorageOptions } from '../mysql/storage.ts'
import { LakeCache } from './cache/lake-cache.ts'
import { lakeMetrics } from './lake-metrics.ts'
import { objectsOf } from './objects-of.ts'
import { lakePlace } from './place.ts'
import { openLakeStore } from './store.ts'

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
      metrics: () => (cache === undefined ? [] : lakeMetrics(cache)),
      async openStore() {
        const cacheDir = join(dataDir, 'cache')
        cache = await LakeCache.open({ objects, folder: cacheDir, size: lake.cacheSize ?? undefined, onFault: print })
        return await openLakeStore({ database, cache, cacheDir, dataDir, spoolDir: kept.spoolDir, timeLimit, steady })
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
