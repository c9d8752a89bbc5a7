import { DuckDBInstance } from '@duckdb/node-api'
import root from 'tap'
import {
  DeliveryError,
  type DeliveryFault,
  type ImportSummary,
} from '../../server/imports/load/import.ts'
import { importDelivery } from '../../server/store/facts/embedded/embedded-destination.ts'
import type { Delivery } from '../reference/delivery.ts'
import { writeDelivery, type WriteOptions } from '../reference/write-delivery.ts'
import { inFolder, type Teardown, temporaryFolder } from './temporary-folder.ts'

/** Writes a delivery into a folder of its own. */
export async function deliver(
  t: Teardown,
  delivery: Delivery,
  format: WriteOptions['format'] = 'csv',
): Promise<string> {
  const path = temporaryFolder(t, 'delivery')
  await writeDelivery(path, delivery, { format })
  return path
}

/** Gives `use` a delivery's folder, which is deleted afterwards. */
export async function withDelivery<Result>(
  delivery: Delivery,
  use: (folder: string) => Promise<Result>,
  format: WriteOptions['format'] = 'csv',
): Promise<Result> {
  return await inFolder('delivery', async folder => {
    await writeDelivery(folder, delivery, { format })
    return await use(folder)
  })
}

/** Writes and imports a delivery. */
export async function load(
  t: Teardown,
  dataDir: string,
  delivery: Delivery,
  format: WriteOptions['format'] = 'csv',
  now = new Date(),
): Promise<ImportSummary> {
  return await importDelivery({
    dataDir,
    delivery: await deliver(t, delivery, format),
    now: () => now,
  })
}

/** The refusal of a delivery; it is an error when there is none. */
export async function refusal(dataDir: string, delivery: string): Promise<DeliveryError> {
  try {
    await importDelivery({ dataDir, delivery })
  } catch (error) {
    if (error instanceof DeliveryError) return error
    throw error
  }
  throw new Error('the delivery was not refused')
}

let emptyStore: string | undefined

/** The faults of a delivery's folder, which is imported into an empty store; that of the process, since a refusal leaves it empty. */
export async function faultsOf(delivery: string): Promise<DeliveryFault[]> {
  emptyStore ??= temporaryFolder(root, 'empty')
  return (await refusal(emptyStore, delivery)).faults
}

let database: Promise<DuckDBInstance> | undefined

/** Rows of a query, as plain objects. One database in memory serves all of them, and keeps nothing of the files it read. */
export async function query(sql: string): Promise<Record<string, unknown>[]> {
  database ??= DuckDBInstance.create(':memory:', { enable_external_file_cache: 'false' })
  const connection = await (await database).connect()
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson()
  } finally {
    connection.closeSync()
  }
}
