import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { examples } from '../../../../generated/client/examples.ts'
import {
  type ApiError,
  BadRequestError,
  RateLimitError,
  UascopeClient,
} from '../../../../client/src/index.ts'
import { toArrow } from '../../../../client/src/arrow.ts'
import { toRows } from '../../../../client/src/rows.ts'
import { type Answers, TestService } from '../../../../server/http/testing/index.ts'
import { startService } from '../../../support/started-service.ts'
import { collect } from '../../../support/collect.ts'

function serve(answers: Answers = {}, options = {}) {
  const service = new TestService(answers, options)
  return { service, client: new UascopeClient({ ...service.options, maxRetries: 1 }) }
}

const REPORT = {
  appId: 101,
  granularity: 'campaign',
  metrics: ['spend', 'installs', 'ltv'],
  dsiValues: [7],
} as const

t.test("by default it returns the contract's examples", async t => {
  const { client } = serve()
  t.same(await client.listApps(), examples.listApps)
  t.same(await client.getAppSettings({ appId: 101 }), examples.getAppSettings)
  t.same(await client.listCampaigns({ appId: 101 }), examples.listCampaigns)
  t.same(await client.getRecommendations({ appId: 101 }), examples.getRecommendations)
  t.same(await client.getTrackRecord({ appId: 101 }), examples.getTrackRecord)
  t.same(await client.getForecastAccuracy({ appId: 101 }), examples.getForecastAccuracy)
  t.same(await client.getAlerts({ appId: 101 }), examples.getAlerts)
  t.same(await client.listEvents({ appId: 101 }), examples.listEvents)
  t.same(await client.getBudgetPlan({ appId: 101, budgetChange: 0.1 }), examples.getBudgetPlan)
  t.same(await client.getPacing({ appId: 101 }), examples.getPacing)
  const report = {
    ...REPORT,
    metrics: ['spend', 'installs', 'cpi', 'ltv', 'roas'],
    format: 'csv',
  } as const
  t.equal(await (await client.getReport(report)).text(), examples.getReport)
  t.equal(
    await (await client.getRoasHistory({ appId: 101, granularity: 'app', format: 'csv' })).text(),
    examples.getRoasHistory,
  )
})

t.test('a few fields suffice; the others come from the example', async t => {
  const { client, service } = serve({
    getRecommendations: [{ campaign: 'A' }, { campaign: 'B', action: 'REDUCE' }],
  })
  const [first, second] = await client.getRecommendations({ appId: 101 })
  const [example] = examples.getRecommendations
  t.same(first, { ...example, campaign: 'A' })
  t.same(second, { ...example, id: example!.id + 1, campaign: 'B', action: 'REDUCE' })
  t.same(
    (await client.getRecommendations({ appId: 101, limit: 1, offset: 1 })).map(
      ({ campaign }) => campaign,
    ),
    ['B'],
  )
  service.answers.getRecommendations = ({ networks }) =>
    networks?.includes('Meta Ads') ? [{ campaign: 'Meta' }] : []
  t.same(
    (await client.getRecommendations({ appId: 101, networks: ['Meta Ads'] }))[0]?.campaign,
    'Meta',
  )
  t.same(await client.getRecommendations({ appId: 101, networks: ['Other'] }), [])
})

t.test('a response that violates the contract fails the test immediately', async t => {
  t.throws(() => serve({ listApp: [] } as object), {
    name: 'UascopeError',
    message: /^listApp is not an operation; available: listApps/,
  })
  const refused = async (answers: object, message: RegExp) => {
    const { client, service } = serve(answers)
    const call =
      'getReport' in answers ? client.getReport(REPORT) : client.getRecommendations({ appId: 101 })
    await t.rejects(Promise.resolve(call), { name: 'UascopeError', message })
    t.equal(service.requests.length, 1, 'without retries')
  }
  await refused(
    { getRecommendations: [{ action: 'DOUBLE' }] },
    /The answer of getRecommendations is not valid: .*action.* must be/,
  )
  await refused({ getRecommendations: [{ campain: 'A' }] }, /campain.* is not allowed/)
  await refused({ getReport: [{ spent: 1 }] }, /^spent is not a column of the contract/)
  await refused({ getReport: [{ spend: '1' }] }, /^spend must be a number; got "1"/)
  await refused(
    {
      getReport: () => {
        throw new Error('mine')
      },
    },
    /mine/,
  )
})

