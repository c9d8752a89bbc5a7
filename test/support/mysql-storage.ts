import type { Test } from 'tap'
import { importInto, type ImportSummary } from '../../server/imports/load/import.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { openMysqlStorage } from '../../server/store/facts/tables/table-storage.ts'
import type { Delivery } from '../reference/delivery.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { withDelivery } from './delivery-folder.ts'

/** A node's storage in a database, with a data directory of its own; closed with the test. */
export async function openNode(
  t: Test,
  url: string,
  timeLimit?: number,
): Promise<Storage & { dataDir: string }> {
  const dataDir = temporaryFolder(t, 'node')
  const storage = await openMysqlStorage({
    url,
    dataDir,
    print: () => undefined,
    ...(timeLimit === undefined ? {} : { timeLimit }),
  })
  t.teardown(() => storage.close())
  return { ...storage, dataDir }
}

/** Writes and imports a delivery. */
export async function load(
  { imports }: Pick<Storage, 'imports'>,
  delivery: Delivery,
  options: { now?: Date; progress?: (line: string) => void; live?: boolean } = {},
): Promise<ImportSummary> {
  const { now = new Date(), progress = () => undefined, live = false } = options
  return await withDelivery(delivery, folder =>
    importInto(imports, { delivery: folder, progress, live, now: () => now }),
  )
}
