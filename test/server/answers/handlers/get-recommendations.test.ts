import t from 'tap'
import {
  appRow,
  minimalDelivery,
  recommendationRow,
  runRow,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

interface Listed {
  id: number
  action: string
  status: string
  statusReason: string
  opposedBy: string[]
}

async function list({ get }: TestService, query = ''): Promise<Listed[]> {
  const answer = await get(`/v1/recommendations?appId=1${query}`)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return answer.json() as Listed[]
}

t.test("action and status come from the stored numbers, by the app's target types", async t => {
  const deciding = (predicted: number | null, target: number | null = 0.2) => ({
    predicted_full_blended_net_roas: predicted,
    target_full_blended_net_roas: target,
  })
  const rows = [
    // [id, what differs, action, status]; the other ROAS columns say HOLD.
    [1, deciding(0.21), 'HOLD', 'HIGH'],
    [2, deciding(0.2101), 'SCALE', 'HIGH'],
    [3, deciding(0.19), 'HOLD', 'HIGH'],
    [4, deciding(0.1899), 'REDUCE', 'HIGH'],
    [5, deciding(null), 'REDUCE', 'HIGH'],
    [6, deciding(0), 'REDUCE', 'HIGH'],
    [7, deciding(0.2, null), 'REDUCE', 'HIGH'],
    [8, deciding(0.2, 0), 'REDUCE', 'HIGH'],
    [9, { confidence_score: 0.6 }, 'HOLD', 'HIGH'],
    [10, { confidence_score: 0.5999 }, 'HOLD', 'MEDIUM'],
    [11, { confidence_score: 0.3 }, 'HOLD', 'MEDIUM'],
    [12, { confidence_score: 0.2999 }, 'HOLD', 'LOW'],
    [13, { confidence_score: null }, 'HOLD', 'LOW'],
    [14, { spend: '30', lookback_days: 6 }, 'HOLD', 'HIGH'],
    [15, { spend: '29.9999', lookback_days: 6 }, 'HOLD', 'LOW'],
    [16, { network: 'Newcomer' }, 'HOLD', 'LOW'],
    [17, { network: 'Unlisted' }, 'HOLD', 'LOW'],
    [18, { network: null }, 'HOLD', 'LOW'],
    [19, { network: 'meta' }, 'HOLD', 'LOW'],
    [20, { network: 'Unknown', country: 'FR' }, 'HOLD', 'LOW'],
  ] as const
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        apps: [
          appRow({
            action_threshold: null,
            target_roas_type: 'full_blended',
            target_revenue_type: 'net',
          }),
        ],
        // Even where somebody calls it traditional, an unknown network is not.
        networks: [
          { network: 'Meta', traditional: true },
          { network: 'Newcomer', traditional: false },
          { network: 'Unknown', traditional: true },
        ],
        recommendations: rows.map(([recommendation_id, overrides]) =>
          recommendationRow({
            recommendation_id,
            campaign: `c${recommendation_id}`,
            ...deciding(0.2),
            ...overrides,
          }),
        ),
      }),
    ],
  })
  const byId = new Map((await list(service)).map(row => [row.id, row]))
  for (const [id, overrides, action, status] of rows)
    t.match(byId.get(id), { action, status }, JSON.stringify(overrides))
})

