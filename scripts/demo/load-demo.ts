import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { utcDate } from '../../server/analytics/dates.ts'
import type { Config } from '../../server/config.ts'
import { importDelivery } from '../../server/delivery/import.ts'
import type { KeyStore } from '../../server/keys/key-store.ts'
import { readCatalog } from '../../server/store/catalog-file.ts'
import { writeDemoDelivery } from './write-demo-delivery.ts'

/** Fills an empty store with the demo delivery of today and prints a new API key for each of its companies. */
export const loadDemo = async (config: Pick<Config, 'dataDir'>, keys: KeyStore): Promise<void> => {
  console.error('The store is empty: loading a demo delivery (DEMO=off starts without one).')
  const delivery = await mkdtemp(join(config.dataDir, 'demo-'))
  try {
    await writeDemoDelivery(delivery, { today: utcDate(new Date()) })
    await importDelivery({ dataDir: config.dataDir, delivery, progress: line => console.error(line) })
  } finally {
    await rm(delivery, { recursive: true, force: true })
  }
  const { companies } = await readCatalog(config.dataDir)
  for (const company of companies) {
    const { key } = await keys.create({ companyId: company.company_id, name: `Demo: ${company.name}` })
    console.log(`API key: ${key}`)
  }
}
