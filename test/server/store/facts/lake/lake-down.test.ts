import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { cohortRow, minimalDelivery, runRow } from '../../../../reference/minimal-delivery.ts'
import { administer } from '../../../../support/mariadb.ts'
import { lakeOf, type TestLake } from '../../../../support/lake.ts'
import { startService } from '../../../../support/started-service.ts'

const REPORT = '/v1/report?appId=1&granularity=campaign&metrics=spend,roas&startDate=2026-03-01'

/** What the database and the lake hold. */
async function everything({ databaseUrl, folder }: TestLake): Promise<unknown> {
  const tables = [
    'catalog_state',
    'catalog_apps',
    'catalog_runs',
    'catalog_companies',
    'retired_files',
    'import_runs',
    'import_locks',
  ]
  const rows = await Promise.all(
    tables.map(table => administer(databaseUrl, `SELECT * FROM ${table} ORDER BY 1`)),
  )
  return [
    rows,
    (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.parquet')).sort(),
  ]
}

t.test('without the lake a node serves its cached data, and imports change nothing', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  const service = await startService(t, {
    environment: { ...lake.environment, METRICS: 'on' },
    deliveries: [minimalDelivery()],
  })
  const cached = await service.get(REPORT)
  t.equal(cached.status, 200)
  const up = async () =>
    /^uascope_lake_up (\d)$/m.exec((await service.get('/metrics')).body.toString())?.[1]
  t.equal(await up(), '1')
  const before = await everything(lake)

  await lake.s3!.down()
  const other = await startService(t, { environment: lake.environment })
  const began = performance.now()
  const refused = await other.get(REPORT)
  t.equal(refused.status, 503)
  t.match(refused.headers['retry-after'], /^\d+$/)
  t.match(refused.json(), { code: 'unavailable' })
  t.notMatch(
    refused.body.toString(),
    /bucket|prefix|AKIA|127\.0\.0\.1/,
    'responses do not reveal where data are',
  )
  t.ok(performance.now() - began < 15_000, 'within 5 s, with room for a busy machine')
  t.same(
    (await other.get('/v1/apps')).json(),
    (await service.get('/v1/apps')).json(),
    'what needs no file goes on',
  )
  const readyz = await other.get('/readyz')
  t.equal(readyz.status, 200, 'its outage takes no node out of service')
  t.ok((await service.get(REPORT)).body.equals(cached.body), 'from its cache')
  t.equal((await service.get('/v1/alerts?appId=1')).status, 503)
  t.equal(await up(), '0')

  await t.rejects(
    service.import({ runs: [runRow({ run_id: 7 })], cohorts: [cohortRow({ run_id: 7 })] }),
    /nothing was loaded.*lake/i,
  )
  await lake.s3!.up()
  t.strictSame(await everything(lake), before)
  service.passSecond()
  t.equal((await service.get(REPORT)).headers['run-id'], cached.headers['run-id'])
  await service.import({
    runs: [runRow({ run_id: 7, created_at: '2026-03-31T12:00:00Z' })],
    cohorts: [cohortRow({ run_id: 7 })],
  })
  for (const node of [service, other]) {
    node.passSecond()
    t.equal(
      (await node.get(REPORT)).headers['run-id'],
      '7',
      'and once it is back, all is well on every node',
    )
  }
})

for (const [what, spoil] of Object.entries({
  cut: (path: string) => truncate(path, 300),
  swapped: async (path: string, other: string) => cp(other, path),
  'other bytes': async (path: string, _other: string, bytes: Buffer) =>
    writeFile(path, bytes.fill(7, 200, 240)),
  missing: (path: string) => rm(path),
})) {
  t.test(`an object that is ${what} is never read`, async t => {
    const lake = await lakeOf(t, 's3')
    if (lake === undefined) return
    await startService(t, { environment: lake.environment, deliveries: [minimalDelivery()] })
    const names = (await readdir(lake.folder, { recursive: true })).filter(name =>
      name.endsWith('.parquet'),
    )
    const path = (table: string): string =>
      join(
        lake.folder,
        names.find(name => name.includes(table))!,
      )
    await spoil(path('facts-'), path('recommendations-'), await readFile(path('facts-')))
    const lines: string[] = []
    const write = process.stderr.write.bind(process.stderr)
    process.stderr.write = (chunk: unknown) => lines.push(String(chunk)) > 0
    t.teardown(() => (process.stderr.write = write))
    const node = await startService(t, { environment: lake.environment })
    const answers = await Promise.all([
      node.get(REPORT),
      node.get(REPORT.replace('2026-03-01', '2026-03-02')),
    ])
    process.stderr.write = write
    for (const answer of answers) {
      t.equal(answer.status, 503)
      t.match(answer.headers['retry-after'], /^\d+$/)
    }
    t.equal(lines.filter(line => line.includes('facts-')).length, 1, lines.join(''))
    t.equal(
      (await node.get('/v1/roas-history?appId=1&granularity=campaign&dsi=7')).status,
      200,
      'others are',
    )
  })
}