t.test('every field matches hand-computed values', async t => {
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        recommendations: [
          recommendationRow({
            recommendation_id: 77,
            platform: null,
            network: '',
            campaign: null,
            country: null,
            confidence_score: null,
            spend: '10.0001',
            lookback_days: 4,
            paid_installs: 0,
            incremental_blended_installs: 4,
            full_blended_installs: 8,
            optimisation_live_roas: null,
            target_paid_gross_roas: 0.25,
            predicted_full_blended_net_roas: -0.5,
          }),
        ],
      }),
    ],
  })
  t.strictSame(await list(service), [
    {
      id: 77,
      country: 'Unknown',
      platform: 'Unknown',
      network: 'Unknown',
      campaign: 'Unknown',
      action: 'SCALE',
      status: 'LOW',
      confidenceScore: null,
      dailySpend: 10.0001 / 4,
      paidInstalls: 0,
      incrementalBlendedInstalls: 4,
      fullBlendedInstalls: 8,
      paidCpi: 0,
      incrementalBlendedCpi: 10.0001 / 4,
      fullBlendedCpi: 10.0001 / 8,
      optimisationDsi: 1,
      targetDsi: 7,
      optimisationLiveRoas: null,
      optimisationPacedRoas: 0.21,
      optimisationRawRoas: 0.25,
      optimisationPredictedRoas: 0.2,
      targetPaidGrossRoas: 0.25,
      predictedPaidGrossRoas: 1,
      targetPaidNetRoas: 1,
      predictedPaidNetRoas: 1,
      targetIncrementalBlendedGrossRoas: 1,
      predictedIncrementalBlendedGrossRoas: 1,
      targetIncrementalBlendedNetRoas: 1,
      predictedIncrementalBlendedNetRoas: 1,
      targetFullBlendedGrossRoas: 1,
      predictedFullBlendedGrossRoas: 1,
      targetFullBlendedNetRoas: 1,
      predictedFullBlendedNetRoas: -0.5,
      createdAt: '2026-03-31T06:00:00.000Z',
      actionReason: 'above_band',
      statusReason: 'small_spend',
      opposedBy: [],
      lookbackStartDate: '2026-03-22',
      lookbackEndDate: '2026-03-28',
      predictedLowRoas: null,
      predictedHighRoas: null,
      closeCall: null,
      suggestedDailySpend: null,
      responseElasticity: null,
      responseLow: null,
      responseHigh: null,
      marginalRoas: null,
      responseEvidence: null,
      tested: true,
      currentDailySpend: 0,
      step: {
        kind: 'stopped',
        direction: 'none',
        from: null,
        to: null,
        reason: null,
        spendChange: null,
        revenueChange: null,
        revenueChangeLow: null,
        revenueChangeHigh: null,
        gain: null,
        gainLow: null,
        gainHigh: null,
        bounds: false,
        budget: null,
        brake: null,
        bidStays: false,
        optimisationDsi: 1,
        targetDsi: 7,
        targetRoas: 0.25,
        tested: true,
        checkpoint: null,
        nextRoas: null,
        newest: null,
        rightShare: null,
        judged: 0,
      },
    },
  ])
})

t.test(
  'the deciding type sets the status, and other ROAS types may point the other way',
  async t => {
    const blended = (predicted: number | null, target: number | null = 0.7) => ({
      predicted_incremental_blended_gross_roas: predicted,
      target_incremental_blended_gross_roas: target,
    })
    const reduce = {
      predicted_paid_gross_roas: 0.43,
      target_paid_gross_roas: 0.63,
      confidence_score: 0.947,
    }
    const rows = [
      [{ network: 'TV', ...reduce, ...blended(1.05) }, 'network', ['incremental_blended']],
      [{ ...reduce, ...blended(0.71), confidence_score: null }, 'no_score', []],
      [{ ...reduce, ...blended(1.05, null) }, 'score', []],
      [{ ...reduce, ...blended(null), spend: '29.9999', network: 'TV' }, 'small_spend', []],
      [
        { network: null, predicted_paid_gross_roas: 2, ...blended(0.1) },
        'network',
        ['incremental_blended'],
      ],
      [{ predicted_full_blended_gross_roas: 0.1 }, 'score', []],
      [
        { predicted_paid_gross_roas: 2, predicted_full_blended_gross_roas: -1, ...blended(0) },
        'score',
        ['incremental_blended', 'full_blended'],
      ],
    ] as const
    const recommendations = rows.map(([row], index) =>
      recommendationRow({ recommendation_id: index, campaign: `c${index}`, ...row }),
    )
    const service = await startService(t, { deliveries: [minimalDelivery({ recommendations })] })
    const byId = new Map((await list(service)).map(row => [row.id, row]))
    for (const [id, [row, statusReason, opposedBy]] of rows.entries()) {
      t.strictSame(
        [byId.get(id)?.statusReason, byId.get(id)?.opposedBy],
        [statusReason, opposedBy],
        JSON.stringify(row),
      )
    }
  },
)

