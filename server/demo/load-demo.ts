import { utcDate } from '../model/dates.ts'
import type { StorageAddress } from '../model/storage-address.ts'
import type { Catalog } from '../model/catalog.ts'
import type { Storage } from '../engines/common/storage.ts'
import { companies } from './apps.ts'
import { importProgress } from '../process/progress.ts'
import { print, printError } from '../process/print.ts'
import { withScratch } from '../engines/common/write-files.ts'
import { newId } from '../model/identities.ts'
import { NICE } from '../model/priority.ts'
import { making } from './making.ts'

/**
 * Fills an empty store with the demo delivery of today and prints a new API key for each of its companies, or, unless `showKeys`,
 * says how to make one. If several nodes start together, one does it. A later start completes the work of a killed process.
 */
export async function loadDemo(place: StorageAddress, storage: Storage, catalog: Catalog, showKeys: boolean): Promise<void> {
  if (catalog.version === 0) {
    const names = (await storage.foreignNames?.()) ?? []
    if (names.length > 0) {
      return printError(
        `The store is empty, but DATA_DIR ${place.dataDir} is not (${names.slice(0, 5).join(', ')}${names.length > 5 ? ', ...' : ''}): ` +
          'no demo was loaded. Import a delivery, or set DATA_DIR to an empty folder.',
      )
    }
  }
  if (catalog.version === 0 ? !(await importDemo(place)) : !(await lacksKeys(storage, catalog))) return
  if (showKeys) return printKeys(storage)
  const ids = companies.map(({ id }) => id).join(' or ')
  printError(
    `Keys of the demo are not printed into a log: \`npm run -s admin -- keys create --company ID\` (${ids}) makes one, DEMO=on prints them.`,
  )
}

/** False where another node came first. */
async function importDemo(place: StorageAddress): Promise<boolean> {
  printError('The store is empty: loading a demo delivery (DEMO=off starts without one).')
  const [{ importApart }, { writeDemoDelivery }] = await Promise.all([
    import('../delivery/load/import-apart.ts'),
    import('./write-demo-delivery.ts'),
  ])
  try {
    await withScratch(place.dataDir, newId(), async delivery => {
      await making(progress => writeDemoDelivery(delivery, { today: utcDate(new Date()), progress }))
      const { end, ...shown } = importProgress()
      // There are no requests yet.
      await importApart(place, { delivery, ...shown, expectedVersion: 0 }, { actor: 'service', nice: NICE.request }).finally(end)
    })
    return true
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'StoreChanged') throw error
    printError('Another node has loaded data.')
    return false
  }
}

/** Whether the store holds the demo alone, and nobody was ever given a key to it. */
async function lacksKeys({ keys }: Storage, catalog: Catalog): Promise<boolean> {
  const names = catalog.companies.map(({ name }) => name)
  const isDemo = names.length === companies.length && companies.every(({ name }) => names.includes(name))
  return isDemo && (await keys.list()).length === 0
}

async function printKeys({ keys }: Storage): Promise<void> {
  for (const { id, name } of companies) {
    const { key } = await keys.create({ companyId: id, name: `Demo: ${name}` })
    print(`API key: ${key}`)
  }
}
