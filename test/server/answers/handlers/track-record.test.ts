import t from 'tap'
import type { CohortRow, Delivery, RecommendationRow } from '../../../reference/delivery.ts'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

type Item = Record<string, unknown>

async function list({ get }: TestService, path: string): Promise<Item[]> {
  const answer = await get(path)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return answer.json() as Item[]
}

/** Run 1 of 2026-03-10 judges the days until then; run 7 of 2026-03-31 knows their ROAS at DSI 7: `earned` on a spend of 10 each day. */
function judged(
  rows: Partial<RecommendationRow>[],
  earned: Record<string, string>,
  overrides: Delivery = {},
): Required<Delivery> {
  const cohorts: CohortRow[] = []
  const cohort_revenue = []
  for (const [campaign, revenue] of Object.entries(earned)) {
    for (const install_date of ['2026-03-02', '2026-03-03']) {
      cohorts.push(cohortRow({ run_id: 7, install_date, campaign, spend: '10' }))
      cohort_revenue.push(revenueRow({ run_id: 7, install_date, campaign, ...revenueOf(revenue) }))
    }
  }
  return minimalDelivery({
    runs: [
      runRow({ created_at: '2026-03-10T06:00:00.000Z', max_install_date: '2026-03-09' }),
      runRow({ run_id: 7, created_at: '2026-03-31T06:00:00.000Z', max_install_date: '2026-03-30' }),
    ],
    cohorts,
    cohort_revenue,
    roas_snapshots: [],
    alerts: [],
    recommendations: rows.map((row, index) =>
      recommendationRow({
        recommendation_id: index + 1,
        lookback_days: 7,
        spend: '70',
        target_paid_gross_roas: 1,
        ...row,
      }),
    ),
    ...overrides,
  })
}

t.test('the outcome of a recommendation is the ROAS of its own install dates', async t => {
  const service = await startService(t, {
    deliveries: [
      judged(
        [
          { campaign: 'Right', predicted_paid_gross_roas: 1.5 },
          { campaign: 'Wrong', predicted_paid_gross_roas: 1.5 },
          { campaign: 'Without', predicted_paid_gross_roas: 1.5 },
          {
            campaign: 'Later',
            predicted_paid_gross_roas: 1.5,
            lookback_start_date: '2026-03-04',
            lookback_end_date: '2026-03-09',
          },
          { campaign: 'Silent', predicted_paid_gross_roas: null },
        ],
        { Right: '12', Wrong: '5', Later: '12', Silent: '20' },
      ),
    ],
  })
  const rows = await list(service, '/v1/recommendations?appId=1&asOf=2026-03-10&outcome=true')
  const outcomes = Object.fromEntries(
    rows.map(row => [
      row['campaign'],
      [row['actualRoas'], row['actionInHindsight'], row['roasError']],
    ]),
  )
  t.strictSame(outcomes, {
    Right: [1.2, 'SCALE', 1.5 / 1.2 - 1],
    Wrong: [0.5, 'REDUCE', 2],
    Without: [null, null, null],
    Later: [null, null, null],
    Silent: [2, 'SCALE', null],
  })
  const [row] = await list(service, '/v1/recommendations?appId=1&asOf=2026-03-10')
  t.notOk('actualRoas' in row!, 'only with outcome')
  t.strictSame(
    await list(service, '/v1/recommendations?appId=1&outcome=true'),
    [],
    'the latest run has none',
  )
})

t.test(
  'an outcome is unknown until the last of its cohorts is old enough, and if a revenue row is missing',
  async t => {
    const complete = judged([{ campaign: 'A' }, { campaign: 'B', target_dsi: 365 }], {
      A: '12',
      B: '12',
    })
    const holed = { ...complete, cohort_revenue: complete.cohort_revenue.slice(1) }
    const actual = async (delivery: Delivery, query = ''): Promise<unknown[]> => {
      const service = await startService(t, { deliveries: [delivery] })
      return (
        await list(service, `/v1/recommendations?appId=1&asOf=2026-03-10&outcome=true${query}`)
      ).map(row => row['actualRoas'])
    }
    t.strictSame(await actual(complete), [1.2, null])
    t.strictSame(await actual(holed), [null, null])
    // The lookback ends on 2026-03-07: DSI 7 is known from 2026-03-14 on.
    for (const [day, expected] of [
      ['2026-03-13', null],
      ['2026-03-14', 1.2],
    ] as const) {
      const runs = complete.runs.map(run =>
        run.run_id === 7 ? { ...run, max_install_date: day } : run,
      )
      t.strictSame(await actual({ ...complete, runs }), [expected, null], day)
    }
  },
)