t.test('granularity, filters and order apply', async t => {
  const row = (recommendation_id: number, overrides: Parameters<typeof recommendationRow>[0]) =>
    recommendationRow({ recommendation_id, lookback_days: 6, ...overrides })
  const geo = { granularity: 'campaign_geo' as const }
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        recommendations: [
          row(1, { country: 'GLOBAL', spend: '60' }),
          row(2, {
            campaign: 'Beta',
            country: 'US',
            platform: 'ANDROID',
            spend: '20',
            lookback_days: 2,
          }),
          row(3, {
            campaign: 'Gamma',
            country: 'GLOBAL',
            network: null,
            spend: '70',
            lookback_days: 7,
          }),
          row(4, { campaign: 'Delta', spend: '90', lookback_days: 30 }),
          row(5, { ...geo, country: 'US', spend: '1' }),
          row(6, { ...geo, country: 'DE', spend: '2' }),
          row(7, { ...geo, country: null, platform: 'WEB', spend: '3' }),
        ],
      }),
    ],
  })
  const ids = async (query: string) => (await list(service, query)).map(({ id }) => id)
  for (const [query, expected] of [
    // 10 a day each for 1, 2 and 3; 3 a day for 4.
    ['', [1, 2, 3, 4]],
    ['&granularity=campaign', [1, 2, 3, 4]],
    ['&granularity=campaign_geo', [7, 6, 5]],
    ['&granularity=campaign_geo&countries=US,Unknown', [7, 5]],
    ['&granularity=campaign_geo&countries=FR', []],
    ['&platforms=android', [2]],
    ['&platforms=android,ios&networks=Meta', [1, 2, 4]],
    ['&networks=Unknown', [3]],
    ['&networks=META', []],
    ['&campaigns=Alpha,Gamma', [1, 3]],
    ['&campaigns=Unknown', []],
    ['&minDailySpend=10', [1, 2, 3]],
    ['&minDailySpend=11', []],
    ['&minDailySpend=0&statuses=low', [3, 4]],
    ['&statuses=medium', []],
    ['&statuses=medium,high&platforms=ios', [1]],
    ['&actions=hold', [1, 2, 3, 4]],
    ['&actions=scale,reduce', []],
  ] as const)
    t.strictSame(await ids(query), expected, query)
})

t.test('a row explains its action, and names its install dates', async t => {
  const roas = (
    predicted_paid_gross_roas: number | null,
    target_paid_gross_roas: number | null,
  ) => ({
    predicted_paid_gross_roas,
    target_paid_gross_roas,
  })
  const rows = [
    [1, roas(1.2, 1), 'SCALE', 'above_band'],
    [2, roas(1.1, 1), 'HOLD', 'within_band'],
    [3, roas(0.8, 1), 'REDUCE', 'below_band'],
    [4, roas(null, 1), 'REDUCE', 'roas_missing'],
    [5, roas(0, 1), 'REDUCE', 'roas_missing'],
    [6, roas(null, 0), 'REDUCE', 'target_missing'],
  ] as const
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        apps: [appRow({ action_threshold: 0.1 })],
        bet_lookbacks: [
          { app_id: 1, platform: 'IOS', start_day: 0, end_day: 30 },
          { app_id: 1, platform: null, start_day: 1, end_day: 6 },
        ],
        recommendations: [
          ...rows.map(([recommendation_id, own]) =>
            recommendationRow({ recommendation_id, campaign: `c${recommendation_id}`, ...own }),
          ),
          recommendationRow({ recommendation_id: 7, platform: 'WEB' }),
          recommendationRow({ recommendation_id: 8, platform: null }),
        ],
      }),
    ],
  })
  const byId = new Map((await list(service)).map(row => [row.id, row]))
  for (const [id, own, action, actionReason] of rows)
    t.match(byId.get(id), { action, actionReason }, JSON.stringify(own))
  t.match(byId.get(1), { lookbackStartDate: '2026-02-28', lookbackEndDate: '2026-03-30' })
  for (const id of [7, 8])
    t.match(byId.get(id), { lookbackStartDate: '2026-03-24', lookbackEndDate: '2026-03-29' })
  t.match((await service.get('/v1/recommendations?appId=1')).headers, {
    'target-dsi': '7',
    'target-roas-type': 'paid',
    'target-revenue-type': 'gross',
    'action-threshold': '0.1',
  })
})

