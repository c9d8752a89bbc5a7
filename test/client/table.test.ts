import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import t, { type Test } from 'tap'
import { UascopeClient } from '../../client/src/index.ts'
import { toTable } from '../../client/src/arquero.ts'
import { toArrow } from '../../client/src/arrow.ts'
import { toRows } from '../../client/src/rows.ts'

/** The file that DuckDB writes for a query, as the service's would be downloaded. */
async function download(t: Test, query: string) {
  const path = join(t.testdir({}), 'file.parquet')
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet, COMPRESSION snappy)`)
  connection.closeSync()
  instance.closeSync()
  const bytes = await readFile(path)
  const fetch = async () =>
    new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } })
  const client = new UascopeClient({ apiKey: null, baseUrl: 'http://uascope.test', fetch })
  return () =>
    client.getReport({
      appId: 1,
      granularity: 'campaign',
      metrics: ['spend', 'installs', 'ltv'],
      dsiValues: [7],
    })
}

const ROWS = `SELECT * FROM (VALUES
  (DATE '2026-01-05', 'IOS', 'Ünï "net", 1', 'a', 1.5::DOUBLE, 3::BIGINT, NULL::DOUBLE, TIMESTAMPTZ '2026-01-05 01:02:03.004Z', 7::BIGINT),
  (DATE '1969-12-31', 'WEB', '', 'b', 0::DOUBLE, 9007199254740991::BIGINT, 0.25::DOUBLE, NULL, NULL)
) AS rows(install_cohort, platform, network, campaign, spend, installs_paid, ltv_paid_gross_d7, created_at, recommendation_id)`

t.test(
  "rows have the values of the service's JSON: dates, timestamps, integers, nulls",
  async t => {
    const file = await download(t, ROWS)
    t.same(await toRows(await file()), [
      {
        install_cohort: '2026-01-05',
        platform: 'IOS',
        network: 'Ünï "net", 1',
        campaign: 'a',
        spend: 1.5,
        installs_paid: 3,
        ltv_paid_gross_d7: null,
        created_at: '2026-01-05T01:02:03.004Z',
        recommendation_id: 7,
      },
      {
        install_cohort: '1969-12-31',
        platform: 'WEB',
        network: '',
        campaign: 'b',
        spend: 0,
        installs_paid: 9007199254740991,
        ltv_paid_gross_d7: 0.25,
        created_at: null,
        recommendation_id: null,
      },
    ])
  },
)

t.test('an Arquero table computes with every number, including 64-bit ones', async t => {
  const { op } = await import('arquero')
  const table = await toTable(await (await download(t, ROWS))())
  t.same(table.object(0), {
    install_cohort: new Date('2026-01-05'),
    platform: 'IOS',
    network: 'Ünï "net", 1',
    campaign: 'a',
    spend: 1.5,
    installs_paid: 3,
    ltv_paid_gross_d7: null,
    created_at: new Date('2026-01-05T01:02:03.004Z'),
    recommendation_id: 7,
  })
  const total = table
    .filter((row: { spend: number }) => row.spend > 0)
    .derive({
      cpi: (row: { spend: number; installs_paid: number }) => row.spend / row.installs_paid,
    })
  t.equal(total.get('cpi', 0), 0.5)
  t.equal(table.rollup({ sum: op.sum('ltv_paid_gross_d7') }).get('sum', 0), 0.25)
  t.equal(table.get('recommendation_id', 1), null)
})

t.test('an Arrow table stays valid after another file is read', async t => {
  const file = await download(
    t,
    'SELECT i::DOUBLE AS spend, i AS installs_paid FROM range(200000) numbers(i)',
  )
  const other = await download(
    t,
    'SELECT -i::DOUBLE AS spend, -i AS installs_paid FROM range(300000) numbers(i)',
  )
  const arrow = await toArrow(await file())
  await Promise.all([toArrow(await other()), toRows(await other()), toTable(await other())])
  const spend = arrow.getChild('spend')!
  t.same([spend.length, spend.get(0), spend.get(199_999)], [200_000, 0, 199_999])
  t.equal(arrow.batches.length, 1, 'in one piece')
})

t.test('a file without rows still has its columns', async t => {
  const file = await download(t, `${ROWS} WHERE false`)
  t.same(await toRows(await file()), [])
  t.equal((await toTable(await file())).numRows(), 0)
  t.same((await toTable(await file())).columnNames().slice(0, 2), ['install_cohort', 'platform'])
  t.equal((await toArrow(await file())).schema.fields.length, 9)
})

t.test('CSV and bytes that are not Parquet are refused', async t => {
  const clientOf = (type: string) =>
    new UascopeClient({
      apiKey: null,
      baseUrl: 'http://uascope.test',
      fetch: async () => new Response('a,b\n', { headers: { 'content-type': type } }),
    })
  const report = { appId: 1, granularity: 'campaign' } as const
  await t.rejects(toArrow(await clientOf('text/csv').getReport(report)), TypeError)
  await t.rejects(toRows(await clientOf('application/octet-stream').getReport(report)))
})
