// A minute on an idle machine: imports are killed between the publish and the end of the logs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { cohortRow, minimalDelivery, revenueRow, runRow, snapshotRow } from '../reference/minimal-delivery.ts'
import { type DeltaTable, readDeltaTable } from '../reference/delta-table.ts'
import { writeDelivery } from '../reference/write-delivery.ts'
import { bundle } from '../support/bundle.ts'
import { lakeOf } from '../support/lake.ts'
import { administer } from '../support/mariadb.ts'
import { storeFolder } from '../support/open-tables.ts'
import { repository } from '../support/repository.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

const CHILD = await bundle(join(repository, 'test/faults/lake-import-child.ts'))

function run(id: number) {
  const created_at = new Date(Date.UTC(2026, 3, id)).toISOString()
  return {
    runs: [runRow({ run_id: id, created_at })],
    cohorts: [cohortRow({ run_id: id, campaign: `Campaign ${id}` })],
    cohort_revenue: [revenueRow({ run_id: id, campaign: `Campaign ${id}` })],
    roas_snapshots: [snapshotRow({ run_id: id, campaign: `Campaign ${id}` })],
  }
}

/** Where a killed import hangs, by the version that it writes. */
const POINTS = new Map([
  [1, { point: 'before the first commit', hangs: /_delta_log\/\d+\.json$/ }],
  [2, { point: 'between the commits of two tables', hangs: /facts\/_delta_log\/\d+\.json$/ }],
  [
    10,
    {
      point: 'between a commit and its checkpoint, or that and its pointer',
      hangs: /facts\/_delta_log\/\d+\.checkpoint\.parquet$|roas_snapshots\/_delta_log\/_last_checkpoint$/,
    },
  ],
])

function inOrder(table: DeltaTable): unknown[] {
  return table.rows.toSorted((one, other) => Number(one['run_id']) - Number(other['run_id']))
}

t.test('an import that is killed after its publish leaves readers the table before, until a service writes it', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  const { s3, environment } = lake
  const importer = await startService(t, { environment, deliveries: [minimalDelivery()] })
  const store = await storeFolder(lake)
  const served = async (): Promise<unknown> => (await readDeltaTable(join(store, 'app-1/facts')))?.rows.map(row => row['run_id'])
  const isWhole = async (): Promise<boolean> => {
    const [row] = await administer(lake.databaseUrl, 'SELECT pending FROM open_tables')
    return Number(row!['pending']) === 0
  }
  await importer.stop()

  for (let version = 1; version <= 10; version++) {
    const id = version + 2
    const stop = POINTS.get(version)
    const service = await startService(t, { environment })
    if (stop === undefined) {
      await service.import(run(id))
      await service.stop()
      continue
    }
    await service.stop()
    const { point, hangs } = stop
    let isHanging = false
    s3!.fault(({ method, key }) => {
      if (method !== 'PUT' || !hangs.test(key)) return undefined
      isHanging = true
      return { delay: Infinity }
    })
    const delivery = await mkdtemp(join(importer.dataDir, 'delivery-'))
    await writeDelivery(delivery, run(id), { format: 'csv' })
    const child = spawn(process.execPath, [CHILD, importer.dataDir, delivery, JSON.stringify(environment)], { stdio: 'inherit' })
    const exit = once(child, 'exit')
    await until(`it hangs ${point}`, () => Promise.resolve(isHanging))
    child.kill('SIGKILL')
    t.strictSame(await exit, [null, 'SIGKILL'])
    s3!.fault(() => undefined)
    for (const table of ['facts', 'identities', 'roas_snapshots']) {
      const read = await readDeltaTable(join(store, 'app-1', table))
      t.ok(read!.rows.length > 0, `${table} can be read when it hung ${point}`)
    }

    const node = await startService(t, { environment })
    t.equal((await node.get('/v1/report?appId=1&granularity=campaign')).headers['run-id'], String(id), 'the import is served')
    t.notOk(await isWhole())
    await until('the service has written what is missing', isWhole)
    t.strictSame(await served(), [id], point)
    const snapshots = await readDeltaTable(join(store, 'app-1/roas_snapshots'))
    const replayed = await readDeltaTable(join(store, 'app-1/roas_snapshots'), { withoutCheckpoints: true })
    t.equal(snapshots!.rows.length, id - 1)
    t.equal(snapshots!.fromCheckpoint, version === 10)
    t.strictSame(inOrder(snapshots!), inOrder(replayed!), 'checkpoint and commits say the same')
    await node.stop()
  }
  const names = await readdir(join(store, 'app-1/facts/_delta_log'))
  t.ok(names.includes('00000000000000000010.checkpoint.parquet'))
  t.equal(names.filter(name => name.endsWith('.json')).length, 11, 'a version for each import, and none twice')
})
