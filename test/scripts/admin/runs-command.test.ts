import t, { type Test } from 'tap'
import {
  alertRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { admin } from '../../support/admin.ts'
import { lakeOf } from '../../support/lake.ts'
import { emptyDatabase } from '../../support/mariadb.ts'
import { startService } from '../../support/started-service.ts'

const LATER = '2026-04-01T06:00:00.000Z'

/** Run 11 of app 1, which spends 99 where run 1 spent 10, and alert run 12. */
const WRONG = {
  runs: [
    runRow({ run_id: 11, created_at: LATER, max_install_date: '2026-03-31' }),
    runRow({ run_id: 12, kind: 'alert' as const, created_at: '2026-04-01T07:00:00.000Z' }),
  ],
  cohorts: [cohortRow({ run_id: 11, spend: '99' })],
  cohort_revenue: [revenueRow({ run_id: 11 })],
  roas_snapshots: [snapshotRow({ run_id: 11, spend: '99' })],
  recommendations: [
    recommendationRow({ run_id: 11, recommendation_id: 11, spend: '99', created_at: LATER }),
  ],
  alerts: [alertRow({ run_id: 12, alert_id: 12, title: 'Wrong', created_at: LATER })],
}

const PATHS = [
  'apps',
  'app-settings?appId=1',
  'campaigns?appId=1',
  'recommendations?appId=1',
  'recommendations?appId=1&asOf=2026-04-01',
  'recommendations?appId=1&since=2026-03-31',
  'alerts?appId=1',
  'alerts?appId=1&startDate=2026-03-01',
  'report?appId=1&granularity=campaign&metrics=spend,roas&format=csv',
  'roas-history?appId=1&granularity=campaign&format=csv',
  'forecast-accuracy?appId=1',
].map(path => `/v1/${path}`)

const HEADERS = [
  'etag',
  'run-id',
  'run-created-at',
  'data-through',
  'total-rows',
  'content-disposition',
]

async function takesBack(t: Test, environment: Record<string, string>): Promise<void> {
  const service = await startService(t, { deliveries: [minimalDelivery()], environment })
  const { dataDir, get } = service
  const run = (...args: string[]) => admin({ ...environment, DATA_DIR: dataDir }, ...args)
  const listed = async () =>
    JSON.parse((await run('runs', 'list', '--json')).stdout) as Record<string, unknown>[]
  const callTool = async (name: string, args: object) => {
    const { payload } = await service.server.inject({
      method: 'POST',
      url: '/v1/mcp',
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      headers: {
        host: 'localhost',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${await service.keyOf(1)}`,
      },
    })
    return JSON.stringify(
      (JSON.parse(payload) as { result: { structuredContent: object } }).result.structuredContent,
    )
  }
  /** All responses for a company, by path. */
  const answers = async (headers: readonly string[] = HEADERS): Promise<Record<string, string>> => {
    service.passSecond()
    const responses: Record<string, string> = {}
    for (const path of PATHS) {
      const { status, body, headers: all } = await get(path)
      responses[path] = JSON.stringify([status, body.toString(), ...headers.map(name => all[name])])
    }
    for (const name of [
      'svc_list_apps',
      'svc_get_recommendations',
      'svc_get_alerts',
      'svc_get_report',
    ]) {
      responses[name] = await callTool(
        name,
        name === 'svc_list_apps'
          ? {}
          : { appId: 1, ...(name.endsWith('report') && { granularity: 'CAMPAIGN' }) },
      )
    }
    responses['status'] = (await run('status', '--json')).stdout.replace(
      /"(version|importedAt|runs|withdrawnRuns|megabytes|disk)":("[^"]*"|[\d.]+|{[^}]*})/g,
      '',
    )
    return responses
  }

  const before = await answers()
  await service.import(WRONG)
  const wrong = await answers()
  for (const path of PATHS.slice(1)) t.not(wrong[path], before[path], `${path} shows the wrong run`)
  const exported = JSON.parse(await callTool('svc_export_report', { appId: 1 })) as {
    downloadUrl: string
  }
  const link = new URL(exported.downloadUrl).pathname
  const follow = async () => (await service.server.inject(link)).statusCode
  t.equal(await follow(), 200)

  await t.test('a withdrawn run affects no result', async t => {
    t.match(await run('runs', 'withdraw', '11', '--reason', 'spend in cents'), {
      code: 0,
      stdout: '',
      stderr: 'Run 11 is withdrawn.\nApp 1 serves run 1 of 2026-03-31 now.\n',
    })
    t.match(JSON.parse((await run('runs', 'withdraw', '12', '--json')).stdout), {
      runId: 12,
      appId: 1,
      kind: 'alert',
      withdrawn: true,
      changed: true,
      servedRun: 2,
    })
    t.strictSame(await answers(), before)
    t.equal(await follow(), 410, 'nor by a link that was made of it')
    t.match(await listed(), [
      { runId: 12, kind: 'alert', withdrawnSince: String, withdrawnReason: null, served: false },
      {
        runId: 11,
        kind: 'recommendation',
        holdsCohorts: true,
        withdrawnSince: /Z$/,
        withdrawnReason: 'spend in cents',
        served: false,
      },
      { runId: 2, kind: 'alert', served: true },
      {
        runId: 1,
        appId: 1,
        status: 'succeeded',
        createdAt: '2026-03-31T06:00:00.000Z',
        maxInstallDate: '2026-03-30',
        served: true,
      },
    ])
    t.match(JSON.parse((await run('status', '--json')).stdout), {
      apps: [{ runs: 4, withdrawnRuns: 2, servedRun: 1, dataThrough: '2026-03-30' }],
    })
  })

  await t.test('a second withdrawal changes nothing', async t => {
    const state = await listed()
    t.match(await run('runs', 'withdraw', '11', '--reason', 'another'), {
      code: 0,
      stderr:
        /^Run 11 is already withdrawn, since .*Z \(spend in cents\)\.\nApp 1 serves run 1 of 2026-03-31 as before\.\n$/,
    })
    t.strictSame(await listed(), state)
    t.match(await run('runs', 'restore', '1'), { code: 0, stderr: /^Run 1 is not withdrawn\.\n/ })
  })

  await t.test('the id of a withdrawn run cannot be reused', async t => {
    const dir = t.testdir()
    await writeDelivery(dir, WRONG, { format: 'csv' })
    t.match(await run('import', dir), {
      code: 1,
      stderr:
        /runs\.csv, line 2, run_id.*the store has this run, which is withdrawn and can be restored/,
    })
  })

  await t.test('restoring a run brings back all of its results', async t => {
    t.match(await run('runs', 'restore', '11'), {
      code: 0,
      stderr: 'Run 11 is restored.\nApp 1 serves run 11 of 2026-04-01 now.\n',
    })
    t.match(await run('runs', 'restore', '12'), {
      code: 0,
      stderr: 'Run 12 is restored.\nApp 1 serves alert run 12 of 2026-04-01 now.\n',
    })
    t.strictSame(await answers(), wrong, 'to the same ETags')
    t.equal(await follow(), 200)
  })

  await t.test('an action that would empty reports needs confirmation', async t => {
    await run('runs', 'withdraw', '11')
    t.match(await run('runs', 'withdraw', '1'), {
      code: 1,
      stdout: '',
      stderr: /^admin: withdrawing run 1 leaves app 1 with no run: .*add --force\n$/,
    })
    service.passSecond()
    t.equal((await get('/v1/campaigns?appId=1')).headers['run-id'], '1')
    t.match(await run('runs', 'withdraw', '1', '--force'), {
      code: 0,
      stderr: /App 1 has no run: recommendations, reports and ROAS history are empty/,
    })
    service.passSecond()
    t.equal((await get('/v1/recommendations?appId=1')).body.toString(), '[]')
    t.match(await run('runs', 'restore', '1'), {
      code: 0,
      stderr: /serves run 1 of 2026-03-31 now/,
    })
    await service.import({
      runs: [runRow({ run_id: 13, created_at: LATER }), runRow({ run_id: 14, status: 'failed' })],
    })
    await run('runs', 'restore', '11')
    await run('runs', 'withdraw', '1')
    t.match(
      await run('runs', 'withdraw', '13'),
      { code: 0, stderr: /serves run 11 .* now/ },
      'it holds none itself',
    )
    await run('runs', 'restore', '13')
    await run('runs', 'withdraw', '13')
    t.match(await run('runs', 'withdraw', '11'), { code: 1, stderr: /leaves app 1 with no run/ })
    await run('runs', 'restore', '13')
    t.match(
      JSON.parse((await run('runs', 'withdraw', '11', '--json')).stdout),
      { servedRun: 13 },
      'nothing changes where it was not served',
    )
    await run('runs', 'restore', '11')
    await run('runs', 'restore', '1')
  })

  await t.test('missing files are reported', async t => {
    t.match(await run('runs', 'withdraw', '99'), {
      code: 1,
      stdout: '',
      stderr: /run 99 does not exist; the newest are 1\d of app 1: see runs list/,
    })
    t.match(await run('runs', 'withdraw', '14'), {
      code: 1,
      stderr: /run 14 failed, so it is not served anyway/,
    })
    t.match(await run('runs', 'list', '--app', '9'), {
      code: 1,
      stderr: /app 9 does not exist; available: 1 \(Game\)/,
    })
    t.match(await run('runs', 'list', '--limit', '2'), {
      code: 0,
      stdout: /^app .*\n1 .*\n1 .*\n$/,
      stderr: '4 older runs are not shown; see --limit.\n',
    })
  })

  await t.test('the audit log names who withdrew and restored', async t => {
    const { stdout } = await run('audit', '--action', 'run.', '--json')
    const entries = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as object)
    t.match(entries.slice(0, 3), [
      {
        action: 'run.withdrawn',
        actor: /^operator:/,
        target: 'run:11',
        details: { app: 1, reason: 'spend in cents' },
      },
      { action: 'run.withdrawn', target: 'run:12', details: { app: 1 } },
      { action: 'run.restored', target: 'run:11' },
    ])
  })
}

t.test('admin runs works on the embedded store', t => takesBack(t, {}))

t.test('admin runs works on a database', async t => {
  const url = await emptyDatabase(t)
  if (url !== undefined)
    await takesBack(t, { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' })
})

t.test('admin runs works on a lake', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake !== undefined) await takesBack(t, lake.environment)
})

t.test('a store without runs lists none', async t => {
  const dir = t.testdir()
  t.match(await admin(dir, 'runs', 'list'), { code: 0, stdout: 'No runs.\n' })
  t.match(await admin(dir, 'runs', 'restore', '1'), {
    code: 1,
    stderr: /run 1 does not exist; import a delivery first/,
  })
  t.match(await admin(dir, 'runs', 'withdraw', '1', '--reason', 'x'.repeat(257)), {
    code: 1,
    stderr: /at most 256 characters/,
  })
})