t.test('files have the requested columns, as CSV and as Parquet', async t => {
  const { client } = serve({
    getReport: [
      { campaign: 'A, "b"', network: 'N', spend: 12.5, installs_paid: 3, ltv_paid_gross_d7: 0.5 },
      { campaign: 'C' },
    ],
  })
  const row = {
    install_cohort: '2025-02-25',
    platform: 'Unknown',
    network: 'N',
    campaign: 'A, "b"',
    spend: 12.5,
    installs_paid: 3,
    ltv_paid_gross_d7: 0.5,
  }
  const empty = {
    ...row,
    network: 'Unknown',
    campaign: 'C',
    spend: 0,
    installs_paid: 0,
    ltv_paid_gross_d7: null,
  }
  const file = await client.getReport(REPORT)
  t.match(file, {
    format: 'parquet',
    totalRows: 2,
    currency: 'USD',
    run: { id: 1 },
    dataThrough: '2026-03-31',
    fileName: 'report.parquet',
  })
  t.strictSame(await toRows(file), [row, empty])
  t.strictSame(await toRows(await client.getReport({ ...REPORT, format: 'csv', csvBom: true })), [
    row,
    empty,
  ])
  t.strictSame(await collect(client.reportRows(REPORT)), [row, empty])
  t.strictSame(await toRows(await client.getReport({ ...REPORT, limit: 1, offset: 1 })), [empty])
  const arrow = await toArrow(await client.getReport(REPORT))
  t.same(
    arrow.schema.fields.map(({ name, type }) => `${name}: ${type}`),
    [
      'install_cohort: Date32<DAY>',
      'platform: Utf8',
      'network: Utf8',
      'campaign: Utf8',
      'spend: Float64',
      'installs_paid: Int64',
      'ltv_paid_gross_d7: Float64',
    ],
  )
  t.equal((await client.getReport(REPORT, { headOnly: true })).totalRows, 2)
})

t.test('columns and types are those of the service', async t => {
  const today = '2026-04-01'
  const real = await startService(t, { now: `${today}T12:00:00Z`, demo: today })
  await real.server.start()
  const connected = new UascopeClient({
    apiKey: await real.keyOf(1),
    baseUrl: real.server.info.uri,
  })
  const [app] = await connected.listApps()
  const settings = await connected.getAppSettings({ appId: app!.id })
  const { client, service } = serve({ listApps: [app!], getAppSettings: settings })
  const total = { appId: app!.id, granularity: 'campaign', installGrouping: 'total' } as const
  for (const report of [
    { appId: app!.id, granularity: 'campaign' },
    {
      appId: app!.id,
      granularity: 'campaign_geo',
      metrics: ['roas', 'spend'],
      roasTypes: ['full_blended', 'paid'],
      revenueTypes: ['net', 'gross'],
      dsiValues: [30, 7],
    },
    { ...total, metrics: ['installs', 'spend'], maturity: true, partial: true },
    {
      ...total,
      groupBy: ['none'],
      metrics: ['payback', 'organic_installs', 'profit', 'revenue'],
      maturity: true,
    },
    {
      ...total,
      groupBy: ['network', 'platform'],
      metrics: ['cpi', 'ltv'],
      compare: 'previous',
      explain: true,
      maturity: true,
      partial: true,
    },
  ] as const) {
    const rows = await toRows<object>(await connected.getReport(report))
    service.answers.getReport = rows
    const returned = await toRows<object>(await client.getReport(report))
    t.ok(rows.length > 0 && isDeepStrictEqual(returned, rows), JSON.stringify(report))
    t.same(Object.keys(returned[0]!), Object.keys(rows[0]!))
    const arrows = [
      await toArrow(await connected.getReport(report)),
      await toArrow(await client.getReport(report)),
    ]
    const [real, own] = arrows.map(({ schema }) =>
      schema.fields.map(({ name, type }) => `${name}: ${type}`),
    )
    t.same(own, real)
  }
  for (const granularity of ['app', 'campaign', 'campaign_geo'] as const) {
    const history = { appId: app!.id, granularity } as const
    const rows = await toRows(await connected.getRoasHistory(history))
    service.answers.getRoasHistory = rows
    t.ok(
      rows.length > 0 &&
        isDeepStrictEqual(await toRows<object>(await client.getRoasHistory(history)), rows),
      granularity,
    )
  }
  const wrong = [
    (from: UascopeClient) => from.getReport({ appId: app!.id, granularity: 'campaign', limit: 0 }),
    (from: UascopeClient) =>
      from.getReport({ appId: app!.id, granularity: 'campaign', explain: true } as never),
    (from: UascopeClient) =>
      from.getRecommendations({ appId: app!.id, statuses: [], dsiValue: 7 } as never),
    (from: UascopeClient) => from.getAlerts({ appId: app!.id, startDate: '2026-02-30' }),
  ]
  for (const ask of wrong) {
    const [one, other] = await Promise.all(
      [connected, client].map(from =>
        Promise.resolve<unknown>(ask(from)).catch((error: unknown) => error),
      ),
    )
    t.type(other, BadRequestError)
    t.same((other as ApiError).errors, (one as ApiError).errors)
    t.equal((other as ApiError).detail, (one as ApiError).detail)
  }
})

