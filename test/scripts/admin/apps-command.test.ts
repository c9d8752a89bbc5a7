import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import t, { type Test } from 'tap'
import { changeRun } from '../../../server/imports/load/changes.ts'
import { readPath, sql } from '../../../server/core/model/sql.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../reference/minimal-delivery.ts'
import { admin } from '../../support/admin.ts'
import { startService, type TestService } from '../../support/started-service.ts'

const [NAME, CAMPAIGN, PLANTED] = [
  'Verschwinde Saga',
  'Zyx-Kampagne-4711',
  'mail ada.planted@example.com',
]

/** A recommendation and an alert run of an app; ids begin with `first`. */
function runsOf(app: number, first: number, campaign: string, text: string) {
  const run = { run_id: first, campaign }
  return {
    runs: [
      runRow({ run_id: first, app_id: app }),
      runRow({ run_id: first + 1, app_id: app, kind: 'alert' as const }),
    ],
    cohorts: [cohortRow(run)],
    cohort_revenue: [revenueRow(run)],
    roas_snapshots: [snapshotRow(run)],
    recommendations: [recommendationRow({ ...run, recommendation_id: first })],
    alerts: [
      alertRow({
        run_id: first + 1,
        campaign,
        alert_id: first,
        summary: text,
        detail: `${text} again`,
      }),
    ],
  }
}

function merged(one: object, other: object): object {
  const tables = Object.keys(one) as (keyof typeof one)[]
  return Object.fromEntries(
    tables.map(table => [table, [...(one[table] as []), ...(other[table] as [])]]),
  )
}

/** App 1 that stays, read by companies 1 and 2; app 2 that goes, read by company 2 alone. */
async function twoApps(t: Test): Promise<TestService> {
  const service = await startService(t)
  await service.import(
    minimalDelivery({
      companies: [
        { company_id: 1, name: 'Studio' },
        { company_id: 2, name: 'Agency' },
      ],
      apps: [appRow(), appRow({ app_id: 2, name: NAME })],
      app_access: [
        { company_id: 1, app_id: 1 },
        { company_id: 2, app_id: 1 },
        { company_id: 2, app_id: 2 },
      ],
      ...merged(runsOf(1, 11, 'Alpha', 'ROAS fell'), runsOf(2, 21, CAMPAIGN, PLANTED)),
    }),
  )
  // A second import of either, so that identities are retired; a withdrawn run, so that there are more catalogs.
  await service.import(
    merged(runsOf(1, 31, 'Beta', 'Bids'), runsOf(2, 41, `${CAMPAIGN}-2`, PLANTED)),
  )
  return service
}

const PATHS = [
  'apps',
  'campaigns?appId=1',
  'recommendations?appId=1',
  'alerts?appId=1',
  'report?appId=1&granularity=campaign&format=csv',
].map(path => `/v1/${path}`)

async function answers(service: TestService): Promise<unknown[]> {
  service.passSecond()
  return await Promise.all(
    PATHS.map(async path => {
      const { status, headers, body } = await service.get(path, 1)
      return [path, status, headers['etag'], body.toString()]
    }),
  )
}

/** Where any of the texts stands under a folder: in the bytes of a file or in a value of a Parquet file. */
async function find(folder: string, texts: readonly string[]): Promise<string[]> {
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect()
  const hits: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    let text = texts.filter(text => bytes.includes(text) || path.includes(text)).join()
    if (bytes.subarray(0, 4).toString() === 'PAR1') {
      const rows = (
        await duckdb.runAndReadAll(sql`FROM read_parquet(${readPath(path)})`)
      ).getRowObjectsJson()
      const notes = (
        await duckdb.runAndReadAll(
          sql`SELECT decode(value) FROM parquet_kv_metadata(${readPath(path)})`,
        )
      ).getRowsJson()
      const values = JSON.stringify([rows, notes])
      text += texts.filter(text => values.includes(text)).join()
    }
    if (text !== '') hits.push(`${path.slice(folder.length + 1)}: ${text}`)
  }
  return hits
}

