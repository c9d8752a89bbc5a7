import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { importDelivery } from '../../../../../server/store/facts/embedded/embedded-destination.ts'
import { openDuckdbStore } from '../../../../../server/store/facts/embedded/embedded-store.ts'
import { minimalDelivery, cohortRow, runRow } from '../../../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../../../reference/write-delivery.ts'

t.test('a store is ready while the files in its catalog exist', async t => {
  const dir = t.testdir({ data: {} })
  const dataDir = join(dir, 'data')
  let now = 0
  const store = await openDuckdbStore(dataDir, { steady: () => now })
  t.teardown(() => store.close())
  await store.ready()
  await writeDelivery(join(dir, 'one'), minimalDelivery(), { format: 'csv' })
  await importDelivery({ dataDir, delivery: join(dir, 'one') })
  now += 1000
  await t.resolves(store.ready())

  const deliveries = join(dataDir, 'deliveries')
  await rename(deliveries, `${deliveries}-away`)
  await t.rejects(store.ready(), { name: 'StoreDamaged' }, 'gone while it serves')
  const late = await openDuckdbStore(dataDir)
  t.teardown(() => late.close())
  await t.rejects(late.ready(), { name: 'StoreDamaged', file: /^deliveries/ }, 'gone at the start')
  await rename(`${deliveries}-away`, deliveries)
  await t.resolves(store.ready())
  await t.resolves(late.ready())

  await writeDelivery(
    join(dir, 'two'),
    { runs: [runRow({ run_id: 3 })], cohorts: [cohortRow({ run_id: 3 })] },
    { format: 'csv' },
  )
  await importDelivery({ dataDir, delivery: join(dir, 'two') })
  const [file] = (await readdir(join(deliveries, '2'))).filter(name => name.endsWith('.parquet'))
  await rm(join(deliveries, '2', file!))
  now += 1000
  await t.rejects(
    store.ready(),
    { name: 'StoreDamaged', file: `deliveries/2/${file}` },
    'one file of a new catalog',
  )
})
