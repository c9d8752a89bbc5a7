import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { sql } from '../../../server/core/model/sql.ts'
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
import { recordsOf, retiredIn } from '../../support/store-records.ts'

const DAY = 86_400_000

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString()
}

/** Runs of app 1 of `days` days ago: a recommendation run with all its tables, and an alert run; ids begin with `first`. */
function runs(first: number, days: number, { failed = false, facts = false } = {}) {
  const created = daysAgo(days)
  const day = created.slice(0, 10)
  const [run, cohort] = [
    { run_id: first, created_at: created },
    { run_id: first, install_date: day },
  ]
  return {
    runs: [
      runRow({ ...run, max_install_date: day, ...(failed && { status: 'failed' as const }) }),
      runRow({ ...run, run_id: first + 1, kind: 'alert' as const }),
    ],
    cohorts: facts ? [cohortRow(cohort)] : [],
    cohort_revenue: facts ? [revenueRow(cohort)] : [],
    roas_snapshots: [snapshotRow(cohort), snapshotRow({ ...cohort, dsi: 1 })],
    recommendations: failed
      ? []
      : [recommendationRow({ run_id: first, recommendation_id: first, created_at: created })],
    alerts: [
      alertRow({
        run_id: first + 1,
        alert_id: first,
        title: `Alert of ${first}`,
        created_at: created,
      }),
    ],
  }
}

/** App 1 with old runs 11 (withdrawn), 21 (failed), 31 and 41 (keeps cohorts), and runs 51 of today; app 2 with one old run, which is served. */
async function store(t: Test): Promise<TestService> {
  const service = await startService(t, { now: () => new Date() })
  await service.import(
    minimalDelivery({ ...runs(11, 200), apps: [appRow(), appRow({ app_id: 2 })] }),
  )
  await service.import(runs(21, 150, { failed: true }))
  await service.import(runs(31, 120))
  await service.import(runs(41, 100, { facts: true }))
  await service.import(runs(51, 1, { facts: true }))
  const other = runs(61, 300)
  await service.import({
    ...other,
    runs: other.runs.map(run => ({ ...run, app_id: 2 })),
    app_access: [{ company_id: 1, app_id: 2 }],
  })
  await admin(service.dataDir, 'runs', 'withdraw', '11')
  service.passSecond()
  return service
}

const HISTORY = '/v1/roas-history?appId=1&granularity=campaign&format=csv'
const ANSWERS = [
  '/v1/recommendations?appId=1',
  '/v1/alerts?appId=1',
  '/v1/report?appId=1&granularity=campaign&format=csv',
  HISTORY,
]

async function files(dataDir: string): Promise<string[]> {
  return (await readdir(join(dataDir, 'deliveries'), { recursive: true }))
    .filter(name => name.endsWith('.parquet'))
    .sort()
}

t.test(
  'old runs are deleted with their rows; served runs, runs with current cohorts and other apps stay',
  async t => {
    const service = await store(t)
    const { dataDir } = service
    const ids = async () =>
      (await Promise.all([1, 2].map(app => service.store.catalog(app)))).flatMap(({ runs }) =>
        runs.map(run => run.run_id),
      )
    const rows = async () => (await service.store.catalog(1)).files[1]!
    const sum = (parts: readonly { rows: number }[]) =>
      parts.reduce((total, part) => total + part.rows, 0)
    const [before, other, tag] = [
      await Promise.all(ANSWERS.map(path => service.get(path))),
      await service.get('/v1/recommendations?appId=2'),
      (await service.get('/v1/alerts?appId=1&startDate=2020-01-01')).headers['etag'],
    ]
    const stored = await files(dataDir)
    const version = (await service.store.catalog(1)).version

    const dry = await admin(dataDir, 'prune', '--keep-days', '30', '--dry-run')
    t.match(dry, { code: 0, stderr: /Nothing was deleted: this was a dry run/ })
    t.strictSame(
      [await files(dataDir), (await service.store.catalog(1)).version],
      [stored, version],
      'a dry run writes nothing',
    )

    const expected = [
      { appId: 1, table: 'runs', rows: 7, bytes: null },
      { appId: 1, table: 'recommendations', rows: 2 },
      { appId: 1, table: 'roas_snapshots', rows: 6 },
      { appId: 1, table: 'alerts', rows: 4 },
    ]
    const preview = JSON.parse(
      (await admin(dataDir, 'prune', '--keep-days', '30', '--dry-run', '--json')).stdout,
    ) as object
    t.match(preview, { keepDays: 30, dryRun: true, trash: null, deleted: expected })
    const pruned = await admin(dataDir, 'prune', '--keep-days', '30', '--json')
    t.match(pruned, { code: 0 })
    t.strictSame(
      JSON.parse(pruned.stdout),
      { ...preview, dryRun: false },
      'it deletes what the dry run says',
    )
    service.passSecond()

    t.strictSame(await ids(), [41, 51, 52, 61, 62])
    t.strictSame([sum((await rows()).snapshots), sum((await rows()).alerts)], [4, 1])
    const after = await Promise.all(ANSWERS.map(path => service.get(path)))
    t.strictSame(
      after.slice(0, 3).map(({ body }) => body.toString()),
      before.slice(0, 3).map(({ body }) => body.toString()),
      'what is served is as it was',
    )
    t.equal(after[3]!.status, 200)
    t.not(
      (await service.get('/v1/alerts?appId=1&startDate=2020-01-01')).headers['etag'],
      tag,
      'what has changed has another tag',
    )
    t.equal(
      (await service.get('/v1/recommendations?appId=2')).headers['etag'],
      other.headers['etag'],
    )
    const [entry] = (await admin(dataDir, 'audit', '--action', 'store.pruned', '--json')).stdout
      .trim()
      .split('\n')
    t.match(JSON.parse(entry!), {
      action: 'store.pruned',
      target: 'store',
      details: {
        keepDays: 30,
        apps: ['1'],
        rows: { runs: 7, recommendations: 2, roas_snapshots: 6, alerts: 4 },
      },
    })
    t.match(await admin(dataDir, 'prune', '--keep-days', '30'), {
      code: 0,
      stdout: /No runs to delete/,
    })
  },
)