/** Runs 1, 5, 6 and 7 of 2026-03-20, 24 (two, the later one failed) and 31, and what each says of some campaigns. */
function history() {
  const [, alertRun] = minimalDelivery().runs
  const row = (
    recommendation_id: number,
    run_id: number,
    campaign: string,
    predicted: number,
    own: object = {},
  ) =>
    recommendationRow({
      recommendation_id,
      run_id,
      campaign,
      predicted_paid_gross_roas: predicted,
      spend: '60',
      lookback_days: 6,
      ...own,
    })
  return minimalDelivery({
    runs: [
      runRow({ created_at: '2026-03-20T23:59:59.999Z', max_install_date: '2026-03-19' }),
      runRow({ run_id: 5, created_at: '2026-03-24T06:00:00.000Z', max_install_date: '2026-03-23' }),
      runRow({
        run_id: 6,
        created_at: '2026-03-24T09:00:00.000Z',
        max_install_date: '2026-03-23',
        status: 'failed',
      }),
      runRow({ run_id: 7, created_at: '2026-03-31T06:00:00.000Z' }),
      alertRun!,
    ],
    cohorts: [],
    cohort_revenue: [],
    roas_snapshots: [],
    recommendations: [
      row(10, 1, 'Held', 1),
      row(11, 1, 'Turned', 2, {
        spend: '42',
        confidence_score: 0.4,
        target_paid_gross_roas: 1.5,
        created_at: '2026-03-20T23:00:00.000Z',
      }),
      row(12, 1, 'Gone', 1),
      row(20, 5, 'Held', 1),
      row(21, 5, 'Turned', 1, { spend: '18', lookback_days: 2 }),
      row(30, 7, 'Held', 1.01, { spend: '90' }),
      row(31, 7, 'Turned', 1, { spend: '80' }),
      row(32, 7, 'New', 1, { spend: '70' }),
      row(33, 7, 'Held', 1, { spend: '60', country: 'DE' }),
      row(34, 7, 'Held', 1, { granularity: 'campaign_geo' }),
    ],
  })
}

t.test('asOf returns the recommendations served then', async t => {
  const service = await startService(t, { deliveries: [history()] })
  for (const [asOf, ids, runId, dataThrough] of [
    ['2026-03-19', [], undefined, undefined],
    ['2026-03-20', [10, 12, 11], '1', '2026-03-19'],
    ['2026-03-23', [10, 12, 11], '1', '2026-03-19'],
    ['2026-03-24', [20, 21], '5', '2026-03-23'],
    ['2026-03-31', [30, 31, 32, 33], '7', '2026-03-30'],
    ['9999-12-31', [30, 31, 32, 33], '7', '2026-03-30'],
    ['0000-01-01', [], undefined, undefined],
  ] as const) {
    const answer = await service.get(`/v1/recommendations?appId=1&asOf=${asOf}`)
    t.strictSame(
      (answer.json() as Listed[]).map(({ id }) => id),
      ids,
      asOf,
    )
    t.strictSame(
      [answer.headers['run-id'], answer.headers['data-through']],
      [runId, dataThrough],
      asOf,
    )
    t.equal(answer.headers['target-dsi'], '7')
  }
  t.match(
    await list(service, '&asOf=2026-03-20'),
    [{ lookbackStartDate: '2026-03-11', lookbackEndDate: '2026-03-17' }],
    'of that run',
  )
})

