import type { Storage } from '../common/storage.ts'
import { type MysqlStorageOptions, openDatabase, requireDataIn } from '../database/open.ts'
import { databasePlace } from './table-destination.ts'
import { openMysqlStore } from './table-store.ts'
import { verifyDatabase } from './verify-database.ts'

export async function openMysqlStorage(options: MysqlStorageOptions): Promise<Storage> {
  const { database, storeId: _, ...parts } = await openDatabase(options)
  const { dataDir, timeLimit, steady } = options
  try {
    await requireDataIn(database, 'database')
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    ...parts,
    imports: databasePlace(database, dataDir),
    verify: options => verifyDatabase(database, options),
    openStore: () => openMysqlStore(database, { dataDir, spoolDir: parts.spoolDir, timeLimit, steady }),
  }
}
