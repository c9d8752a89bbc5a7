import t from 'tap'
import type { AlertRow } from '../../../reference/delivery.ts'
import {
  alertRow,
  minimalDelivery,
  recommendationRow,
  runRow,
  steadyCohorts,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

const NAMELESS = { platform: null, network: null, campaign: '', country: null } as const

function alertRun(
  run_id: number,
  created_at: string,
  status: 'succeeded' | 'failed' = 'succeeded',
) {
  return runRow({ run_id, kind: 'alert', status, created_at })
}

async function ids({ get }: TestService, query = ''): Promise<number[]> {
  const answer = await get(`/v1/alerts?appId=1${query}`)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return (answer.json() as { id: number }[]).map(({ id }) => id)
}

t.test('filters select alerts', async t => {
  const alerts: Partial<AlertRow>[] = [
    { alert_id: 1, alert_group: 'BIDS', country: 'US', spend_detail: null },
    { alert_id: 2, alert_group: 'BIDS', country: 'GLOBAL', spend_detail: null },
    { alert_id: 3, alert_group: 'ANALYTICS', country: 'US' },
    { alert_id: 4, alert_group: 'ANALYTICS', country: 'DE', platform: 'WEB' },
    { alert_id: 5, alert_group: 'BIDS', spend_detail: null, ...NAMELESS },
    { alert_id: 6, alert_group: 'ANALYTICS', country: 'GLOBAL', network: 'meta' },
  ]
  const service = await startService(t, {
    deliveries: [minimalDelivery({ alerts: alerts.map(alertRow) })],
  })
  for (const [query, expected] of [
    ['', [1, 2, 3, 4, 5, 6]],
    ['&countries=US', [1, 3]],
    ['&countries=GLOBAL', [2, 3, 4, 6]],
    ['&countries=US,GLOBAL', [1, 2, 3, 4, 6]],
    ['&countries=DE', [4]],
    ['&countries=Unknown', [5]],
    ['&countries=ZZ', []],
    ['&alertGroups=bids', [1, 2, 5]],
    ['&alertGroups=analytics&countries=GLOBAL', [3, 4, 6]],
    ['&alertGroups=bids&countries=GLOBAL', [2]],
    ['&alertGroups=bids,analytics', [1, 2, 3, 4, 5, 6]],
    ['&platforms=web', [4]],
    ['&platforms=ios,web', [1, 2, 3, 4, 6]],
    ['&networks=Unknown', [5]],
    ['&networks=meta', [6]],
    ['&campaigns=Unknown', [5]],
    ['&campaigns=Alpha&countries=DE,US', [1, 3, 4]],
  ] as const)
    t.strictSame(await ids(service, query), expected, query)

  const [, , , , nameless] = (await service.get('/v1/alerts?appId=1')).json() as object[]
  t.strictSame(nameless, {
    id: 5,
    appId: 1,
    createdAt: '2026-03-31T07:00:00.000Z',
    alertGroup: 'BIDS',
    title: 'ROAS fell',
    campaign: 'Unknown',
    country: 'Unknown',
    platform: 'Unknown',
    network: 'Unknown',
    dailySpend: 10,
    summary: 'ROAS fell by half',
    detail: 'From 1.0 to 0.5',
    spendDetail: null,
    recommendedAction: null,
    metric: null,
    value: null,
    reference: null,
    change: null,
    step: null,
  })
})

t.test('an alert has its numbers', async t => {
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        alerts: [alertRow({ metric: 'live_bid', value: 0.34, reference: 0.306, change: null })],
      }),
    ],
  })
  t.match((await service.get('/v1/alerts?appId=1')).json(), [
    { metric: 'live_bid', value: 0.34, reference: 0.306, change: null },
  ])
})

