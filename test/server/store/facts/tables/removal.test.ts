import t, { type Test } from 'tap'
import { removeApps } from '../../../../../server/imports/load/remove-apps.ts'
import {
  claim,
  concludeImport,
  newImportId,
} from '../../../../../server/store/records/import-notes.ts'
import { publishCatalog } from '../../../../../server/store/records/publish.ts'
import type { HeldConnection } from '../../../../../server/store/records/mysql/mysql-connection.ts'
import { Database } from '../../../../../server/store/records/mysql/mysql-database.ts'
import { cleanUp } from '../../../../../server/store/facts/database/clean-up.ts'
import { dropFacts, isFacts } from '../../../../../server/store/facts/database/facts-tables.ts'
import { FILES_OF_DATABASE, rowFaults } from '../../../../../server/core/model/catalog-document.ts'
import type { Delivery } from '../../../../reference/delivery.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../../reference/minimal-delivery.ts'
import { administer, emptyDatabase } from '../../../../support/mariadb.ts'
import { startService } from '../../../../support/started-service.ts'
import { work } from '../../../../support/work.ts'
import { removeRuns } from '../../../../support/remove.ts'
import { load, openNode } from '../../../../support/mysql-storage.ts'

/** Runs `id` and `id + 1` of an app with rows in every table; every text begins with `Planted`. */
function runsOf(app: number, id: number): Delivery {
  const created_at = new Date(Date.UTC(2026, 4, 1, 0, id)).toISOString()
  const campaign = `Planted ${id}`
  return {
    runs: [
      runRow({ run_id: id, app_id: app, created_at }),
      runRow({ run_id: id + 1, app_id: app, kind: 'alert', created_at }),
    ],
    cohorts: [cohortRow({ run_id: id, campaign })],
    cohort_revenue: [1, 7, 365].map(dsi => revenueRow({ run_id: id, dsi, campaign })),
    roas_snapshots: [snapshotRow({ run_id: id, campaign })],
    recommendations: [recommendationRow({ run_id: id, recommendation_id: id, campaign })],
    alerts: [alertRow({ run_id: id + 1, alert_id: id, title: campaign, campaign })],
  }
}

function twoApps(): Delivery {
  const base = minimalDelivery()
  return {
    ...base,
    apps: [appRow(), appRow({ app_id: 7, name: 'Planted app' })],
    app_access: [1, 7].map(app_id => ({ company_id: 1, app_id })),
  }
}

/** Tables, except logs and lists, that contain a text or the id of a run. */
async function tablesWith(url: string, text: string): Promise<string[]> {
  const tables: string[] = []
  for (const row of await administer(url, 'SHOW TABLES')) {
    const table = String(Object.values(row)[0])
    const rows = await administer(url, `SELECT * FROM \`${table}\``)
    const cells = rows.flatMap(cells =>
      Object.values(cells).map(value =>
        Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
      ),
    )
    if (table.includes(text) || cells.some(cell => cell.includes(text))) tables.push(table)
  }
  return tables
}

async function counts(url: string): Promise<unknown> {
  const [row] = await administer(
    url,
    `SELECT (SELECT COUNT(*) FROM recommendations) AS recommendations, (SELECT COUNT(*) FROM alerts) AS alerts,
    (SELECT COUNT(*) FROM roas_snapshots) AS snapshots, (SELECT COUNT(*) FROM identities) AS identities,
    (SELECT COUNT(*) FROM import_runs) AS notes, (SELECT COUNT(*) FROM retired_files) AS retired,
    (SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'facts%') AS facts`,
  )
  return { ...row }
}