/** 24 decisions: 12 of them right, 6 a little off, 6 the opposite; those of Beta weigh twice as much. */
function many(): Required<Delivery> {
  const names = Array.from({ length: 24 }, (_, index) => `c${index}`)
  const reached = (index: number): string => (index < 12 ? '12' : index < 18 ? '10' : '5')
  return judged(
    names.map((campaign, index) => ({
      campaign,
      predicted_paid_gross_roas: 1.2,
      spend: index % 2 === 0 ? '140' : '70',
    })),
    Object.fromEntries(names.map((name, index) => [name, reached(index)])),
  )
}

t.test('the track record matches hand-computed values', async t => {
  const service = await startService(t, { deliveries: [many()] })
  const [all, ...others] = await list(service, '/v1/track-record?appId=1')
  t.strictSame(others, [])
  const close = (name: string, value: number): void =>
    void t.ok(Math.abs((all![name] as number) - value) < 1e-12, `${name} is ${String(all![name])}`)
  // Half of the spend is right, a quarter HOLD in hindsight, a quarter REDUCE.
  t.match(all, { decisions: 24, runs: 1, since: '2026-03-10', dailySpend: 360 })
  close('rightShare', 0.5)
  close('oppositeShare', 0.25)
  const actual = 180 * 1.2 + 90 * 1 + 90 * 0.5
  close('bias', (90 * 0.2 + 90 * 0.7) / actual)
  close('wape', (90 * 0.2 + 90 * 0.7) / actual)
  close('p50', 0)
  close('p80', 1.2 / 0.5 - 1)
  close('p90', 1.2 / 0.5 - 1)
  t.match((await service.get('/v1/track-record?appId=1')).headers, {
    'run-id': '7',
    'start-date': '2025-09-11',
    'end-date': '2026-03-31',
    'target-dsi': '7',
    'target-roas-type': 'paid',
    currency: 'USD',
    'total-rows': '1',
  })
})

t.test('groups, filters, dates and too few decisions are handled', async t => {
  const service = await startService(t, { deliveries: [many()] })
  const counts = async (query: string) =>
    (await list(service, `/v1/track-record?appId=1${query}`)).map(
      ({ decisions, platform, action, status }) => [
        decisions,
        ...[platform, action, status].filter(word => word !== undefined),
      ],
    )
  t.strictSame(await counts('&groupBy=platform'), [[24, 'IOS']])
  t.strictSame(await counts('&groupBy=status,action'), [[24, 'SCALE', 'HIGH']])
  t.strictSame(
    await list(service, '/v1/track-record?appId=1&campaigns=c1,c2'),
    [{ decisions: 2 }],
    'only the number',
  )
  t.strictSame(await list(service, '/v1/track-record?appId=1&platforms=web'), [])
  t.strictSame(await list(service, '/v1/track-record?appId=1&granularity=campaign_geo'), [])
  t.strictSame(await counts('&startDate=2026-03-10&endDate=2026-03-10'), [[24]])
  t.strictSame(await counts('&startDate=2026-03-11'), [])
  t.strictSame(await counts('&endDate=2026-03-09'), [])
  t.equal(
    (await service.get('/v1/track-record?appId=1&campaigns=Nobody')).headers['unmatched-filters'],
    'campaigns',
  )
  for (const query of [
    '&groupBy=campaign',
    '&groupBy=none,action',
    '&countries=US',
    '&startDate=2026-03-11&endDate=2026-03-10',
  ])
    t.equal((await service.get(`/v1/track-record?appId=1${query}`)).status, 400, query)
})

t.test(
  "a decision's share of its run gives its size, and the most expensive wrong ones are listed",
  async t => {
    const row = (campaign: string, spend: string): Partial<RecommendationRow> => ({
      campaign,
      spend,
      predicted_paid_gross_roas: 1.5,
    })
    const rows = [
      row('Large', '30000'),
      row('Medium', '700'),
      row('Small', '70'),
      row('Unknown', '9999'),
    ]
    const earned = { Large: '12', Medium: '5', Small: '0' }
    const service = await startService(t, { deliveries: [judged(rows, earned)] })
    const groups = await list(service, '/v1/track-record?appId=1&groupBy=size&examples=1')
    t.match(
      groups.map(({ size, decisions, wrong }) => [
        size,
        decisions,
        (wrong as Item[]).map(({ campaign, cost }) => [campaign, cost]),
      ]),
      [
        ['LARGE', 1, []],
        ['MEDIUM', 1, [['Medium', 100 * 0.5]]],
        ['SMALL', 1, [['Small', 10 * 1]]],
      ],
    )
    const [all] = await list(service, '/v1/track-record?appId=1&examples=10')
    t.strictSame((all!['wrong'] as Item[])[0], {
      date: '2026-03-10',
      platform: 'IOS',
      network: 'Meta',
      campaign: 'Medium',
      country: 'US',
      action: 'SCALE',
      actionInHindsight: 'REDUCE',
      dailySpend: 100,
      predictedRoas: 1.5,
      targetRoas: 1,
      actualRoas: 0.5,
      cost: 50,
    })
    t.equal((all!['wrong'] as Item[]).length, 2)
    t.notOk('wrong' in (await list(service, '/v1/track-record?appId=1'))[0]!, 'only with examples')
  },
)