t.test('prune affects only the named apps', async t => {
  const service = await store(t)
  t.match(
    JSON.parse(
      (await admin(service.dataDir, 'prune', '--keep-days', '30', '--apps', '2', '--json')).stdout,
    ),
    { deleted: [] },
  )
  t.match(await admin(service.dataDir, 'prune', '--keep-days', '30', '--apps', '2,9'), {
    code: 1,
    stderr: /app 9 does not exist; available: 1/,
  })
  t.match(await admin(service.dataDir, 'prune', '--keep-days', '30', '--apps', '2;1'), {
    code: 1,
    stderr: /separated by commas/,
  })
  t.match(await admin(service.dataDir, 'prune'), {
    code: 1,
    stderr: /give --keep-days, --trash or both/,
  })
})

t.test('deleted files stay for a week, or until the trash is emptied', async t => {
  const service = await store(t)
  const { dataDir } = service
  await admin(dataDir, 'prune', '--keep-days', '30')
  const retired = (await retiredIn(dataDir)).map(({ file }) => file)
  t.ok(retired.some(name => /^deliveries\/\d+\/recommendations-31\.parquet$/.test(name)))
  const kept = async () =>
    (await files(dataDir)).filter(name => retired.includes(`deliveries/${name}`)).length
  t.match(
    JSON.parse((await admin(dataDir, 'prune', '--trash', '--json')).stdout),
    { trash: { files: 0 } },
    'somebody may read them',
  )
  t.equal(await kept(), retired.length)
  const records = await recordsOf(t, dataDir)
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await records.write(sql`UPDATE retired_files SET since = ?`, [hourAgo])
  t.match(JSON.parse((await admin(dataDir, 'prune', '--trash', '--dry-run', '--json')).stdout), {
    trash: { files: retired.length },
  })
  t.equal(await kept(), retired.length)
  t.match(await admin(dataDir, 'prune', '--trash'), {
    code: 0,
    stderr: /^Deleted \d+ files from the trash/m,
  })
  t.equal(await kept(), 0)
  t.strictSame(await retiredIn(dataDir), [])
})

t.test('a damaged file is not rewritten with a valid checksum', async t => {
  const service = await startService(t, { now: () => new Date() })
  const [old, recent] = [runs(11, 200), runs(51, 1, { facts: true })]
  const both = Object.fromEntries(
    Object.entries(old).map(([table, rows]) => [
      table,
      [...rows, ...recent[table as keyof typeof recent]],
    ]),
  )
  await service.import(minimalDelivery(both))
  const { snapshots } = (await service.store.catalog(1)).files[1]!
  const path = join(service.dataDir, snapshots[0]!.file)
  const bytes = await readFile(path)
  bytes[40]! ^= 1
  await writeFile(path, bytes)
  const stored = await files(service.dataDir)
  t.match(await admin(service.dataDir, 'prune', '--keep-days', '30'), {
    code: 1,
    stderr: new RegExp(`${snapshots[0]!.file} fails its checksum`),
  })
  t.strictSame(await files(service.dataDir), stored)
})
