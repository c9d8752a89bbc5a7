import { writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { memoryRateLimiter } from '../../../../server/http/callers.ts'
import type { AuditEntry, AuditLog } from '../../../../server/core/access/audit.ts'
import { type App, EMPTY_CATALOG } from '../../../../server/core/model/catalog.ts'
import { DataAge, Imports, watchLimit } from '../../../../server/http/monitoring/watch.ts'
import { Spool } from '../../../../server/store/files/spool.ts'
import { runRow } from '../../../reference/minimal-delivery.ts'
import { emptyDatabase } from '../../../support/mariadb.ts'
import { until } from '../../../support/until.ts'
import { work } from '../../../support/work.ts'
import { busyService, callTool, scrape } from './traffic.ts'

const APP: App = {
  app_id: 1,
  name: 'Tides',
  created_at: '2026-01-01T00:00:00.000Z',
  live: true,
  currency: 'USD',
  weekly_aggregation: false,
  action_threshold: 0.05,
  target_dsi: 7,
  target_roas_type: 'paid',
  target_revenue_type: 'gross',
  dsi_values: [0, 7],
  version: '1.a',
}

const ENGINES: Record<string, (t: Test) => Promise<Record<string, string> | undefined>> = {
  embedded: async () => ({}),
  mysql: async t => {
    const url = await emptyDatabase(t)
    return url === undefined
      ? undefined
      : { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' }
  },
}

for (const [engine, environmentOf] of Object.entries(ENGINES)) {
  t.test(`requests, refusals, data, imports, limits and queues are exposed: ${engine}`, async t => {
    const environment = await environmentOf(t)
    if (environment === undefined) return
    const service = await busyService(t, environment)
    // A scrape waits briefly for the audit log.
    let seen = await scrape(service)
    await until('the imports are read', async () => {
      seen = await scrape(service)
      return seen.has('uascope_import_last_timestamp_seconds{result="loaded"}')
    })
    const requests = (operation: string, status: number, code: string) =>
      seen.get(
        `uascope_http_requests_total{operation="${operation}",status="${status}",code="${code}"}`,
      )
    t.equal(requests('listApps', 200, 'none'), 1)
    t.equal(requests('getReport', 200, 'none'), 2, 'what a tool asks within is not counted')
    t.equal(requests('getReport', 400, 'invalid_parameter'), 1)
    t.equal(requests('getReport', 403, 'app_forbidden'), 1)
    t.equal(requests('getReport', 401, 'unauthorized'), 1)
    t.equal(requests('none', 404, 'not_found'), 1)
    t.equal(requests('mcp', 200, 'none'), 3)
    const calls = (code: string) =>
      seen.get(`uascope_tool_calls_total{tool="svc_get_report",code="${code}"}`)
    t.strictSame([calls('none'), calls('invalid_parameter'), calls('app_forbidden')], [1, 1, 1])

    t.equal(seen.get('uascope_app_data_age_days{app="1"}'), 2, '2026-03-30 on 2026-04-01')
    t.notOk(
      [...seen.keys()].some(name => name.includes('app="999"')),
      'what nobody may read makes no label',
    )
    t.equal(seen.get('uascope_import_last_rows{table="cohorts"}'), 1)
    t.ok(seen.get('uascope_import_last_seconds')! > 0)
    const loaded = seen.get('uascope_import_last_timestamp_seconds{result="loaded"}')!
    t.ok(Math.abs(loaded - Date.now() / 1000) < 600)
    t.ok(Math.abs(seen.get('uascope_data_imported_timestamp_seconds')! - loaded) < 600)
    t.ok(seen.get('uascope_data_version')! >= 1)

    t.equal(seen.get('uascope_limit_used_ratio{company="1"}')?.toFixed(2), (8 / 50).toFixed(2))
    for (const lane of ['light', 'heavy']) {
      t.equal(seen.get(`uascope_queue_waiting{lane="${lane}"}`), 0)
      t.equal(seen.get(`uascope_queue_running{lane="${lane}"}`), 0)
    }
    t.ok(seen.get('uascope_queue_turns_total{lane="light"}')! >= 2)
    t.ok(seen.get('uascope_queue_wait_seconds_total{lane="light"}')! >= 0)
    t.equal(seen.get('uascope_heavy_process_running'), 0)
    t.ok(seen.get('uascope_spool_bytes')! > 0)
    t.equal(
      seen.get('uascope_spool_builds_total'),
      3,
      'a report, and a tool that asks for its rows and totals',
    )
    t.equal(seen.get('uascope_spool_evictions_total'), 0)
    t.equal(seen.get('uascope_downloads_open'), 0)

    await service.get('/v1/apps')
    const [before, after] = [seen, await scrape(service)]
    const apps = 'uascope_http_requests_total{operation="listApps",status="200",code="none"}'
    t.equal(after.get(apps), before.get(apps)! + 1)
    t.equal(
      after.get('uascope_spool_builds_total'),
      3,
      'a counter that is read is not counted twice',
    )
  })
}

t.test('a tool call is logged by names and codes only', async t => {
  const service = await busyService(t, {})
  const calls: unknown[] = []
  service.server.events.on('response', ({ app: { tools } }) => tools && calls.push(...tools))
  await callTool(service, 'svc_get_report', { appId: 1 })
  await callTool(service, 'svc_get_report', {
    appId: 1,
    metrics: ['sekret'],
    [await service.keyOf(1)]: 1,
  })
  await callTool(service, 'svc_get_alerts', { appId: 999 })
  await callTool(service, 'svc_export_report', { appId: 999 })
  await callTool(service, 'svc_nothing', { appId: 1 })
  t.strictSame(calls, [
    { tool: 'svc_get_report', appId: 1 },
    { tool: 'svc_get_report', code: 'invalid_parameter', parameters: ['metrics', '(unknown)'] },
    { tool: 'svc_get_alerts', appId: 999, code: 'app_forbidden' },
    { tool: 'svc_export_report', appId: 999, code: 'app_forbidden' },
  ])
})

t.test(
  'data age covers every live app, requested or not; a store that hangs or fails delays no scrape',
  async t => {
    const run = {
      ...runRow(),
      kind: 'recommendation' as const,
      max_install_date: '2026-03-30',
    }
    let looks = 0
    let now = 0
    const apps = Array.from({ length: 300 }, (_, index) => ({
      ...APP,
      app_id: index + 1,
      live: index !== 7,
    }))
    const catalog = async (appId?: number) => {
      looks++
      return {
        ...EMPTY_CATALOG,
        apps,
        runs: appId === undefined || appId === 9 ? [] : [{ ...run, app_id: appId }],
      }
    }
    const ages = new DataAge(
      { catalog },
      () => new Date('2026-04-09T23:00:00Z'),
      () => now,
    )
    const measured = await ages.metrics()
    t.equal(measured.length, 298, 'neither of one that is not live nor of one without a run')
    t.ok(measured.every(({ value }) => value === 10))
    t.notOk(measured.some(({ labels }) => ['8', '9'].includes(labels!['app']!)))
    await ages.metrics()
    t.equal(looks, 300, 'read once a minute')
    apps[7]!.live = true
    now += 60_000
    t.equal((await ages.metrics()).length, 299)

    // The limit on the wait keeps no process alive by itself; a service's socket does.
    const alive = setInterval(() => undefined, 1000)
    t.teardown(() => clearInterval(alive))
    const stuck = new DataAge({ catalog: () => new Promise(() => undefined) }, () => new Date())
    t.strictSame(await stuck.metrics(), [])
    const broken = new DataAge(
      { catalog: () => Promise.reject(new Error('away')) },
      () => new Date(),
    )
    t.strictSame(await broken.metrics(), [])
  },
)

t.test('imports are counted from the end of the audit log, once a minute', async t => {
  const entries: AuditEntry[] = []
  let looks = 0
  let now = 0
  const audit: Pick<AuditLog, 'entries'> = {
    async *entries({ last } = {}) {
      looks++
      yield* entries.slice(-last!)
    },
  }
  const note = (
    action: AuditEntry['action'],
    hour: number,
    rows?: Record<string, number>,
  ): void => {
    const at = `2026-04-01T0${hour}:00:00.000Z`
    entries.push({
      action,
      at,
      actor: 'service',
      target: `version:${hour}`,
      details: rows === undefined ? {} : { rows },
    })
  }
  note('import.loaded', 1, { cohorts: 5 })
  note('import.refused', 2)
  const imports = new Imports({ catalog: async () => EMPTY_CATALOG }, audit as AuditLog, () => now)
  const measured = async () =>
    Object.fromEntries(
      (await imports.metrics()).flatMap(({ labels, value }) =>
        labels ? [[Object.values(labels)[0]!, value] as const] : [],
      ),
    )
  const at = (hour: number) => Date.UTC(2026, 3, 1, hour) / 1000
  t.strictSame(await measured(), { refused: at(2), loaded: at(1), cohorts: 5 })
  note('import.loaded', 3, { cohorts: 6 })
  note('import.loaded.failed', 3)
  t.strictSame(await measured(), { refused: at(2), loaded: at(1), cohorts: 5 })
  t.equal(looks, 1)
  now += 60_000
  t.strictSame(
    await measured(),
    { refused: at(2), failed: at(3), loaded: at(1), cohorts: 5 },
    'what failed was not loaded',
  )
  entries.length = 0
  for (let i = 0; i < 1000; i++) note('export.made', 4)
  now += 60_000
  t.match(await measured(), { loaded: at(1) }, 'kept when it is too far back to be seen')
})

t.test('at most 500 companies are tracked, each until its window is over', async t => {
  let now = 0
  const { limiter, metrics } = watchLimit(
    memoryRateLimiter(10, 60, () => now),
    () => now,
  )
  for (let company = 1; company <= 600; company++) await limiter.count(company)
  await limiter.count(600, 4)
  const uses = metrics()
  t.equal(uses.length, 500)
  t.match(uses.find(({ labels }) => labels!['company'] === '600')?.value.toFixed(2), '0.50')
  now = 60_000
  t.strictSame(metrics(), [])
})

t.test('a spool reports its size and evictions', async t => {
  const spool = await Spool.open(t.testdir(), { maxBytes: 1_000_000 })
  const build = async (path: string) => (
    await writeFile(path, Buffer.alloc(400_000)),
    { totalRows: 1 }
  )
  const measured = () => Object.fromEntries(spool.metrics().map(({ name, value }) => [name, value]))
  const first = await spool.open('a', 'csv', build, work)
  t.equal(first.isCached, false)
  const closed = once(first.handle as never, 'close')
  await first.handle.close()
  await closed
  const again = await spool.open('a', 'csv', build, work)
  t.equal(again.isCached, true)
  await again.handle.close()
  for (const tag of ['b', 'c', 'd']) await spool.get(tag, 'csv', build, work)
  const {
    uascope_spool_bytes: bytes,
    uascope_spool_evictions_total: evictions,
    ...rest
  } = measured()
  t.ok(bytes! >= 400_000 && bytes! <= 1_000_000)
  t.ok(evictions! >= 1)
  t.strictSame(rest, {
    uascope_spool_max_bytes: 1_000_000,
    uascope_spool_builds_total: 4,
    uascope_spool_damaged_total: 0,
  })
})