t.test('alerts are of the latest run or a range of dates, in order', async t => {
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        runs: [
          ...minimalDelivery().runs.slice(0, 1),
          alertRun(10, '2026-03-20T23:30:00.000Z'),
          alertRun(11, '2026-03-31T07:00:00.000Z'),
          alertRun(12, '2026-03-31T07:00:00.000Z'),
          alertRun(13, '2026-04-01T05:00:00.000Z', 'failed'),
        ],
        alerts: [
          alertRow({
            alert_id: 1,
            run_id: 10,
            created_at: '2026-03-20T23:59:59.999Z',
            daily_spend: '999',
          }),
          // Produced by the same run, a day later.
          alertRow({
            alert_id: 2,
            run_id: 10,
            created_at: '2026-03-21T00:00:00.000Z',
            daily_spend: '1000',
          }),
          alertRow({ alert_id: 3, run_id: 11, daily_spend: '7' }),
          alertRow({ alert_id: 4, run_id: 12, daily_spend: '5' }),
          alertRow({ alert_id: 5, run_id: 12, daily_spend: '6' }),
          alertRow({ alert_id: 7, run_id: 12, daily_spend: '5.0000' }),
          alertRow({ alert_id: 6, run_id: 12, daily_spend: '5' }),
          alertRow({
            alert_id: 8,
            run_id: 12,
            created_at: '2026-04-02T00:00:00.000Z',
            daily_spend: '4',
          }),
          alertRow({ alert_id: 9, run_id: 13, created_at: '2026-04-01T05:00:00.000Z' }),
        ],
      }),
    ],
  })
  const latest = [5, 4, 6, 7, 8]
  t.strictSame(
    await ids(service),
    latest,
    'of two runs at the same moment the one with the greater id; the failed one never',
  )
  t.strictSame(await ids(service, '&startDate=2026-03-20'), [5, 4, 6, 7, 3, 2, 1], 'until today')
  t.strictSame(await ids(service, '&startDate=2026-03-20&endDate=2026-04-02'), [...latest, 3, 2, 1])
  t.strictSame(await ids(service, '&startDate=2026-03-20&endDate=2026-03-20'), [1])
  t.strictSame(await ids(service, '&startDate=2026-03-21&endDate=2026-03-21'), [2])
  t.strictSame(await ids(service, '&startDate=2026-03-21&endDate=2026-03-30'), [2])
  t.strictSame(await ids(service, '&startDate=2026-03-22&endDate=2026-03-30'), [])
  t.strictSame(await ids(service, '&startDate=2026-04-02'), [], 'after today')
  t.strictSame(await ids(service, '&startDate=0001-01-01&endDate=9999-12-31'), [...latest, 3, 2, 1])

  const { headers } = await service.get('/v1/alerts?appId=1&startDate=2026-03-20')
  t.match(headers, {
    'total-rows': '7',
    'run-id': '12',
    'run-created-at': '2026-03-31T07:00:00.000Z',
    'start-date': '2026-03-20',
    'end-date': '2026-04-01',
    currency: 'USD',
  })
  t.notOk((await service.get('/v1/alerts?appId=1')).headers['start-date'])
})