t.test('the test service refuses what the service refuses', async t => {
  const { client, service } = serve({ listApps: [{ id: 7 }] })
  const refusal = (call: PromiseLike<unknown>) =>
    Promise.resolve(call).catch((error: unknown) => error)
  t.match(await refusal(client.getAlerts({ appId: 101 })), {
    status: 403,
    code: 'app_forbidden',
    requestId: 'request-1',
  })
  t.match(await refusal(new UascopeClient({ ...service.options, apiKey: 'other' }).listApps()), {
    status: 401,
    code: 'unauthorized',
  })
  t.match(
    await refusal(
      new UascopeClient({ ...service.options, baseUrl: 'http://uascope.test/x' }).listApps(),
    ),
    {
      status: 404,
      code: 'not_found',
    },
  )
  t.match(await refusal(client.getReport({ ...REPORT, appId: 7, dsiValue: [7] } as never)), {
    code: 'invalid_parameter',
    message:
      /dsiValue: .*did you mean dsiValues\? \(GET http:\/\/uascope\.test\/v1\/report, request request-4\)$/,
  })
  t.match(service.requests.slice(-1), [{ method: 'GET', operation: 'getReport', parameters: null }])
  await client.getReport({ ...REPORT, appId: 7 })
  t.match(service.requests.at(-1), {
    parameters: {
      appId: 7,
      metrics: ['spend', 'installs', 'ltv'],
      roasTypes: ['paid'],
      format: 'parquet',
    },
  })
})

t.test('the test service can limit, fail and break off on request', async t => {
  const { service, client } = serve({}, { rateLimit: 2 })
  const { response } = await client.listApps().withResponse()
  t.equal(response.headers.get('ratelimit'), '"company";r=1;t=60')
  await client.listApps()
  const limited: unknown = await client.listApps({ maxRetries: 0 }).catch((error: unknown) => error)
  t.type(limited, RateLimitError)
  t.equal((limited as RateLimitError).retryAfter, 60)

  const other = serve()
  other.service.fail('unavailable', 'Down.', { 'retry-after': 0 })
  t.same(await other.client.listApps(), examples.listApps, 'the client retries')
  t.equal(other.service.requests.length, 2)
  t.throws(() => other.service.fail('nonsense'), {
    name: 'UascopeError',
    message: /^nonsense is not an error code/,
  })

  const whole = await (await other.client.getReport({ ...REPORT, format: 'csv' })).text()
  other.service.cutAfter(20)
  t.equal(
    await (await other.client.getReport({ ...REPORT, format: 'csv' })).text(),
    whole,
    'the client resumes',
  )
  t.equal(other.service.requests.at(-1)?.headers['range'], 'bytes=20-')
  other.service.cutAfter(20)
  const file = await other.client.getReport({ ...REPORT, format: 'csv' }, { maxRetries: 0 })
  await t.rejects(file.text(), { name: 'ConnectionError', message: /broke off/ })
  t.equal(service.requests.length, 3)
})

t.test('a repeated request gets 304 until something changes', async t => {
  const { service, client } = serve()
  const { etag } = await client.getReport(REPORT)
  const list = (await client.listEvents({ appId: 101 }).asResponse()).headers.get('etag')
  t.equal(await client.getReport(REPORT, { ifNoneMatch: etag }).ifModified(), null)
  t.equal(await client.listEvents({ appId: 101 }, { ifNoneMatch: list }).ifModified(), null)
  service.run = { id: 2, createdAt: '2026-04-02T00:00:00.000Z' }
  t.match(await client.getReport(REPORT, { ifNoneMatch: etag }).ifModified(), { run: { id: 2 } })
})
