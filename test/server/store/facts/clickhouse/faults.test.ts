import { readdir, rm, truncate } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openLakeStorage } from '../../../../../server/store/facts/lake/lake-storage.ts'
import { readConfig } from '../../../../../server/core/runtime/config.ts'
import { minimalDelivery, runRow, snapshotRow } from '../../../../reference/minimal-delivery.ts'
import {
  CLICKHOUSE_USER,
  clickhouseLake,
  type ClickhouseFault,
} from '../../../../support/clickhouse.ts'
import { startProcess } from '../../../../support/process.ts'
import { startService, type TestService } from '../../../../support/started-service.ts'
import { until } from '../../../../support/until.ts'
import { work } from '../../../../support/work.ts'

const REPORT = '/v1/report?appId=1&granularity=campaign&metrics=spend,roas&startDate=2026-03-01'
const HISTORY = '/v1/roas-history?appId=1&granularity=app'

const DELIVERY = minimalDelivery({
  roas_snapshots: [
    snapshotRow({ install_date: '2026-03-29' }),
    snapshotRow({ install_date: '2026-03-30' }),
  ],
})

/** Distinct requests: nothing may come from the spool. */
function* reports(): Generator<string> {
  for (let day = 2; day < 30; day++)
    yield REPORT.replace('03-01', `03-${String(day).padStart(2, '0')}`)
}

/** 503 with `Retry-After`, which says nothing of where data are. */
async function isRefused(
  t: Test,
  service: TestService,
  url: string,
  code = 'unavailable',
): Promise<void> {
  const { status, headers, body } = await service.get(url)
  t.equal(status, 503, url)
  t.match(headers['retry-after'], /^\d+$/)
  t.equal(JSON.parse(body.toString()).code, code)
  t.notMatch(body.toString(), /clickhouse|127\.0\.0\.1|bucket|facts-|Decimal/i)
}

t.test(
  'a ClickHouse fault is a 503 with Retry-After, and the result afterwards is unchanged',
  async t => {
    const lake = await clickhouseLake(t, 's3')
    if (lake === undefined) return
    const { clickhouse } = lake
    const service = await startService(t, {
      environment: { ...lake.environment, METRICS: 'on' },
      deliveries: [DELIVERY],
    })
    const before = await service.get(REPORT)
    t.equal(before.status, 200)
    const days = reports()
    const next = (): string => days.next().value as string
    const up = async () =>
      /^uascope_clickhouse_up (\d)$/m.exec((await service.get('/metrics')).body.toString())?.[1]
    t.equal(await up(), '1')

    const refusals: Record<string, ClickhouseFault> = {
      'no memory': {
        error: {
          code: 241,
          type: 'MEMORY_LIMIT_EXCEEDED',
          message: 'Memory limit (for query) exceeded: would use 9.31 GiB',
        },
      },
      'a full disk': {
        error: {
          code: 243,
          type: 'NOT_ENOUGH_SPACE',
          message: 'Cannot write: errno: 28, strerror: No space left on device',
        },
      },
      'too many queries': {
        error: {
          code: 202,
          type: 'TOO_MANY_SIMULTANEOUS_QUERIES',
          message: 'Too many simultaneous queries. Maximum: 100',
        },
      },
      'too large a result': {
        error: { code: 396, type: 'TOO_MANY_ROWS_OR_BYTES', message: 'Limit for result exceeded' },
      },
      'a lost server of the cluster': {
        error: {
          code: 279,
          type: 'ALL_CONNECTION_TRIES_FAILED',
          message: 'All connection tries failed',
        },
      },
      'its time limit': {
        error: {
          code: 159,
          type: 'TIMEOUT_EXCEEDED',
          message: 'Timeout exceeded: elapsed 300 seconds',
        },
      },
      'a result that is cut off': { cut: 100 },
    }
    for (const [what, fault] of Object.entries(refusals)) {
      await t.test(what, async t => {
        clickhouse.fault(() => fault)
        await isRefused(t, service, next())
        clickhouse.fault(() => undefined)
        t.equal((await service.get(next())).status, 200)
      })
    }

    await t.test('an engine killed during a query gives 503', async t => {
      clickhouse.fault(() => ({ delay: 300 }))
      const answer = isRefused(t, service, next())
      const { length } = clickhouse.queries
      await until('the query has begun', () => clickhouse.queries.length > length)
      clickhouse.down()
      await answer
      t.equal(await up(), '0')
      await isRefused(t, service, next())
      t.equal((await service.get('/readyz')).status, 200, 'its outage takes no node out of service')
      t.equal((await service.get('/v1/apps')).status, 200, 'the list of apps needs no engine')
      clickhouse.fault(() => undefined)
      await clickhouse.up()
      clickhouse.killEngine()
      t.equal((await service.get(next())).status, 200)
      t.equal(await up(), '1')
    })

    await t.test('a wrong password gives 503', async t => {
      const wrong = {
        ...lake.environment,
        CLICKHOUSE_URL: clickhouse.url.replace(/:[^:@]*@/, ':wrong@'),
      }
      await isRefused(t, await startService(t, { environment: wrong }), REPORT)
    })

    const other = await startService(t, { environment: lake.environment })
    t.ok((await other.get(REPORT)).body.equals(before.body))
  },
)