t.test('distinct alerts occur once, with first day and count', async t => {
  const bid = { alert_group: 'BIDS' as const, spend_detail: null }
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        runs: [
          ...minimalDelivery().runs.slice(0, 1),
          alertRun(10, '2026-03-20T07:00:00.000Z'),
          alertRun(11, '2026-03-21T07:00:00.000Z'),
          alertRun(12, '2026-03-31T07:00:00.000Z'),
        ],
        alerts: [
          alertRow({
            alert_id: 1,
            run_id: 10,
            created_at: '2026-03-20T07:00:00.000Z',
            daily_spend: '70',
          }),
          alertRow({
            alert_id: 2,
            run_id: 11,
            created_at: '2026-03-21T07:00:00.000Z',
            daily_spend: '60',
          }),
          // Twice in one run: the first in the usual order stands for both.
          alertRow({
            alert_id: 3,
            run_id: 11,
            created_at: '2026-03-21T08:00:00.000Z',
            daily_spend: '65',
            summary: 'Again',
          }),
          alertRow({
            alert_id: 4,
            run_id: 11,
            created_at: '2026-03-21T07:00:00.000Z',
            title: 'Spend rose',
            daily_spend: '1',
          }),
          alertRow({
            alert_id: 5,
            run_id: 11,
            created_at: '2026-03-21T07:00:00.000Z',
            country: 'DE',
            daily_spend: '2',
          }),
          alertRow({
            alert_id: 6,
            run_id: 11,
            created_at: '2026-03-21T07:00:00.000Z',
            ...bid,
            daily_spend: '3',
          }),
          alertRow({
            alert_id: 7,
            run_id: 12,
            created_at: '2026-03-31T07:00:00.000Z',
            title: 'Spend rose',
            daily_spend: '9',
          }),
          alertRow({
            alert_id: 8,
            run_id: 12,
            created_at: '2026-03-31T07:00:00.000Z',
            ...bid,
            platform: null,
            daily_spend: '8',
          }),
        ],
      }),
    ],
  })
  const list = async (query: string) =>
    (
      (
        await service.get(`/v1/alerts?appId=1&startDate=2026-03-01&distinct=true${query}`)
      ).json() as {
        [
          Field in 'id' | 'firstSeen' | 'lastSeen' | 'timesSeen' | 'inLatestRun' | 'summary'
        ]: unknown
      }[]
    ).map(({ id, firstSeen, lastSeen, timesSeen, inLatestRun }) => [
      id,
      String(firstSeen).slice(5, 13),
      String(lastSeen).slice(5, 13),
      timesSeen,
      inLatestRun,
    ])
  t.strictSame(await list(''), [
    [7, '03-21T07', '03-31T07', 2, true],
    [8, '03-31T07', '03-31T07', 1, true],
    [3, '03-20T07', '03-21T08', 3, false],
    [6, '03-21T07', '03-21T07', 1, false],
    [5, '03-21T07', '03-21T07', 1, false],
  ])
  t.strictSame(
    await list('&endDate=2026-03-22'),
    [
      [3, '03-20T07', '03-21T08', 3, false],
      [6, '03-21T07', '03-21T07', 1, false],
      [5, '03-21T07', '03-21T07', 1, false],
      [4, '03-21T07', '03-21T07', 1, true],
    ],
    'open whatever the range',
  )
  t.strictSame(
    await list('&countries=DE'),
    [[5, '03-21T07', '03-21T07', 1, false]],
    'filters come first',
  )
  t.strictSame(await list('&alertGroups=bids&platforms=ios'), [
    [6, '03-21T07', '03-21T07', 1, false],
  ])
  t.strictSame(await list('&endDate=2026-03-02'), [])
  const url = '/v1/alerts?appId=1&startDate=2026-03-01'
  const [once, all] = [
    await service.get(`${url}&distinct=true`),
    await service.get(`${url}&distinct=false`),
  ]
  t.equal(once.headers['total-rows'], '5')
  t.equal(all.headers['total-rows'], '8')
  t.not(once.headers['etag'], all.headers['etag'])
  t.notOk('timesSeen' in (all.json() as object[])[0]!)
  const refused = await service.get('/v1/alerts?appId=1&distinct=true')
  t.match(
    [refused.status, refused.json()],
    [400, { errors: [{ parameter: 'distinct', message: /startDate/ }] }],
  )
  t.equal(
    (await service.get('/v1/alerts?appId=1&distinct=false')).status,
    200,
    'the default may be given alone',
  )
})

t.test('dates are UTC dates, whatever the time zone of the process', async t => {
  const before = process.env['TZ']
  process.env['TZ'] = 'Pacific/Auckland'
  t.teardown(() => {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  })
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({ alerts: [alertRow({ created_at: '2026-03-31T23:30:00.000Z' })] }),
    ],
    now: '2026-03-31T23:45:00Z',
  })
  t.strictSame(await ids(service, '&startDate=2026-03-31'), [1])
  t.strictSame(await ids(service, '&startDate=2026-04-01&endDate=2026-04-01'), [])
  t.match((await service.get('/v1/alerts?appId=1')).json(), [
    { createdAt: '2026-03-31T23:30:00.000Z' },
  ])
  t.equal(
    (await service.get('/v1/report?appId=1&granularity=campaign&format=csv')).body
      .toString()
      .split('\n')[1]
      ?.slice(0, 10),
    '2026-03-30',
  )
})

