import t, { type Test } from 'tap'
import { importInto } from '../../../../server/imports/load/import.ts'
import type {
  ImportDestination,
  ImportScope,
} from '../../../../server/imports/import-destination.ts'
import { folderDestination } from '../../../../server/store/facts/embedded/embedded-destination.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import { appRow, minimalDelivery, runRow } from '../../../reference/minimal-delivery.ts'
import { deliver } from '../../../support/delivery-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** What an import locks, and whether it loads. */
async function lockedBy(
  t: Test,
  delivery: Delivery,
): Promise<{ scope: ImportScope | undefined; isLoaded: boolean }> {
  const place = folderDestination(temporaryFolder(t))
  let locked: ImportScope | undefined
  const imports: ImportDestination = {
    opened: (print, work) =>
      place.opened(print, one =>
        work({
          ...one,
          lock(scope, now) {
            locked = scope
            return one.lock(scope, now)
          },
        }),
      ),
  }
  const isLoaded = await importInto(imports, { delivery: await deliver(t, delivery) }).then(
    () => true,
    () => false,
  )
  return { scope: locked, isLoaded }
}

t.test('an import locks all apps and runs in its tables before it checks them', async t => {
  t.strictSame(await lockedBy(t, minimalDelivery()), {
    scope: { apps: [1], runs: [1, 2] },
    isLoaded: true,
  })
  const everywhere = {
    apps: [appRow({ app_id: 12 }), appRow({ app_id: 'twelve' as never })],
    app_access: [{ company_id: 1, app_id: 7 }],
    bet_lookbacks: [{ app_id: 10, platform: null, start_day: 2, end_day: 8 }],
    runs: [
      runRow({ run_id: 5, app_id: 9 }),
      runRow({ run_id: 2 ** 60, app_id: 9 }),
      runRow({ run_id: 4, app_id: -1 }),
    ],
  }
  t.strictSame(await lockedBy(t, everywhere), {
    scope: { apps: [7, 9, 10, 12], runs: [4, 5] },
    isLoaded: false,
  })
})

t.test('an import of only companies or networks locks no app', async t => {
  const scope = { apps: [], runs: [] }
  t.strictSame(await lockedBy(t, { companies: [{ company_id: 1, name: 'Studio' }] }), {
    scope,
    isLoaded: true,
  })
  t.strictSame(await lockedBy(t, { networks: [{ network: 'Meta', traditional: true }] }), {
    scope,
    isLoaded: true,
  })
})
