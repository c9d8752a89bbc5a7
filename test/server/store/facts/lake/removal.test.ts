import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeApps } from '../../../../../server/imports/load/remove-apps.ts'
import t from 'tap'
import { watchErased } from '../../../../../server/store/facts/common/watch-erased.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  runRow,
  snapshotRow,
} from '../../../../reference/minimal-delivery.ts'
import { lakeOf } from '../../../../support/lake.ts'
import { administer } from '../../../../support/mariadb.ts'
import { startService } from '../../../../support/started-service.ts'
import { work } from '../../../../support/work.ts'
import { removeRuns } from '../../../../support/remove.ts'

/** Names of the files below a folder that are of an app's runs, or its own. */
async function filesOf(folder: string, ids: readonly number[]): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry =>
    entry.isFile(),
  )
  return files
    .map(({ name }) => name)
    .filter(name => ids.includes(Number(/-(\d+)\.parquet/.exec(name)?.[1])))
}

for (const kind of ['file', 's3'] as const) {
  t.test(`removing an app deletes it from lake, tables and node caches (${kind})`, async t => {
    const lake = await lakeOf(t, kind)
    if (lake === undefined) return
    const planted = {
      ...minimalDelivery(),
      apps: [appRow(), appRow({ app_id: 7, name: 'Planted' })],
      app_access: [1, 7].map(app_id => ({ company_id: 1, app_id })),
    }
    const ofSeven = (id: number) => ({
      runs: [
        runRow({ run_id: id, app_id: 7 }),
        runRow({ run_id: id + 1, app_id: 7, kind: 'alert' as const }),
      ],
      cohorts: [cohortRow({ run_id: id, campaign: `Planted ${id}` })],
      roas_snapshots: [snapshotRow({ run_id: id, campaign: `Planted ${id}` })],
      recommendations: [
        recommendationRow({ run_id: id, recommendation_id: id, campaign: `Planted ${id}` }),
      ],
      alerts: [alertRow({ run_id: id + 1, alert_id: id, campaign: `Planted ${id}` })],
    })
    const { environment } = lake
    const service = await startService(t, {
      environment,
      deliveries: [planted, ofSeven(20), ofSeven(30)],
    })
    const node = await startService(t, { environment })
    t.equal((await node.get('/v1/recommendations?appId=7')).status, 200)
    t.equal((await node.get('/v1/report?appId=7&granularity=campaign')).status, 200)
    const ids = [7, 20, 21, 30, 31]
    const cache = join(node.dataDir, 'cache')
    t.ok((await filesOf(cache, ids)).length >= 2)
    const seven = await node.store.catalog(7)
    const [report, list] = [
      await node.get('/v1/report?appId=1&granularity=campaign'),
      await node.get('/v1/recommendations?appId=1'),
    ]

    // What a dead import has put of it.
    await administer(lake.databaseUrl, "INSERT INTO import_runs VALUES (40, 7, '0123456789abcdef')")
    await removeApps(service.storage.imports, { apps: [7] })
    t.strictSame(await filesOf(lake.folder, ids), [])
    t.match(
      await administer(
        lake.databaseUrl,
        'SELECT (SELECT COUNT(*) FROM import_runs) + (SELECT COUNT(*) FROM retired_files) AS n',
      ),
      [{ n: 0 }],
    )
    const objects = (await readdir(lake.folder, { recursive: true, withFileTypes: true })).filter(
      entry => entry.isFile(),
    )
    for (const { parentPath, name } of objects)
      t.notOk((await readFile(join(parentPath, name))).includes('Planted'), name)

    const gone = { name: 'StoreUnavailable', message: /was removed during the read/ }
    await node.store.identities(work, seven, 7).catch(() => undefined)
    await t.rejects(
      node.store.alerts(work, seven, 7, seven.runs, undefined),
      gone,
      'a deliberately deleted file is not damage',
    )
    await t.resolves(node.store.ready())
    node.passSecond()
    t.equal((await node.get('/v1/recommendations?appId=7')).status, 403)
    const noteFile = join(node.dataDir, 'erased.json')
    const watching = watchErased({
      store: node.store,
      noteFile,
      erase: apps => node.storage.onErased!(apps),
    })
    await watching.look()
    watching.stop()
    t.strictSame(await filesOf(cache, ids), [])
    t.equal(
      (await node.get('/v1/report?appId=1&granularity=campaign')).headers['etag'],
      report.headers['etag'],
    )
    t.equal((await node.get('/v1/recommendations?appId=1')).headers['etag'], list.headers['etag'])
  })
}

t.test('files of a deleted run stay for LAKE_KEEP_DAYS', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const service = await startService(t, {
    environment: lake.environment,
    deliveries: [minimalDelivery()],
  })
  await service.import({
    runs: [runRow({ run_id: 5 })],
    recommendations: [recommendationRow({ run_id: 5, recommendation_id: 5 })],
  })
  await removeRuns(service.storage, { app: 1, runs: [5] })
  t.strictSame(await filesOf(lake.folder, [5]), ['recommendations-5.parquet'])
  await service.import({
    runs: [runRow({ run_id: 5 })],
    recommendations: [recommendationRow({ run_id: 5, recommendation_id: 5 })],
  })
  t.equal((await filesOf(lake.folder, [5])).length, 2, 'another import has another file')
  await removeRuns(service.storage, { app: 1, runs: [5], now: new Date(Date.now() + 31 * 60_000) })
  t.equal((await filesOf(lake.folder, [5])).length, 1)
})
