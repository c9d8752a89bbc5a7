import { DuckDBInstance } from '@duckdb/node-api'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { changeRun } from '../../../../server/delivery/load/changes.ts'
import { removeApps } from '../../../../server/delivery/load/remove-apps.ts'
import { dataFiles } from '../../../../server/model/catalog.ts'
import { readDeltaTable } from '../../../reference/delta-table.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import { appRow, cohortRow, eventRow, minimalDelivery, revenueRow, runRow, snapshotRow } from '../../../reference/minimal-delivery.ts'
import { admin } from '../../../support/admin.ts'
import { draws } from '../../../support/draws.ts'
import { lakeOf } from '../../../support/lake.ts'
import { administer } from '../../../support/mariadb.ts'
import { openTablesAgree, storeFolder } from '../../../support/open-tables.ts'
import { repository } from '../../../support/repository.ts'
import { startService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'
import { seed } from '../../../support/seed.ts'

t.test('an independent Delta reader finds the rows of reports, through imports, withdrawals and prunes', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const { differences, reports, rows } = await openTablesAgree(t, lake, { steps: 12, reportsEach: draws(3), seed })
  t.strictSame(differences, [])
  t.ok(reports >= 30 && rows > 100, `${reports} reports over ${rows} rows`)
})

const FOLDERS = ['identities', 'facts', 'roas_snapshots']

async function logFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile() && entry.parentPath.endsWith('_delta_log')).map(entry => join(entry.parentPath, entry.name))
}

function run(id: number, dsis: readonly number[] = [7]): Delivery {
  return {
    runs: [runRow({ run_id: id, created_at: new Date(Date.UTC(2026, 3, id)).toISOString() })],
    cohorts: [cohortRow({ run_id: id })],
    cohort_revenue: dsis.map(dsi => revenueRow({ run_id: id, dsi })),
    roas_snapshots: [snapshotRow({ run_id: id })],
  }
}

t.test('a schema keeps columns of DSIs that later runs lack, and gets new ones', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const service = await startService(t, { environment: lake.environment, deliveries: [minimalDelivery()] })
  const read = async () => (await readDeltaTable(join(await storeFolder(lake), 'app-1/facts')))!
  const names = async (): Promise<string[]> => (await read()).columns.map(({ name }) => name).filter(name => name.startsWith('paid_gross'))
  t.strictSame(await names(), ['paid_gross_d1', 'paid_gross_d7', 'paid_gross_d365'])
  await service.import({ apps: [appRow({ dsi_values: '7,30', target_dsi: 7 })], ...run(5, [7, 30]) })
  t.strictSame(await names(), ['paid_gross_d1', 'paid_gross_d7', 'paid_gross_d365', 'paid_gross_d30'])
  const { rows } = await read()
  t.match(rows, [{ run_id: 5, paid_gross_d1: null, paid_gross_d365: null }])
  t.type(rows[0]!['paid_gross_d30'], 'string')
})

t.test('a version for each change, of every table that changed, and none for what changed nothing', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const service = await startService(t, { environment: lake.environment, deliveries: [minimalDelivery()] })
  const versions = async () =>
    await Promise.all(FOLDERS.map(async table => (await readDeltaTable(join(await storeFolder(lake), 'app-1', table)))?.version))
  t.strictSame(await versions(), [0, 0, 0])
  await service.import({ networks: [{ network: 'Meta', traditional: true }] })
  t.strictSame(await versions(), [0, 0, 0])
  await service.import(run(5))
  t.strictSame(await versions(), [0, 1, 1], 'the run has no new identities')
  await changeRun(service.storage.imports, { runId: 5, withdrawn: true, force: true })
  t.strictSame(await versions(), [0, 2, 1], 'snapshots of withdrawn runs stay, as in the store')
  const facts = async (version?: number) =>
    (await readDeltaTable(join(await storeFolder(lake), 'app-1/facts'), version === undefined ? {} : { version }))!.rows.map(
      row => row['run_id'],
    )
  t.strictSame(await facts(), [1])
  t.strictSame(await facts(1), [5], 'the version before can be read as long as its files stay')
})

