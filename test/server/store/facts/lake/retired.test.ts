import { readdir } from 'node:fs/promises'
import t from 'tap'
import { importInto } from '../../../../../server/imports/load/import.ts'
import {
  cohortRow,
  minimalDelivery,
  recommendationRow,
  runRow,
} from '../../../../reference/minimal-delivery.ts'
import { administer } from '../../../../support/mariadb.ts'
import { lakeOf } from '../../../../support/lake.ts'
import { startService, type TestService } from '../../../../support/started-service.ts'
import { withDelivery } from '../../../../support/delivery-folder.ts'

const START = Date.UTC(2026, 3, 1)
const MINUTE = 60_000

async function importAt(service: TestService, id: number, at: number): Promise<void> {
  const run = {
    runs: [runRow({ run_id: id, created_at: new Date(START + id * 1000).toISOString() })],
    cohorts: [cohortRow({ run_id: id })],
    recommendations: [recommendationRow({ run_id: id, recommendation_id: id })],
  }
  await withDelivery(run, delivery =>
    importInto(service.storage.imports, { delivery, now: () => new Date(at) }),
  )
}

async function factsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.flatMap(name => /(facts-\d+)\.parquet$/.exec(name)?.[1] ?? []).sort()
}

for (const [days, kept] of [
  ['0', 31 * MINUTE],
  ['2', 2 * 1440 * MINUTE + MINUTE],
] as const) {
  t.test(`unreferenced objects are deleted after LAKE_KEEP_DAYS=${days}`, async t => {
    const lake = await lakeOf(t, 'file')
    if (lake === undefined) return
    const environment = { ...lake.environment, LAKE_KEEP_DAYS: days }
    const service = await startService(t, { environment, deliveries: [minimalDelivery()] })
    for (const id of [11, 12, 13]) await importAt(service, id, START)
    t.strictSame(
      await factsIn(lake.folder),
      ['facts-1', 'facts-11', 'facts-12', 'facts-13'],
      'readers may be at it',
    )
    await importAt(service, 14, START + kept - 5 * MINUTE)
    t.ok((await factsIn(lake.folder)).includes('facts-1'))
    await importAt(service, 15, START + kept)
    t.strictSame(await factsIn(lake.folder), [
      'facts-11',
      'facts-12',
      'facts-13',
      'facts-14',
      'facts-15',
    ])
    t.notOk(
      (await administer(lake.databaseUrl, 'SELECT file FROM retired_files')).some(row =>
        String(row['file']).includes('facts-1.'),
      ),
    )
  })
}

t.test('an existing id is found without reading files of other ids', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  const service = await startService(t, {
    environment: lake.environment,
    deliveries: [minimalDelivery()],
  })
  for (const id of [11, 12]) await importAt(service, id, START)
  lake.s3!.calls.length = 0
  await importAt(service, 13, START)
  t.strictSame(
    lake.s3!.calls.filter(({ method, key }) => method === 'GET' && key.includes('recommendations')),
    [],
  )
  const again = {
    runs: [runRow({ run_id: 14 })],
    recommendations: [recommendationRow({ run_id: 14, recommendation_id: 12 })],
  }
  await t.rejects(service.import(again), /1 error/)
  t.equal(
    lake.s3!.calls.filter(
      ({ method, key }) => method === 'GET' && key.includes('recommendations-12'),
    ).length,
    1,
  )
})
