import t from 'tap'
import type { Delivery } from '../../../reference/delivery.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  runRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { startService, type Answered } from '../../../support/started-service.ts'

/** Run N saw until N March. */
function run(day: number) {
  const max_install_date = `2026-03-${String(day).padStart(2, '0')}`
  return runRow({ run_id: day, created_at: `${max_install_date}T23:00:00.000Z`, max_install_date })
}

/** What run `day` said of a campaign's installs of a day at DSI 7. */
function said(
  day: number,
  install_date: string,
  campaign: string,
  spend: string,
  paid_gross: string,
  country = 'US',
) {
  return snapshotRow({ run_id: day, install_date, campaign, spend, paid_gross, country })
}

/** Data since Monday 2 March; runs of the 8th, 9th, 15th, 16th and 30th. Company 2 reads nothing. */
function delivery(overrides: Delivery = {}): Delivery {
  return minimalDelivery({
    companies: [
      { company_id: 1, name: 'Studio' },
      { company_id: 2, name: 'Other' },
    ],
    runs: [run(8), run(9), run(15), run(16), run(30)],
    cohorts: [cohortRow({ run_id: 30, install_date: '2026-03-02' })],
    cohort_revenue: [],
    alerts: [],
    recommendations: [],
    roas_snapshots: [
      // The week is whole, six days old: two campaigns, one of them in two countries.
      said(8, '2026-03-02', 'A', '10', '12'),
      said(8, '2026-03-03', 'A', '10', '12', 'DE'),
      said(8, '2026-03-02', 'B', '30', '15'),
      // Seven days old: no forecast at DSI 7, and not actual for the whole week yet.
      said(9, '2026-03-02', 'A', '10', '99'),
      // Thirteen days old: actual. The next run has no say.
      said(15, '2026-03-02', 'A', '20', '14'),
      said(15, '2026-03-03', 'A', '5', '6', 'DE'),
      said(15, '2026-03-02', 'B', '75', '30'),
      said(16, '2026-03-02', 'A', '25', '1'),
      // The next week, whole for the run of the 15th: no run after has captured it.
      said(15, '2026-03-09', 'A', '10', '10'),
    ],
    ...overrides,
  })
}

t.test('a worked example matches', async t => {
  const { get } = await startService(t, { deliveries: [delivery()] })
  const rows = async (query: string) => (await get(`/v1/forecast-accuracy?appId=1${query}`)).json()
  // 24 and 15 were forecast, 20 and 30 came: -11 of 50 together, 4 + 15 of 50 apart.
  t.strictSame(await rows(''), [
    { age: 6, cohorts: 1, spend: 100, bias: -0.22, wape: 0.22, p50: 0.22, p90: 0.22 },
  ])
  t.strictSame(await rows('&granularity=campaign'), [
    { age: 6, cohorts: 2, spend: 100, bias: -0.22, wape: 0.38, p50: 0.5, p90: 0.5 },
  ])
  // A in the US 12 for 14, in Germany 12 for 6: an error of 1/7 with 20 of the spend, of 1 with the other 5.
  t.strictSame(await rows('&granularity=campaign_geo&campaigns=A'), [
    { age: 6, cohorts: 2, spend: 25, bias: 0.2, wape: 0.4, p50: 2 / 14, p90: 1 },
  ])
  t.strictSame(await rows('&countries=DE'), [
    { age: 6, cohorts: 1, spend: 5, bias: 1, wape: 1, p50: 1, p90: 1 },
  ])
  // Daily, 3 March is five days old at the first run; the run of the 9th is the first that saw 2 March seven days old.
  t.strictSame(await rows('&installGrouping=daily&campaigns=A'), [
    { age: 5, cohorts: 1, spend: 5, bias: 1, wape: 1, p50: 1, p90: 1 },
    { age: 6, cohorts: 1, spend: 10, bias: -87 / 99, wape: 87 / 99, p50: 87 / 99, p90: 87 / 99 },
  ])
  t.strictSame(
    await rows('&installGrouping=monthly'),
    [],
    'no DSI of 7 is younger than a month that is whole',
  )
  t.strictSame(await rows('&endDate=2026-03-07'), [], 'the week does not end in the range')
  t.strictSame(
    await rows('&startDate=2026-03-08&endDate=2026-03-08').then(list => (list as unknown[]).length),
    1,
    'moved back to Monday',
  )
  // By campaign: A's 24 for 20 in one cohort, B's 15 for 30.
  t.strictSame(await rows('&granularity=campaign&groupBy=campaign'), [
    { campaign: 'A', age: 6, cohorts: 1, spend: 25, bias: 0.2, wape: 0.2, p50: 0.2, p90: 0.2 },
    { campaign: 'B', age: 6, cohorts: 1, spend: 75, bias: -0.5, wape: 0.5, p50: 0.5, p90: 0.5 },
  ])
  t.strictSame(
    (
      (await rows('&granularity=campaign_geo&groupBy=country,platform')) as { country: string }[]
    ).map(row => Object.keys(row).slice(0, 3)),
    [
      ['platform', 'country', 'age'],
      ['platform', 'country', 'age'],
    ],
  )
  t.strictSame(await rows('&groupBy=none'), await rows(''))
  t.strictSame(await rows('&dsi=365'), [])
  t.strictSame(await rows('&campaigns=Nothing'), [])
})