t.test('an app that leaves takes its tables along; delivered again, it begins with version 0', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const second = { apps: [appRow(), appRow({ app_id: 7 })], app_access: [1, 7].map(app_id => ({ company_id: 1, app_id })) }
  const service = await startService(t, { environment: lake.environment, deliveries: [{ ...minimalDelivery(), ...second }] })
  for (let id = 20; id < 31; id++) await service.import({ ...run(id), runs: [runRow({ run_id: id, app_id: 7 })] })
  const store = await storeFolder(lake)
  t.equal((await readDeltaTable(join(store, 'app-7/facts')))?.fromCheckpoint, true)
  // As an import leaves it that was killed before it recorded the last version.
  await administer(lake.databaseUrl, `UPDATE open_tables SET heads = '{"identities":9,"facts":8}' WHERE app_id = 7`)
  await removeApps(service.storage.imports, { apps: [7] })
  t.strictSame(await logFiles(join(store)).then(files => files.filter(file => file.includes('app-7'))), [])
  t.match(await administer(lake.databaseUrl, 'SELECT app_id FROM open_tables'), [{ app_id: 1 }])
  await service.import({ ...second, ...run(40), runs: [runRow({ run_id: 40, app_id: 7 })] })
  t.equal((await readDeltaTable(join(store, 'app-7/facts')))?.version, 0)
})

t.test('verify reports logs that differ, and its repair writes them again', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const service = await startService(t, { environment: lake.environment, deliveries: [minimalDelivery(), run(5), run(6)] })
  const store = await storeFolder(lake)
  const verify = async (repair = false) => await service.storage.verify!({ repair, print: () => undefined })
  t.match(await verify(), { findings: [], repaired: [] })
  const log = join(store, 'app-1/facts/_delta_log')
  await rm(join(log, '00000000000000000001.json'))
  t.match(await verify(), {
    findings: [{ kind: 'damage', file: 'app-1/facts/_delta_log', problem: /^The lake has no object .*0001\.json$/, advice: /--repair/ }],
  })
  await writeFile(join(log, '00000000000000000001.json'), 'no JSON\n')
  t.match(await verify(), { findings: [{ problem: /a line is not JSON/ }] })
  await service.import(run(7))
  const problems = (await verify()).findings.map(({ problem }) => problem)
  t.ok(problems.includes('its open tables lag behind'), 'an import succeeds without them')
  await administer(lake.databaseUrl, 'UPDATE open_tables SET pending = 0')
  const { repaired } = await verify(true)
  t.ok(repaired.includes('Wrote app-1/facts/_delta_log again.'))
  t.strictSame(
    (await verify()).findings.filter(({ kind }) => kind === 'damage'),
    [],
  )
  t.match((await readDeltaTable(join(store, 'app-1/facts')))?.rows, [{ run_id: 7 }])
})

t.test('a store that returns to an earlier catalog moves its tables forward', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const service = await startService(t, {
    environment: { ...lake.environment, LAKE_KEEP_DAYS: '30' },
    deliveries: [minimalDelivery(), run(5)],
  })
  const tables = ['catalog_apps', 'catalog_runs', 'catalog_state', 'retired_files', 'open_tables']
  await administer(lake.databaseUrl, ...tables.map(table => `CREATE TABLE kept_${table} AS SELECT * FROM ${table}`))
  await service.import(run(6))
  await service.import(run(7))
  await service.stop()
  await administer(
    lake.databaseUrl,
    ...tables.flatMap(table => [`DELETE FROM ${table}`, `INSERT INTO ${table} SELECT * FROM kept_${table}`]),
  )
  const store = await storeFolder(lake)
  const node = await startService(t, { environment: lake.environment })
  await node.import({ networks: [{ network: 'Meta', traditional: true }], apps: [appRow({ name: 'Again' })] })
  const facts = await readDeltaTable(join(store, 'app-1/facts'))
  t.match(facts, { version: 4, rows: [{ run_id: 5 }] })
  t.equal((await readDeltaTable(join(store, 'app-1/roas_snapshots')))!.rows.length, 2)
})