t.test('a close call is one whose interval covers an edge of the band', async t => {
  const interval = (low: number | null, high: number | null) => ({
    predicted_low_roas: low,
    predicted_high_roas: high,
  })
  const rows = [
    ['inside', { predicted_paid_gross_roas: 1, ...interval(0.96, 1.04) }, false],
    ['upper', { predicted_paid_gross_roas: 1, ...interval(0.96, 1.06) }, true],
    ['lower', { predicted_paid_gross_roas: 0.9, ...interval(0.8, 0.95) }, true],
    ['above', { predicted_paid_gross_roas: 1.5, ...interval(1.2, 1.9) }, false],
    ['around', { predicted_paid_gross_roas: 1, ...interval(0.5, 1.5) }, true],
    ['missing', { predicted_paid_gross_roas: null, ...interval(0.5, 1.5) }, null],
    ['no target', { target_paid_gross_roas: 0, ...interval(0.5, 1.5) }, null],
    ['none', { predicted_paid_gross_roas: 1.05 }, null],
  ] as const
  const service = await startService(t, {
    deliveries: [
      judged(
        rows.map(([campaign, row]) => ({ campaign, ...row })),
        {},
      ),
    ],
  })
  const listed = await list(service, '/v1/recommendations?appId=1&asOf=2026-03-10')
  const byCampaign = new Map(listed.map(row => [row['campaign'], row]))
  for (const [campaign, row, expected] of rows) {
    const recommendation = byCampaign.get(campaign)!
    t.equal(recommendation['closeCall'], expected, campaign)
    t.strictSame(
      [recommendation['predictedLowRoas'], recommendation['predictedHighRoas']],
      'predicted_low_roas' in row
        ? [row.predicted_low_roas, row.predicted_high_roas]
        : [null, null],
    )
  }
})

t.test(
  "without an interval the platform's track record decides, from twenty decisions on",
  async t => {
    const past = many()
    const latest = [
      // 80 % of the spend stayed within 140 %: predicted 1.2 covers the edges from 0.5 on, 9 none.
      { campaign: 'near', predicted_paid_gross_roas: 1.2 },
      { campaign: 'far', predicted_paid_gross_roas: 9 },
      { campaign: 'web', platform: 'WEB' as const, predicted_paid_gross_roas: 1.2 },
    ].map((row, index) =>
      recommendationRow({
        recommendation_id: 100 + index,
        run_id: 7,
        target_paid_gross_roas: 1,
        ...row,
      }),
    )
    const service = await startService(t, {
      deliveries: [{ ...past, recommendations: [...past.recommendations, ...latest] }],
    })
    const closeOf = async () =>
      Object.fromEntries(
        (await list(service, '/v1/recommendations?appId=1')).map(row => [
          row['campaign'],
          row['closeCall'],
        ]),
      )
    t.strictSame(await closeOf(), { near: true, far: false, web: null })
    const before = (await service.get('/v1/recommendations?appId=1')).headers['etag']
    await service.import({ apps: [appRow({ target_revenue_type: 'net' })] })
    service.passSecond()
    t.not((await service.get('/v1/recommendations?appId=1')).headers['etag'], before)
  },
)

t.test('lookback dates stay as the settings were at import', async t => {
  const service = await startService(t, { deliveries: [judged([{ campaign: 'A' }], { A: '12' })] })
  const dates = async () =>
    (await list(service, '/v1/recommendations?appId=1&asOf=2026-03-10')).map(row => [
      row['lookbackStartDate'],
      row['lookbackEndDate'],
    ])
  t.strictSame(await dates(), [['2026-03-01', '2026-03-07']])
  await service.import({
    bet_lookbacks: [{ app_id: 1, platform: null, start_day: 0, end_day: 30 }],
  })
  service.passSecond()
  t.strictSame(await dates(), [['2026-03-01', '2026-03-07']])
  await service.import({
    runs: [
      runRow({ run_id: 8, created_at: '2026-04-01T06:00:00.000Z', max_install_date: '2026-03-31' }),
    ],
    recommendations: [
      recommendationRow({ recommendation_id: 50, run_id: 8 }),
      recommendationRow({
        recommendation_id: 51,
        run_id: 8,
        campaign: 'Own',
        lookback_start_date: '2026-03-20',
        lookback_end_date: '2026-03-21',
      }),
    ],
  })
  service.passSecond()
  t.match(await list(service, '/v1/recommendations?appId=1'), [
    { campaign: 'Alpha', lookbackStartDate: '2026-03-01', lookbackEndDate: '2026-03-31' },
    { campaign: 'Own', lookbackStartDate: '2026-03-20', lookbackEndDate: '2026-03-21' },
  ])
})