t.test('apps remove deletes every byte of the app and leaves other apps unchanged', async t => {
  const service = await twoApps(t)
  const { dataDir } = service
  const texts = [NAME, CAMPAIGN, PLANTED]
  // Built files of both apps, files in the trash, a replaced store and what a killed build has left.
  for (const path of [
    'report?appId=2&granularity=campaign&format=csv',
    'roas-history?appId=2&granularity=campaign&format=csv',
  ]) {
    t.equal((await service.get(`/v1/${path}`, 2)).status, 200)
  }
  const later = new Date(Date.now() + 3_600_000)
  await changeRun(service.storage.imports, { runId: 21, withdrawn: true }, undefined, later)
  const replaced = join(dataDir, 'trash', '2026-03-30T10-00-00.000Z', 'replaced-store')
  await mkdir(replaced, { recursive: true })
  await writeFile(join(replaced, 'catalog.json'), NAME)
  const before = await answers(service)
  const where = new Set((await find(dataDir, texts)).map(file => /^[a-z.]+/.exec(file)![0]))
  t.strictSame([...where].sort(), ['deliveries', 'records', 'spool', 'trash'])

  t.match(await admin(dataDir, 'apps', 'remove', '2'), {
    code: 1,
    stderr: `admin: app 2 (${NAME}): 4 runs, 10 rows, 9 data files, `,
  })
  const dry = await admin(dataDir, 'apps', 'remove', '2', '--dry-run', '--json')
  t.match(JSON.parse(dry.stdout), {
    dryRun: true,
    apps: [{ appId: 2, name: NAME, runs: 4, rows: { cohorts: 2, alerts: 2 } }],
    deleted: null,
  })
  t.strictSame(await answers(service), before)
  t.ok((await find(dataDir, texts)).length > 0)

  const removed = await admin(dataDir, 'apps', 'remove', '2', '--yes', '--json')
  t.equal(removed.code, 0, removed.stderr)
  const receipt = JSON.parse(removed.stdout) as {
    apps: { files: number }[]
    deleted: { files: number; bytes: number }
  }
  t.match(receipt, { dryRun: false, apps: [{ appId: 2, companies: [2], runs: 4 }], unknown: [] })
  t.ok(
    receipt.deleted.files > receipt.apps[0]!.files && receipt.deleted.bytes > 0,
    'copies count, too',
  )
  t.strictSame(await find(dataDir, texts), [])
  t.strictSame(
    await answers(service),
    before,
    'other apps answer byte for byte the same, with the same ETags',
  )
  t.match(await service.get('/v1/recommendations?appId=2', 2), { status: 403 })

  t.match(
    (await admin(dataDir, 'apps', 'remove', '2', '--yes')).stderr,
    'Deleted what is left of app 2',
    'it can be repeated',
  )
  t.match(await admin(dataDir, 'apps', 'remove', '3', '--yes'), {
    code: 1,
    stderr: 'app 3 does not exist; available: 1 (Game)',
  })
  t.match(JSON.parse((await admin(dataDir, 'apps', 'list', '--json')).stdout), [
    { appId: 1, companies: [1, 2], runs: 4 },
  ])
  t.match(
    (await admin(dataDir, 'audit', '--action', 'app.removed', '--json')).stdout,
    '"target":"app:2"',
  )

  await service.import({
    ...minimalDelivery(),
    apps: [appRow({ app_id: 2, name: 'Anew' })],
    app_access: [{ company_id: 2, app_id: 2 }],
    ...runsOf(2, 21, 'Gamma', 'fresh'),
  })
  service.passSecond()
  t.match(await service.get('/v1/campaigns?appId=2', 2), { status: 200 })
  const after = (await service.get('/v1/campaigns?appId=2', 2)).body.toString()
  t.ok(
    after.includes('Gamma') && !after.includes(CAMPAIGN),
    'delivered again, the app starts empty',
  )
  t.equal((await service.store.catalog()).erased, undefined)
})

t.test('companies remove --data removes apps that no other company reads', async t => {
  const service = await twoApps(t)
  const { dataDir } = service
  const before = await answers(service)
  const dry = JSON.parse(
    (await admin(dataDir, 'companies', 'remove', '2', '--data', '--dry-run', '--json')).stdout,
  ) as object
  t.match(dry, {
    companyId: 2,
    dryRun: true,
    apps: [1, 2],
    unreadApps: [2],
    data: { apps: [{ appId: 2 }] },
  })
  t.match(await admin(dataDir, 'companies', 'remove', '2', '--data'), {
    code: 1,
    stderr: /and all data of app 2\. To confirm/,
  })
  t.strictSame(await answers(service), before)
  t.match(await admin(dataDir, 'companies', 'remove', '2', '--data', '--yes'), {
    code: 0,
    stderr: /Deleted app 2 .*\n.*\nRemoved company 2/,
  })
  t.strictSame(await find(dataDir, [NAME, CAMPAIGN, PLANTED]), [])
  service.passSecond()
  t.equal((await service.get('/v1/recommendations?appId=1', 1)).status, 200)
})
