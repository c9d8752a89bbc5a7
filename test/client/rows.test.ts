import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import fc from '../support/fast-check.ts'
import { csvReader } from '../../client/src/csv.ts'
import { csvRows } from '../../client/src/read-rows.ts'
import { UascopeClient } from '../../client/src/index.ts'
import { toRows } from '../../client/src/rows.ts'
import { collect } from '../support/collect.ts'
import { startService } from '../support/started-service.ts'

t.test('Parquet, CSV and streamed rows are equal', async t => {
  const today = '2026-11-22'
  const service = await startService(t, { now: `${today}T12:00:00Z`, demo: today })
  await service.server.start()
  const client = new UascopeClient({
    apiKey: await service.keyOf(1),
    baseUrl: service.server.info.uri,
  })
  const [app] = await client.listApps()
  const report = {
    appId: app!.id,
    granularity: 'campaign_geo',
    metrics: ['spend', 'installs', 'cpi', 'ltv', 'roas', 'revenue'],
    dsiValues: [7, 30],
    maturity: true,
    partial: true,
  } as const
  const history = { appId: app!.id, granularity: 'campaign' } as const
  for (const [ask, oneByOne] of [
    [
      (format: 'parquet' | 'csv', options = {}) =>
        client.getReport({ ...report, format, ...options }),
      (options: object) => client.reportRows({ ...report, format: 'parquet', ...options }),
    ],
    [
      (format: 'parquet' | 'csv', options = {}) =>
        client.getRoasHistory({ ...history, format, ...options }),
      (options: object) => client.roasHistoryRows({ ...history, ...options }),
    ],
  ] as const) {
    const rows: object[] = await toRows<object>(await ask('parquet'))
    t.ok(rows.length > 100, `${rows.length} rows`)
    t.ok(isDeepStrictEqual(rows, await toRows<object>(await ask('csv'))))
    t.ok(isDeepStrictEqual(rows, await toRows<object>(await ask('csv', { csvBom: true }))))
    for (const options of [{}, { csvBom: true }])
      t.ok(isDeepStrictEqual(rows, await collect<object>(oneByOne(options))))
  }
  const all = await client.getRecommendations({ appId: app!.id })
  t.ok(all.length > 10)
  t.strictSame(await collect(client.recommendationRows({ appId: app!.id })), all)
})

t.test('CSV is read by the rules of RFC 4180', async t => {
  t.strictSame(csvRows('network,spend,ltv_paid_gross_d7\r\n"a ""b"", c\r\nd",1.5,\r\n'), [
    { network: 'a "b", c\r\nd', spend: 1.5, ltv_paid_gross_d7: null },
  ])
  t.strictSame(
    csvRows('\uFEFFnetwork\nUnknown\n'),
    [{ network: 'Unknown' }],
    'also with a byte order mark',
  )
  t.strictSame(csvRows('network,spend\n'), [])
  t.throws(() => csvRows('network\n"a'), TypeError)
  const name = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '=', '😀') })
  fc.assert(
    fc.property(
      fc.array(fc.record({ campaign: name, network: name }, { noNullPrototype: true }), {
        maxLength: 5,
      }),
      rows => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
        const lines = rows.map(row => `${quoted(row.campaign)},${quoted(row.network)}\n`)
        t.strictSame(csvRows(`campaign,network\n${lines.join('')}`), rows)
        // Cut anywhere.
        const read = csvReader()
        const text = `campaign,network\n${lines.join('')}`
        t.strictSame(
          [...text].flatMap(character => read(character, false)).concat(read('', true)),
          rows,
        )
      },
    ),
  )
})