t.test('files have the names of version 1.1 until tables are switched on; then the next import copies what tables show', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const newest = async () => Number((await administer(lake.databaseUrl, 'SELECT MAX(version) AS version FROM migrations'))[0]!['version'])
  const off = await startService(t, {
    environment: { ...lake.environment, LAKE_OPEN_TABLES: 'off' },
    deliveries: [minimalDelivery(), run(5)],
  })
  const before = [...dataFiles(await off.store.catalog(1))]
  t.ok(before.length > 5)
  for (const file of before) t.match(file, /^[0-9a-f]{16}\/[a-z]+-\d+\.parquet$/)
  t.equal(await newest(), 3, 'version 1.1 starts')
  await off.stop()

  const service = await startService(t, { environment: lake.environment })
  await service.import({ events: [eventRow()] })
  t.equal(await newest(), 6, 'it refuses to start')
  const store = await storeFolder(lake)
  const tables = await Promise.all(FOLDERS.map(async table => (await readDeltaTable(join(store, 'app-1', table)))!))
  t.strictSame(
    tables.map(({ rows }) => rows.length),
    [1, 1, 2],
  )
  for (const { path } of tables.flatMap(({ files }) => files)) t.match(path, /^[0-9a-f]{16}\/[a-z]+-\d+\.parquet$/, 'relative')
  t.equal((await service.get('/v1/report?appId=1&granularity=campaign')).headers['run-id'], '5')
  const { findings } = await service.storage.verify!({ repair: false, print: () => undefined })
  t.strictSame(
    findings.map(({ file, problem }) => [before.includes(file), problem]),
    Array.from({ length: 4 }, () => [true, 'is no longer needed']),
  )
  await service.import(run(6))
  await removeApps(service.storage.imports, { apps: [1] })
  t.strictSame(
    (await readdir(store, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile()),
    [],
  )
})

t.test('LAKE_OPEN_TABLES=off writes none; a service that is on writes them, and admin lists them', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  const off = { ...lake.environment, LAKE_OPEN_TABLES: 'off' }
  const service = await startService(t, { environment: off, deliveries: [minimalDelivery()] })
  const store = await storeFolder(lake)
  t.strictSame(await logFiles(store), [])
  const tables = async () => await admin({ ...lake.environment, DATA_DIR: service.dataDir }, 'lake', 'tables')
  t.match((await tables()).stdout, /no open tables/)
  await startService(t, { environment: lake.environment })
  await until('the tables are written', async () => (await logFiles(store)).length === 3)
  await until('they are listed', async () => /facts/.test((await tables()).stdout))
  t.match((await tables()).stdout, new RegExp(`facts +0 +s3://bucket/some/prefix/${store.split('/').at(-1)}/app-1/facts +current`))
  const calls = lake.s3!.calls.length
  await service.import(run(5))
  t.notOk(lake.s3!.calls.slice(calls).some(({ key }) => key.includes('_delta_log')))
})

t.test("the page's DuckDB query gives what the report does, over the files that the logs name", async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const service = await startService(t, { environment: lake.environment, deliveries: [minimalDelivery(), run(5)] })
  const page = await readFile(join(repository, 'server/engines/lake/OPEN-TABLES.md'), 'utf8')
  const [, block] = /```sql\nINSTALL delta; LOAD delta;\n([^`]*)```/.exec(page)!
  const folder = join(await storeFolder(lake), 'app-1')
  let text = block!
  for (const table of ['facts', 'identities']) {
    const { files } = (await readDeltaTable(join(folder, table)))!
    const paths = files.map(({ path }) => `'${join(folder, table, path)}'`)
    text = text.replace(new RegExp(`delta_scan\\('[^']*/${table}'\\)`), `read_parquet([${paths.join(', ')}])`)
  }
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const [view, query] = text.split(';\n') as [string, string]
  await connection.run(view)
  const rows = (await connection.runAndReadAll(query)).getRowObjectsJson()
  service.passSecond()
  const report = '/v1/report?appId=1&granularity=campaign&groupBy=network&installGrouping=total&metrics=spend,roas&dsiValues=7'
  const types = '&roasTypes=full_blended&revenueTypes=gross&startDate=2026-03-01&format=csv'
  const [, cells] = (await service.get(report + types)).body.toString().split(/\r?\n/)
  const [, network, spend, roas] = cells!.split(',')
  t.strictSame(
    rows.map(row => [row['network'], Number(row['spend']), row['roas_d7']]),
    [[network, Number(spend), Number(roas)]],
  )
})