t.test('deleting a run deletes its rows and facts, and it may be delivered again', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  await load(node, twoApps())
  const before = await counts(url)
  await load(node, runsOf(1, 10))
  const service = await startService(t, {
    environment: { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' },
  })
  t.match((await service.get('/v1/recommendations?appId=1')).json(), [{ campaign: 'Planted 10' }])
  await removeRuns(node, { app: 1, runs: [10, 11] })
  t.strictSame(
    await counts(url),
    { ...(before as object), identities: 2, retired: 1 },
    'identities stay: other runs may name them',
  )
  t.strictSame(
    (await administer(url, 'SELECT body FROM catalog_runs WHERE run_id = 10')).map(
      row => JSON.parse(String(row['body'])) as unknown,
    ),
    [
      {
        run_id: 10,
        app_id: 1,
        kind: 'recommendation',
        status: 'failed',
        created_at: '2026-05-01T00:10:00.000Z',
        max_install_date: null,
        removed: true,
      },
    ],
    'what is left reads as a failed run',
  )
  service.passSecond()
  t.match((await service.get('/v1/recommendations?appId=1')).json(), [{ campaign: 'Alpha' }])
  const fresh = await startService(t, {
    environment: { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' },
  })
  t.strictSame(
    (await fresh.store.catalog(1)).runs.map(run => run.run_id),
    [1, 2],
  )
  await load(node, runsOf(1, 10))
  service.passSecond()
  t.match((await service.get('/v1/recommendations?appId=1')).json(), [{ campaign: 'Planted 10' }])
  t.strictSame(
    (await service.store.catalog(1)).runs.map(run => run.run_id),
    [1, 2, 10, 11],
  )
})

t.test('removing an app deletes every byte of it and leaves other results unchanged', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  await load(node, twoApps())
  await load(node, runsOf(7, 20))
  await load(node, runsOf(7, 30))
  await removeRuns(node, { app: 7, runs: [30, 31] })
  const service = await startService(t, {
    environment: { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' },
  })
  const paths = [
    '/v1/recommendations?appId=1',
    '/v1/report?appId=1&granularity=campaign&format=csv',
    '/v1/alerts?appId=1',
  ]
  const tags = async (): Promise<unknown[]> =>
    Promise.all(paths.map(async path => (await service.get(path)).headers['etag']))
  const before = await tags()
  const seven = await service.store.catalog(7)
  // By another node: what this one has in memory it may still use.
  const other = await startService(t, {
    environment: { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' },
  })
  t.equal((await other.get('/v1/alerts?appId=7')).status, 200)

  await removeApps(node.imports, { apps: [7] })
  t.strictSame(await tablesWith(url, 'Planted'), [])
  t.strictSame(await tablesWith(url, 'facts_20'), [])
  t.match(await counts(url), { notes: 0, retired: 0 })
  for (const read of [
    () =>
      service.store.recommendations(
        work,
        seven.runs.filter(run => run.run_id === 20),
        'campaign',
      ),
    () => service.store.alerts(work, seven, 7, seven.runs, undefined),
    () => service.store.identities(work, seven, 7),
    () =>
      service.store.identityTotals(
        work,
        seven,
        seven.runs.find(run => run.run_id === 20)!,
      ),
  ])
    await t.rejects(
      Promise.resolve(read()),
      { name: 'StoreUnavailable', message: /removed/ },
      'by the catalog from before',
    )
  service.passSecond()
  t.equal((await service.get('/v1/alerts?appId=7')).status, 403)
  t.match(await service.store.catalog(), { erased: [{ app_id: 7 }], apps: [{ app_id: 1 }] })
  t.strictSame(await tags(), before)

  await load(node, { ...twoApps(), ...runsOf(7, 20) })
  service.passSecond()
  t.equal((await service.get('/v1/alerts?appId=7')).status, 200, 'it may be delivered again')
  t.strictSame((await service.store.catalog()).erased, undefined)
})

t.test('a refused import, a check or a lock removes nothing before a publish', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  await load(node, twoApps())
  await administer(
    url,
    'CREATE TABLE facts_70_0123456789abcdef (x INT)',
    "INSERT INTO import_runs VALUES (70, 1, '0123456789abcdef')",
    "INSERT INTO identities VALUES (1, 1, 1, 'IOS', 'x', 'y', 'DE')",
    'CREATE TABLE facts_1_fedcba9876543210 (x INT)',
    "INSERT INTO retired_files VALUES ('facts_1_fedcba9876543210', 1, '2020-01-01T00:00:00.000Z')",
  )
  const before = await counts(url)
  await t.rejects(load(node, runsOf(99, 40)), { name: 'DeliveryError' })
  await t.rejects(load(node, { runs: [runRow({ run_id: 1 })] }), { name: 'DeliveryError' })
  await node.imports.opened(
    () => undefined,
    async place => {
      await place.lock({ apps: [1], runs: [70] }, new Date())
      await place.abandoned()
    },
  )
  t.strictSame(await counts(url), before)
  await load(node, runsOf(1, 50))
  t.match(await counts(url), { notes: 0, retired: 0, identities: 2, facts: 2 })
})

/** Publishes the removal of app 7 and fails at the `at`th statement after that; whether there were so many. */
async function killedAt(t: Test, url: string, at: number): Promise<boolean> {
  const database = new Database({ url })
  t.teardown(() => database.close())
  const now = new Date()
  const { locks, catalog: previous } = await claim(database, {
    owner: newImportId(),
    scope: { apps: [7], runs: [] },
    faultIn: rowFaults(FILES_OF_DATABASE),
    onWait: () => undefined,
  })
  const next = { ...structuredClone(previous), erased: [{ app_id: 7, since: now.toISOString() }] }
  next.runs = next.runs.filter(run => run.app_id !== 7)
  next.apps = next.apps.filter(app => app.app_id !== 7)
  next.app_access = next.app_access.filter(row => row.app_id !== 7)
  delete next.files[7]
  await publishCatalog(database, {
    apps: locks.apps,
    ...{ previous, next, now, isRemoved: isFacts },
    also: (held, removed) => concludeImport(held, locks, removed),
  })
  let count = 0
  let died = false
  await database.held(async held => {
    const failing = new Proxy(held, {
      get: (target, name: keyof HeldConnection) =>
        name === 'read' || name === 'write' || name === 'run'
          ? async (...args: [never]) => {
              if (count++ >= at) {
                died = true
                throw new Error('killed')
              }
              return await target[name](...args)
            }
          : (Reflect.get(target, name) as unknown),
    })
    await cleanUp(
      { database, held: failing, now, keepMs: 1, removeFile: dropFacts, print: () => undefined },
      locks,
      next,
    )
  })
  await locks.release()
  return died
}

t.test('leftovers of a killed removal are deleted after the next publish of any app', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  let at = 0
  for (; ; at += 3) {
    const run = 100 + at * 10
    await load(
      node,
      at === 0
        ? { ...twoApps(), ...runsOf(7, run) }
        : { apps: twoApps().apps!, app_access: twoApps().app_access!, ...runsOf(7, run) },
    )
    const died = await killedAt(t, url, at)
    t.strictSame(
      (await tablesWith(url, 'Planted')).includes('catalog_apps'),
      false,
      'the catalog has it no longer',
    )
    await load(node, {
      networks: [{ network: `n${at}`, traditional: true }],
      runs: [runRow({ run_id: run + 5, status: 'failed' })],
    })
    t.strictSame(await tablesWith(url, 'Planted'), [], `killed at ${at}`)
    t.match(await counts(url), { notes: 0, facts: 0 })
    if (!died) break
  }
  t.ok(at >= 6, `${at} statements`)
})
