import type { Database } from '../records/mysql/mysql-database.ts'
import { openDatabase } from './database/open.ts'
import { baseOf, objectsOf } from './lake/file-names.ts'
import type { Objects } from './lake/objects/objects.ts'
import type { StorageAddress } from '../../core/model/storage-address.ts'
import { makeFolder } from '../../core/runtime/files.ts'
import { printError } from '../../core/runtime/print.ts'

export interface OpenLake {
  database: Database
  objects: Objects
  dataDir: string
  /** URL of the store's folder in the lake. */
  base: string
}

/** Seconds per statement: tables may be large. */
const TIME_LIMIT = 86_400

/** @throws an Error for the operator if no lake is configured */
export async function withLake<Result>(
  { dataDir, databaseUrl, lake }: StorageAddress,
  use: (lake: OpenLake) => Promise<Result>,
): Promise<Result> {
  if (!lake || databaseUrl === null) throw new Error('LAKE_URL and DATABASE_URL are required')
  await makeFolder(dataDir)
  const { database, storeId, close } = await openDatabase({
    url: databaseUrl,
    dataDir,
    print: printError,
    timeLimit: TIME_LIMIT,
  })
  try {
    return await use({
      database,
      objects: objectsOf(lake, storeId, printError),
      dataDir,
      base: baseOf(lake, storeId),
    })
  } finally {
    await close()
  }
}
