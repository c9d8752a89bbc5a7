import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { utcDate } from '../../server/analytics/dates.ts'
import { importInto, StoreChanged } from '../../server/delivery/import.ts'
import type { Storage } from '../../server/store/storage.ts'
import { writeDemoDelivery } from './write-demo-delivery.ts'

/**
 * Fills an empty store with the demo delivery of today and prints a new API key for each of its companies. Of nodes that start together one
 * does it.
 */
export const loadDemo = async (dataDir: string, storage: Storage): Promise<void> => {
  console.error('The store is empty: loading a demo delivery (DEMO=off starts without one).')
  const delivery = await mkdtemp(join(dataDir, 'demo-'))
  try {
    await writeDemoDelivery(delivery, { today: utcDate(new Date()) })
    await importInto(storage.imports, { delivery, progress: line => console.error(line), expectedVersion: 0 })
  } catch (error) {
    if (!(error instanceof StoreChanged)) throw error
    console.error('Another node has loaded data meanwhile.')
    return
  } finally {
    await rm(delivery, { recursive: true, force: true })
  }
  const store = await storage.openStore()
  const { companies } = await store.catalog()
  await store.close()
  for (const company of companies) {
    const { key } = await storage.keys.create({ companyId: company.company_id, name: `Demo: ${company.name}` })
    console.log(`API key: ${key}`)
  }
}
