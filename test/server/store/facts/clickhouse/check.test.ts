import t from 'tap'
import { minimalDelivery } from '../../../../reference/minimal-delivery.ts'
import { CLICKHOUSE_USER, clickhouseLake } from '../../../../support/clickhouse.ts'
import { admin } from '../../../../support/process.ts'
import { startService } from '../../../../support/started-service.ts'

t.test('migrate checks ClickHouse: connection, user, version, collection and a query', async t => {
  const lake = await clickhouseLake(t, 's3')
  if (lake === undefined) return
  const { clickhouse } = lake
  const migrate = (more: Record<string, string> = {}) =>
    admin({ ...lake.environment, DATA_DIR: t.testdirName, ...more }, 'migrate')

  const empty = await migrate()
  t.equal(empty.code, 0, empty.stderr)
  t.match(
    empty.stdout,
    /ClickHouse 26\.\d+\.\S+ at http:\/\/127\.0\.0\.1:\d+, collection the_lake: responds\. The lake is empty/,
  )

  await startService(t, { environment: lake.environment, deliveries: [minimalDelivery()] })
  t.match((await migrate()).stdout, /, collection the_lake: reads the lake\.\n$/)

  const failures: [what: string, environment: Record<string, string>, message: RegExp][] = [
    [
      'a wrong password',
      { CLICKHOUSE_URL: clickhouse.url.replace(/:[^:@]*@/, ':wrong@') },
      /code 516, AUTHENTICATION_FAILED/,
    ],
    [
      'no collection of the name',
      { CLICKHOUSE_URL: clickhouse.url.replace('the_lake', 'another') },
      /code \d+, .*another/,
    ],
    ['an unknown cluster', { CLICKHOUSE_URL: `${clickhouse.url}&cluster=nowhere` }, /nowhere/],
    [
      'nobody there',
      { CLICKHOUSE_URL: clickhouse.url.replace(/:\d+\//, ':1/') },
      /does not respond: .*ECONNREFUSED/,
    ],
  ]
  for (const [what, environment, message] of failures) {
    const { code, stdout, stderr } = await migrate(environment)
    t.equal(code, 1, what)
    t.match(stderr, message)
    t.notOk(
      `${stdout}${stderr}`.includes(encodeURIComponent(CLICKHOUSE_USER.password)),
      'no password',
    )
  }

  clickhouse.fault(({ text }) =>
    text.includes('version()') ? { answer: '{"version":"25.8.3.66"}\n' } : undefined,
  )
  t.match(
    (await migrate()).stderr,
    /ClickHouse 25\.8\.3\.66 is too old: version 26\.7 or newer is required/,
  )
  clickhouse.fault(({ text }) =>
    text.includes('version()') ? undefined : { answer: '{"days":"7"}\n' },
  )
  t.match(
    (await migrate()).stderr,
    /ClickHouse reads 7 rows of \S+facts-1\.parquet, which has 1\. Is it the lake of LAKE_URL\?/,
  )
})
