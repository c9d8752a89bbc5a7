import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { importApart } from '../../../../server/delivery/load/import-apart.ts'
import { readCatalog } from '../../../../server/engines/embedded/catalog-file.ts'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { deliver, folder } from '../folder.ts'

t.test('an import in a process of its own answers as one in this process does', async t => {
  const place = { dataDir: await folder(t), databaseUrl: null }
  const delivery = await deliver(t, minimalDelivery())
  t.match(await importApart(place, { delivery }), { loaded: true, version: 1, rows: { runs: 2 } })
  await t.rejects(importApart(place, { delivery }), { name: 'DeliveryError', total: 4, faults: [{ file: 'runs.csv' }] })
  await t.rejects(importApart(place, { delivery, expectedVersion: 0 }), { name: 'StoreChanged' })
})

t.test('one that needs too much memory is ended, and leaves the store as it was', async t => {
  const place = { dataDir: await folder(t), databaseUrl: null }
  const delivery = await deliver(t, minimalDelivery())
  await t.rejects(importApart(place, { delivery }, { memory: 20 * 2 ** 20 }), {
    message: 'The import failed and nothing was loaded: it needed more than the 20 MB of memory that it may take',
  })
  t.equal((await readCatalog(place.dataDir)).version, 0)
  t.match(await importApart(place, { delivery }), { loaded: true }, 'the next one is not hindered')
  t.notMatch(await readdir(join(place.dataDir, 'staging')), ['scratch'])
})