t.test('the response names its run, and the same bytes are not sent twice', async t => {
  const { get } = await startService(t, { deliveries: [delivery()] })
  const answer = await get('/v1/forecast-accuracy?appId=1')
  t.match(answer.headers, {
    'total-rows': '1',
    'run-id': '30',
    'run-created-at': '2026-03-30T23:00:00.000Z',
    'data-through': '2026-03-30',
    'start-date': '2026-03-02',
    'end-date': '2026-03-30',
    currency: 'USD',
  })
  const again = await get('/v1/forecast-accuracy?appId=1&granularity=app', 1, {
    'if-none-match': answer.headers['etag']!,
  })
  t.equal(again.status, 304)
  t.equal(
    (
      await get('/v1/forecast-accuracy?appId=1&dsi=1', 1, {
        'if-none-match': answer.headers['etag']!,
      })
    ).status,
    200,
  )
})

t.test('an app without a run has no rows', async t => {
  const { get } = await startService(t, {
    deliveries: [delivery({ runs: [], cohorts: [], roas_snapshots: [] })],
  })
  const answer = await get('/v1/forecast-accuracy?appId=1')
  t.strictSame(
    [answer.json(), answer.headers['start-date'], answer.headers['end-date']],
    [[], '2025-12-25', '2026-04-01'],
  )
})

t.test('invalid requests are refused', async t => {
  const { get } = await startService(t, {
    deliveries: [delivery({ apps: [appRow({ weekly_aggregation: true })] })],
  })
  const faults = (answer: Answered) =>
    (
      answer.json() as { errors: { parameter: string; message: string; allowed?: string[] }[] }
    ).errors.map(({ parameter, message, allowed }) => [
      parameter,
      message,
      ...(allowed ? [allowed.join()] : []),
    ])
  const refused = async (query: string) => {
    const answer = await get(`/v1/forecast-accuracy?appId=1&${query}`)
    t.equal(answer.status, 400, query)
    return faults(answer)
  }
  t.strictSame(await refused('dsi=8&installGrouping=daily&startDate=2026-03-01'), [
    [
      'installGrouping',
      'daily is not available: this app requires weekly prediction aggregation',
      'weekly,monthly',
    ],
    ['dsi', 'not available for this app: 8; use any of 1, 7, 365', '1,7,365'],
    ['startDate', 'must not be before 2026-03-02, the earliest date supported'],
  ])
  t.match(await refused('granularity=campaign&countries=DE'), [
    ['countries', /granularity is campaign/],
  ])
  t.match(await refused('groupBy=network'), [['groupBy', /network.*granularity/]])
  t.match(await refused('granularity=campaign&groupBy=country'), [
    ['groupBy', /country.*granularity/],
  ])
  t.match(await refused('granularity=campaign&groupBy=none,network'), [['groupBy', /none/]])
  t.match(await refused('startDate=2026-03-09&endDate=2026-03-08'), [
    ['startDate', /2026-03-09.*2026-03-08/],
  ])
  t.match(await refused('metrics=roas'), [['metrics', /is not a parameter/]])
  t.match(await refused('sort=share'), [['sort', /share/]])
  t.match(await refused('offset=1'), [['offset', /limit/]])
  const [foreign, missing] = [
    await get('/v1/forecast-accuracy?appId=1', 2),
    await get('/v1/forecast-accuracy?appId=7', 1),
  ]
  t.strictSame([foreign.status, missing.status], [403, 403])
})