for (const kind of ['file', 's3'] as const) {
  for (const [what, spoil] of Object.entries({
    missing: (path: string) => rm(path),
    'cut off': (path: string) => truncate(path, 300),
    empty: (path: string) => truncate(path, 0),
  })) {
    t.test(`an object that is ${what} (${kind}:) gives 503, never a smaller sum`, async t => {
      const lake = await clickhouseLake(t, kind)
      if (lake === undefined) return
      const later = {
        runs: [
          runRow({
            run_id: 11,
            created_at: '2026-04-01T06:00:00.000Z',
            max_install_date: '2026-03-31',
          }),
        ],
        cohorts: DELIVERY.cohorts.map(row => ({ ...row, run_id: 11 })),
        roas_snapshots: DELIVERY.roas_snapshots.map(row => ({ ...row, run_id: 11 })),
      }
      const service = await startService(t, {
        environment: lake.environment,
        deliveries: [DELIVERY, later],
      })
      const { CLICKHOUSE_URL: _, ...withoutClickhouse } = lake.environment
      const duckdb = await startService(t, { environment: withoutClickhouse })
      for (const url of [HISTORY, REPORT])
        t.ok(
          (await service.get(url)).body.equals((await duckdb.get(url)).body),
          `${url}: the same bytes`,
        )
      const read = lake.clickhouse.queries.find(({ text }) => text.includes('/snapshots'))!.text
      const names = (await readdir(lake.folder, { recursive: true })).filter(name =>
        name.endsWith('.parquet'),
      )
      const snapshots = names.filter(name => name.includes('snapshots-'))
      t.strictSame(
        [
          snapshots.length,
          snapshots.every(name => read.includes(name.slice(name.indexOf('/') + 1))),
        ],
        [2, true],
      )
      for (const name of [snapshots[1]!, ...names.filter(name => name.includes('facts-'))])
        await spoil(join(lake.folder, name))
      const node = await startService(t, { environment: lake.environment })
      for (const url of [HISTORY, REPORT]) await isRefused(t, node, url, 'data_damaged')
    })
  }
}

t.test('a slow query ends at the time limit, before its result and during it', async t => {
  const lake = await clickhouseLake(t, 's3')
  if (lake === undefined) return
  const { clickhouse } = lake
  await startService(t, { environment: lake.environment, deliveries: [DELIVERY] })
  const address = readConfig(lake.environment).lake!
  const storage = await openLakeStorage({
    url: lake.databaseUrl,
    dataDir: t.testdir(),
    print: () => undefined,
    timeLimit: 5,
    lake: address,
  })
  const store = await storage.openStore()
  t.teardown(() => store.close().then(() => storage.close()))
  const catalog = await store.catalog(1)
  const run = catalog.runs.find(({ run_id: id }) => id === 1)!
  for (const fault of [{ delay: 60_000 }, { cut: 50, stall: true }]) {
    clickhouse.fault(() => fault)
    await t.rejects(store.identityTotals(work, catalog, run), { name: 'StoreTimeout' })
    if ('delay' in fault)
      await until('it has ended', () => clickhouse.queries.at(-1)!.ended === 'cancelled')
  }
  clickhouse.fault(() => undefined)
  t.match(await store.identityTotals(work, catalog, run), [
    { identity: 0, spend: 100_000n, paid_installs: 4 },
  ])
  t.strictSame(await readdir(join(t.testdirName, 'fetched')), [], 'no result is left')
})

t.test('a query ends when its caller leaves, and its log entry has the request id', async t => {
  const lake = await clickhouseLake(t, 's3')
  if (lake === undefined) return
  const { clickhouse } = lake
  const { keyOf } = await startService(t, { environment: lake.environment, deliveries: [DELIVERY] })
  const key = await keyOf(1)
  const service = await startProcess(t, {
    ...lake.environment,
    DATA_DIR: t.testdir(),
    DEMO: 'off',
    WARM_UP: 'off',
    LOG_LEVEL: 'error',
  })
  const { hostname, port } = new URL(service.url)
  clickhouse.fault(() => ({ delay: 60_000 }))
  const query = () => clickhouse.queries.find(({ id }) => id.includes('asked-by-7'))
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET ${REPORT} HTTP/1.1\r\nhost: localhost\r\nx-request-id: asked-by-7\r\nauthorization: Bearer ${key}\r\n\r\n`,
  )
  await until('it runs', () => query() !== undefined)
  socket.destroy()
  await until('it has ended', () => query()!.ended === 'cancelled')

  clickhouse.fault(() => ({
    error: { code: 241, type: 'MEMORY_LIMIT_EXCEEDED', message: 'Memory limit exceeded' },
  }))
  const answer = await fetch(new URL(REPORT, service.url), {
    headers: { authorization: `Bearer ${key}`, 'x-request-id': 'asked-by-8' },
  })
  t.equal(answer.status, 503)
  const { id, settings } = clickhouse.queries.at(-1)!
  t.match(id, /^uascope-asked-by-8-[0-9a-f]{12}$/)
  t.match(settings, {
    max_execution_time: '300',
    max_memory_usage: '8000000000',
    max_result_bytes: '4000000000',
    readonly: '2',
  })
  await until('it is logged', () => service.stdout().includes('asked-by-8'))
  t.match(service.stdout(), /ClickHouse refused with code 241, MEMORY_LIMIT_EXCEEDED/)
  for (const secret of [
    CLICKHOUSE_USER.password,
    encodeURIComponent(CLICKHOUSE_USER.password),
    lake.environment['AWS_SECRET_ACCESS_KEY']!,
  ]) {
    t.notOk(
      `${service.stdout()}${service.stderr()}${JSON.stringify(clickhouse.queries)}`.includes(
        secret,
      ),
      'no secrets',
    )
  }
})
