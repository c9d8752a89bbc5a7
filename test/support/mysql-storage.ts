import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { importInto, type ImportSummary } from '../../server/imports/load/import.ts'
import type { Storage } from '../../server/facts/common/storage.ts'
import { openMysqlStorage } from '../../server/facts/tables/table-storage.ts'
import type { Delivery } from '../reference/delivery.ts'
import { writeDelivery } from '../reference/write-delivery.ts'

/** A node's storage in a database, with a data directory of its own; closed with the test. */
export async function openNode(t: Test, url: string, timeLimit?: number): Promise<Storage & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'uascope-node-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const storage = await openMysqlStorage({ url, dataDir, print: () => undefined, ...(timeLimit === undefined ? {} : { timeLimit }) })
  t.teardown(() => storage.close())
  return { ...storage, dataDir }
}

/** Writes and imports a delivery. */
export async function load(
  { imports, dataDir }: Storage & { dataDir: string },
  delivery: Delivery,
  options: { now?: Date; progress?: (line: string) => void; live?: boolean } = {},
): Promise<ImportSummary> {
  const { now = new Date(), progress = () => undefined, live = false } = options
  const folder = await mkdtemp(join(dataDir, 'delivery-'))
  await writeDelivery(folder, delivery, { format: 'csv' })
  return await importInto(imports, { delivery: folder, progress, live, now: () => now })
}