t.test('since names the run it compares with', async t => {
  const service = await startService(t, { deliveries: [history()] })
  const headers = async (query: string) => {
    const { headers } = await service.get(`/v1/recommendations?appId=1${query}`)
    return [headers['previous-run-id'], headers['previous-run-created-at']]
  }
  t.strictSame(await headers('&since=2026-03-24'), ['5', '2026-03-24T06:00:00.000Z'])
  t.strictSame(await headers('&since=2026-03-19'), [undefined, undefined], 'there was none')
  t.strictSame(await headers(''), [undefined, undefined])
})

t.test('since reports changes', async t => {
  const service = await startService(t, { deliveries: [history()] })
  const changes = async (query: string) =>
    (await list(service, query)).map(
      row => [row.id, (row as unknown as { change: string }).change] as const,
    )
  const rows = await list(service, '&since=2026-03-20')
  t.match(rows, [
    {
      id: 30,
      change: 'none',
      previous: { action: 'HOLD', status: 'HIGH', dailySpend: 10, targetRoas: 1, predictedRoas: 1 },
    },
    { id: 31, change: 'action', action: 'HOLD' },
    { id: 32, change: 'new', previous: null },
    { id: 33, change: 'new', previous: null },
  ])
  t.strictSame((rows[1] as unknown as { previous: object }).previous, {
    action: 'SCALE',
    status: 'MEDIUM',
    dailySpend: 7,
    targetRoas: 1.5,
    predictedRoas: 2,
    createdAt: '2026-03-20T23:00:00.000Z',
  })
  t.strictSame(
    await changes('&since=2026-03-19'),
    [30, 31, 32, 33].map(id => [id, 'new']),
    'before the first run',
  )
  t.strictSame(
    await changes('&since=2026-03-31'),
    [30, 31, 32, 33].map(id => [id, 'none']),
    'with itself',
  )
  t.match(await list(service, '&since=2026-03-24&campaigns=Turned'), [
    { change: 'none', previous: { dailySpend: 9, predictedRoas: 1 } },
  ])
  t.strictSame(await changes('&since=2026-03-20&changed=true'), [
    [31, 'action'],
    [32, 'new'],
    [33, 'new'],
  ])
  t.strictSame(
    await changes('&since=2026-03-20&changed=true&campaigns=Turned&actions=hold&minDailySpend=10'),
    [[31, 'action']],
  )
  t.strictSame(
    await changes('&since=2026-03-20&changed=true&campaigns=Turned&actions=scale'),
    [],
    'filters look at what is now',
  )
  t.strictSame(await changes('&asOf=2026-03-24&since=2026-03-20&campaigns=Held'), [[20, 'none']])
  t.strictSame(await changes('&asOf=2026-03-19&since=2026-03-19'), [], 'nothing was served')
  t.strictSame(
    await changes('&since=2026-03-20&granularity=campaign_geo'),
    [[34, 'new']],
    'another granularity makes another identity',
  )
  t.notOk('change' in (await list(service))[0]!, 'not without since')
})

