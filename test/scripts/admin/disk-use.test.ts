import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { diskUse } from '../../../scripts/admin/status-command.ts'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { admin } from '../../support/admin.ts'

t.test('disk use of a data directory is listed by purpose', async t => {
  const dir = t.testdir()
  const nothing = { data: 0, records: 0, trash: 0, spool: 0, cache: 0, spill: 0 }
  t.strictSame(await diskUse(dir), nothing)
  t.strictSame(await diskUse(join(dir, 'missing')), nothing)
  for (const folder of ['deliveries/1', 'trash/old/app-1', 'spool', 'spool-7', 'other'])
    await mkdir(join(dir, folder), { recursive: true })
  for (const file of ['deliveries/1/a', 'trash/old/app-1/b', 'spool/c', 'spool-7/d', 'other/e'])
    await writeFile(join(dir, file), 'x'.repeat(5000))
  await writeFile(join(dir, 'trash', 'sparse'), '')
  await truncate(join(dir, 'trash', 'sparse'), 100e6)
  const { data, trash, spool, cache } = await diskUse(dir)
  t.strictSame(
    [data, trash, spool, cache],
    [8192, 8192, 16_384, 0],
    'whole blocks; holes take none',
  )
})

t.test('status shows disk use', async t => {
  const dir = t.testdir()
  await writeDelivery(join(dir, 'one'), minimalDelivery(), { format: 'csv' })
  await admin(join(dir, 'data'), 'import', join(dir, 'one'))
  t.match(await admin(join(dir, 'data'), 'status'), {
    code: 0,
    stdout: /Disk use of .*data:\npart +MB\ndata +0\n|data +0\.\d/,
  })
  const { disk } = JSON.parse((await admin(join(dir, 'data'), 'status', '--json')).stdout) as {
    disk: Record<string, number>
  }
  t.ok(disk['data']! > 0 && disk['records']! > 0)
})
