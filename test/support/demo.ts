import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { importInto } from '../../server/delivery/load/import.ts'
import { writeDemoDelivery } from '../../server/demo/write-demo-delivery.ts'
import { withStorage } from '../../server/engines/open-storage.ts'
import { utcDate } from '../../server/model/dates.ts'
import { sharedFolder } from './bundle.ts'

/** The folder of the demo's delivery of a day (`YYYY-MM-DD`), which nobody may change. */
export async function demoDelivery(today: string): Promise<string> {
  const folder = await sharedFolder(`demo-${today}`, folder => writeDemoDelivery(join(folder, 'delivery'), { today }))
  return join(folder, 'delivery')
}

/** Makes a data directory with the demo of today. There is no key yet: a service that starts on it prints its first ones. */
export async function demoInto(dataDir: string): Promise<void> {
  const today = utcDate(new Date())
  const folder = await sharedFolder(`demo-store-${today}`, async folder => {
    const delivery = await demoDelivery(today)
    await withStorage({ dataDir: join(folder, 'data'), databaseUrl: null, lake: null }, ({ imports }) => importInto(imports, { delivery }))
  })
  await cp(join(folder, 'data'), dataDir, { recursive: true })
}