t.test('alerts can be sorted by any field and paged; Total-Rows counts all', async t => {
  const alerts = [
    alertRow({ alert_id: 1, daily_spend: '30', value: null }),
    alertRow({ alert_id: 2, daily_spend: '20', value: 0.5, title: 'Zero' }),
    alertRow({ alert_id: 3, daily_spend: '10', value: 0.1, title: 'Late' }),
  ]
  const service = await startService(t, { deliveries: [minimalDelivery({ alerts })] })
  for (const [query, expected] of [
    ['&sort=value', [3, 2, 1]],
    ['&sort=-value', [2, 3, 1]],
    ['&sort=dailySpend&limit=2', [3, 2]],
    ['&limit=1&offset=1', [2]],
    ['&limit=1&offset=3', []],
    ['&sort=title', [3, 1, 2]],
    ['&sort=timesSeen', [1, 2, 3]],
  ] as const) {
    t.strictSame(await ids(service, query), expected, query)
  }
  const { headers } = await service.get('/v1/alerts?appId=1&limit=1')
  t.match(headers, { 'total-rows': '3' })
  const distinct = '&startDate=2026-03-01&distinct=true&sort=-timesSeen&limit=5'
  t.strictSame(await ids(service, distinct), [1, 2, 3])
  t.match((await service.get('/v1/alerts?appId=1&sort=dailySpent')).json(), {
    errors: [{ parameter: 'sort', message: /did you mean dailySpend\?/ }],
  })
  t.match((await service.get('/v1/alerts?appId=1&offset=1')).json(), {
    errors: [{ parameter: 'offset', message: /limit/ }],
  })
})

t.test(
  'an alert carries the step of its campaign, or of its country where the campaign runs in several',
  async t => {
    const below = {
      target_paid_gross_roas: 1,
      predicted_paid_gross_roas: 0.5,
      optimisation_live_roas: null,
      spend: '6000',
      lookback_days: 6,
    }
    const recommendations = [
      recommendationRow({
        recommendation_id: 1,
        campaign: 'One',
        country: 'US',
        ...below,
        spend: '600',
      }),
      recommendationRow({ recommendation_id: 2, campaign: 'Several', country: 'GLOBAL', ...below }),
      recommendationRow({
        recommendation_id: 3,
        granularity: 'campaign_geo',
        campaign: 'Several',
        country: 'US',
        ...below,
        spend: '1200',
      }),
      recommendationRow({
        recommendation_id: 4,
        granularity: 'campaign_geo',
        campaign: 'Several',
        country: 'DE',
        ...below,
        spend: '4800',
      }),
    ]
    const service = await startService(t, {
      deliveries: [
        minimalDelivery({
          runs: [
            runRow(),
            alertRun(2, '2026-03-30T07:00:00.000Z'),
            alertRun(3, '2026-03-31T07:00:00.000Z'),
          ],
          recommendations,
          cohorts: steadyCohorts(recommendations.filter(({ recommendation_id: id }) => id !== 2)),
          cohort_revenue: [],
          alerts: [
            alertRow({ alert_id: 1, run_id: 3, campaign: 'One', country: 'DE' }),
            alertRow({ alert_id: 2, run_id: 3, campaign: 'Several', country: 'GLOBAL' }),
            alertRow({ alert_id: 3, run_id: 3, campaign: 'Several', country: 'DE' }),
            alertRow({ alert_id: 4, run_id: 3, campaign: 'Several', country: 'FR' }),
            alertRow({ alert_id: 5, run_id: 3, campaign: 'Several', network: null }),
            alertRow({ alert_id: 6, run_id: 3, campaign: 'Absent' }),
            alertRow({ alert_id: 7, run_id: 2, campaign: 'One' }),
          ],
        }),
      ],
    })
    const alerts = (await service.get('/v1/alerts?appId=1&startDate=2026-03-01')).json() as {
      id: number
      step: { from: number } | null
    }[]
    const steps = Object.fromEntries(alerts.map(({ id, step }) => [id, step]))
    const rows = (await service.get('/v1/recommendations?appId=1')).json() as {
      id: number
      step: object
    }[]
    t.strictSame(steps[1], rows.find(({ id }) => id === 1)!.step)
    t.strictSame(steps[2], rows.find(({ id }) => id === 2)!.step)
    t.match(steps[3], { kind: 'country', direction: 'less', from: 800 })
    t.strictSame(
      [steps[4], steps[5], steps[6], steps[7]],
      [null, null, null, null],
      'no country, no name, no recommendation, an older run',
    )
    t.strictSame(
      (await ids(service, '&sort=-stepGain')).slice(0, 3),
      [2, 3, 1],
      'the steps that gain most first',
    )
    const tag = async () => (await service.get('/v1/alerts?appId=1')).headers['etag']
    const first = await tag()
    await service.import({ runs: [runRow({ run_id: 9, created_at: '2026-04-01T06:00:00.000Z' })] })
    service.passSecond()
    t.not(await tag(), first, 'a new run may decide other steps')
  },
)