t.test('invalid combinations of since and changed are refused', async t => {
  const { get } = await startService(t, { deliveries: [history()] })
  const faults = async (query: string) => {
    const answer = await get(`/v1/recommendations?appId=1${query}`)
    return [answer.status, (answer.json() as { errors?: unknown }).errors]
  }
  const after = (day: string) => [
    400,
    [
      {
        parameter: 'since',
        message: `must not be after ${day}, the day of the run that is returned`,
      },
    ],
  ]
  t.strictSame(await faults('&since=2026-04-01'), after('2026-03-31'))
  t.strictSame(await faults('&since=2026-03-25&asOf=2026-03-30'), after('2026-03-24'))
  t.match(await faults('&since=2026-03-25&asOf=2026-03-24'), [
    400,
    [{ parameter: 'since', message: /must not be after asOf/ }],
  ])
  t.match(await faults('&changed=true'), [400, [{ parameter: 'changed', message: /since/ }]])
  t.match(await faults('&minDailySpend=1.5&actions=SCALE&statuses=,&asOf=2026-02-30'), [
    400,
    [
      { parameter: 'actions' },
      { parameter: 'statuses' },
      { parameter: 'minDailySpend' },
      { parameter: 'asOf' },
    ],
  ])
  t.equal(
    (await get('/v1/recommendations?appId=9&since=2026-04-01')).status,
    403,
    'the app comes first',
  )
})

t.test('every parameter changes the ETag', async t => {
  const { get } = await startService(t, { deliveries: [history()] })
  const queries = [
    '',
    '&asOf=2026-03-31',
    '&since=2026-03-24',
    '&since=2026-03-24&changed=true',
    '&actions=hold',
    '&statuses=high',
    '&minDailySpend=1',
    '&sort=id',
    '&limit=1',
    '&limit=1&offset=1',
  ]
  const tags = await Promise.all(
    queries.map(async query => (await get(`/v1/recommendations?appId=1${query}`)).headers['etag']),
  )
  t.equal(new Set(tags).size, queries.length)
})

t.test('rows can be sorted by any field, nulls last, ties by spend, and paged', async t => {
  const rows = [
    { recommendation_id: 1, network: 'Zeta', spend: '100', confidence_score: null },
    { recommendation_id: 2, network: 'Über', spend: '90', confidence_score: 0.5 },
    { recommendation_id: 3, network: 'Alpha', spend: '80', confidence_score: 0.9 },
    {
      recommendation_id: 4,
      network: 'Zeta',
      spend: '70',
      confidence_score: 0.5,
      campaign: 'Other',
    },
  ]
  const service = await startService(t, {
    deliveries: [minimalDelivery({ recommendations: rows.map(recommendationRow) })],
  })
  const ids = async (query: string) => (await list(service, query)).map(({ id }) => id)
  t.strictSame(await ids(''), [1, 2, 3, 4])
  t.strictSame(await ids('&sort=dailySpend'), [4, 3, 2, 1])
  t.strictSame(await ids('&sort=confidenceScore'), [2, 4, 3, 1])
  t.strictSame(await ids('&sort=-confidenceScore'), [3, 2, 4, 1])
  t.strictSame(await ids('&sort=network'), [3, 1, 4, 2], 'in byte order')
  t.strictSame(await ids('&sort=change'), [1, 2, 3, 4], 'a field that the rows lack')
  t.strictSame(await ids('&sort=-confidenceScore&limit=2&offset=1'), [2, 4])
  t.strictSame(await ids('&limit=2&offset=4'), [])
  const page = await service.get('/v1/recommendations?appId=1&limit=1')
  t.equal(page.headers['total-rows'], '4')
  for (const [query, message] of [
    ['sort=spend', /^"spend" is not a field of a row; use one of id, /],
    ['sort=-dailySpent', /did you mean dailySpend\?$/],
    ['sort=-previous', /is not a field of a row/],
    ['offset=1', /only when limit is also given/],
    ['limit=501', /from 1 to 500/],
  ] as const) {
    const answer = await service.get(`/v1/recommendations?appId=9&${query}`)
    t.equal(answer.status, 400, query)
    t.match(answer.json(), { errors: [{ message }] }, query)
  }
})
