import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { importInto } from '../../server/imports/load/import.ts'
import { writeDemoDelivery } from '../../scripts/lab/studio/write-demo-delivery.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { utcDate } from '../../server/core/model/dates.ts'
import { sharedFolder } from './bundle.ts'

/** The folder of the demo's delivery of a day (`YYYY-MM-DD`), which nobody may change. */
export async function demoDelivery(today: string): Promise<string> {
  const folder = await sharedFolder(`demo-${today}`, folder =>
    writeDemoDelivery(join(folder, 'delivery'), { today }),
  )
  return join(folder, 'delivery')
}

/**
 * Puts the demo of a day, by default today's, into an empty data directory that no service has open. There is no key yet: a service that
 * starts on it prints its first ones.
 */
export async function demoInto(dataDir: string, today = utcDate(new Date())): Promise<void> {
  const folder = await sharedFolder(`demo-store-${today}`, async folder => {
    const delivery = await demoDelivery(today)
    await withStorage(
      { dataDir: join(folder, 'data'), databaseUrl: null, lake: null },
      ({ imports }) => importInto(imports, { delivery }),
    )
  })
  await cp(join(folder, 'data'), dataDir, { recursive: true })
}
