import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { importInto } from '../../server/imports/load/import.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { Delivery } from '../reference/delivery.ts'
import { minimalDelivery } from '../reference/minimal-delivery.ts'
import { sharedFolder } from './bundle.ts'
import { withDelivery } from './delivery-folder.ts'
import { twoCompanies } from './two-companies.ts'

/** Deliveries that many test files load. */
const COMMON = { minimal: minimalDelivery, 'two-companies': twoCompanies }

/**
 * Puts a common delivery into an empty data directory that no service has open, and says whether it is one: a copy of a store that is made
 * once in a run takes a tenth of an import.
 */
export async function copyLoaded(
  dataDir: string,
  delivery: Delivery,
  format: 'csv' | 'parquet',
): Promise<boolean> {
  const name = Object.entries(COMMON).find(([, make]) => isDeepStrictEqual(delivery, make()))?.[0]
  if (name === undefined) return false
  const folder = await sharedFolder(`store-${name}-${format}`, folder =>
    withStorage(
      { dataDir: join(folder, 'data'), databaseUrl: null, lake: null },
      async ({ imports }) =>
        void (await withDelivery(
          delivery,
          path => importInto(imports, { delivery: path }),
          format,
        )),
      'service',
    ),
  )
  await cp(join(folder, 'data'), dataDir, { recursive: true })
  return true
}
