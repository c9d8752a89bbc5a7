import type { Test } from 'tap'
import { folderDestination } from '../../server/store/facts/embedded/embedded-destination.ts'
import { catalogIn } from '../../server/store/facts/embedded/named-files.ts'
import { openRecords } from '../../server/store/facts/embedded/open-records.ts'
import { retiredFiles } from '../../server/store/records/import-notes.ts'
import type { Catalog, RetiredFile } from '../../server/core/model/catalog.ts'
import type { Records } from '../../server/store/records/records.ts'

/** The records of a data directory, closed with the test. */
export async function recordsOf(t: Test, dataDir: string): Promise<Records> {
  const records = await openRecords(dataDir)
  t.teardown(() => records.close())
  return records
}

export async function retiredIn(dataDir: string): Promise<RetiredFile[]> {
  const records = await openRecords(dataDir)
  return await retiredFiles(records).finally(() => records.close())
}

/** Publishes a catalog that differs, as no import would. */
export async function changeCatalog(
  dataDir: string,
  change: (catalog: Catalog) => Catalog,
): Promise<void> {
  const apps = (await catalogIn(dataDir)).apps.map(app => app.app_id)
  await folderDestination(dataDir).opened(
    () => undefined,
    async place => {
      const before = await place.lock({ apps, runs: [] }, new Date())
      const next = change(structuredClone(before))
      await place.publish(
        { ...next, version: before.version + 1 },
        { action: 'import.loaded', target: 'version:0' },
      )
    },
  )
}
