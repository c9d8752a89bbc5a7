import t, { type Test } from 'tap'
import type { Delivery } from '../../../reference/delivery.ts'
import {
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  runRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { startService } from '../../../support/started-service.ts'

function recommendationRun(
  run_id: number,
  day: string,
  max_install_date: string,
  status: 'succeeded' | 'failed' = 'succeeded',
) {
  return runRow({ run_id, status, created_at: `${day}T06:00:00.000Z`, max_install_date })
}

/** The CSV's lines, header first, of an app whose data start on Monday 2026-03-16. */
async function serve(t: Test, tables: Delivery): Promise<(query: string) => Promise<string[]>> {
  const { get } = await startService(t, {
    deliveries: [
      minimalDelivery({
        cohorts: [cohortRow({ run_id: tables.runs!.at(-1)!.run_id, install_date: '2026-03-16' })],
        cohort_revenue: [],
        alerts: [],
        ...tables,
      }),
    ],
  })
  return async query => {
    const answer = await get(`/v1/roas-history?appId=1&format=csv&${query}`)
    if (answer.status !== 200) throw new Error(answer.body.toString())
    return answer.body.toString().trimEnd().split(/\r?\n/)
  }
}

t.test(
  "each age has the value of that day's run, a ratio of sums to 4 decimals; gaps are empty",
  async t => {
    const lines = await serve(t, {
      runs: [
        recommendationRun(1, '2026-03-24', '2026-03-23'),
        recommendationRun(2, '2026-03-26', '2026-03-25'),
        recommendationRun(3, '2026-03-27', '2026-03-26', 'failed'),
        recommendationRun(4, '2026-03-29', '2026-03-25'),
        recommendationRun(5, '2026-03-30', '2026-03-27'),
      ],
      roas_snapshots: [
        // Run 1, seven days after Monday: two days of the week, 1/3 of the revenue back.
        snapshotRow({ run_id: 1, install_date: '2026-03-16', spend: '10', ...revenueOf('4') }),
        snapshotRow({ run_id: 1, install_date: '2026-03-22', spend: '20', ...revenueOf('6') }),
        snapshotRow({
          run_id: 1,
          install_date: '2026-03-18',
          country: 'DE',
          campaign: 'Beta',
          spend: '30',
          ...revenueOf('10'),
        }),
        // Runs 2 and 4 saw the same: the newer speaks, also where it is silent about a part.
        snapshotRow({ run_id: 2, install_date: '2026-03-16', spend: '10', ...revenueOf('1') }),
        snapshotRow({ run_id: 4, install_date: '2026-03-17', spend: '10', ...revenueOf('9') }),
        // It captured the whole week, if only of a campaign without spend.
        snapshotRow({
          run_id: 4,
          install_date: '2026-03-16',
          campaign: 'Beta',
          spend: '0',
          ...revenueOf('0'),
        }),
        snapshotRow({ run_id: 3, install_date: '2026-03-16', spend: '10', ...revenueOf('7') }),
        // Nothing spent: no value, and a row without any value is left out.
        snapshotRow({ run_id: 5, install_date: '2026-03-16', spend: '0', ...revenueOf('7') }),
        snapshotRow({ run_id: 5, install_date: '2026-03-24', spend: '0', ...revenueOf('7') }),
      ],
      recommendations: [
        recommendationRow({ run_id: 5, recommendation_id: 51 }),
        recommendationRow({ run_id: 5, recommendation_id: 52, campaign: 'Unseen', spend: '600' }),
      ],
    })
    const ages = [
      'roas_age_2',
      'roas_age_3',
      'roas_age_4',
      'roas_age_5',
      'roas_age_6',
      'roas_age_7',
      'roas_age_8',
      'roas_age_9',
      'roas_age_10',
      'roas_age_11',
    ].join(',')
    t.strictSame(await lines('granularity=app'), [
      `created_at,install_cohort,dsi,roas_type,revenue_type,${ages}`,
      '2026-03-29T06:00:00.000Z,2026-03-16,7,paid,gross,,,,,,0.3333,,0.9,,',
    ])
    t.strictSame(await lines('granularity=campaign'), [
      `created_at,recommendation_id,platform,network,campaign,daily_spend,install_cohort,dsi,roas_type,revenue_type,${ages}`,
      '2026-03-29T06:00:00.000Z,51,IOS,Meta,Alpha,10.0,2026-03-16,7,paid,gross,,,,,,0.3333,,0.9,,',
    ])
    // At app level every campaign counts, recommended or not.
    t.match(
      (await lines('granularity=app&campaigns=Beta'))[1],
      /^2026-03-24T06:00:00\.000Z,2026-03-16,7,paid,gross,,,,,,0\.3333,,,,$/,
    )
    t.match((await lines('granularity=app&countries=DE'))[1], /^2026-03-24T06/)
    // The start moves back to its Monday, the end does not move.
    t.match(
      (await lines('granularity=app&startDate=2026-03-20&endDate=2026-03-20'))[1],
      /,7,paid,gross,,,,,,0\.35,,0\.9,,$/,
    )
    // An empty result has no ages.
    t.strictSame(await lines('granularity=app&dsi=365'), [
      'created_at,install_cohort,dsi,roas_type,revenue_type',
    ])
    t.strictSame(await lines('granularity=app&startDate=2026-03-27'), [
      'created_at,install_cohort,dsi,roas_type,revenue_type',
    ])
    t.strictSame(await lines('granularity=campaign_geo'), [
      'created_at,recommendation_id,platform,network,campaign,country,daily_spend,install_cohort,dsi,roas_type,revenue_type',
    ])
  },
)

t.test('order, identities of the latest run, lookbacks and daily cohorts are applied', async t => {
  const geo = (recommendation_id: number, country: string | null, spend: string) =>
    recommendationRow({
      run_id: 2,
      recommendation_id,
      granularity: 'campaign_geo',
      country,
      spend,
      lookback_days: 10,
    })
  const lines = await serve(t, {
    bet_lookbacks: [
      { app_id: 1, platform: 'IOS', start_day: 5, end_day: 9 },
      { app_id: 1, platform: null, start_day: 4, end_day: 9 },
    ],
    runs: [
      recommendationRun(1, '2026-03-21', '2026-03-20'),
      recommendationRun(2, '2026-03-23', '2026-03-22'),
    ],
    roas_snapshots: ['US', 'DE', null, 'FR'].flatMap(country => [
      snapshotRow({ run_id: 1, install_date: '2026-03-16', country }),
      snapshotRow({ run_id: 2, install_date: '2026-03-17', country, ...revenueOf('6') }),
    ]),
    // The same spend twice, and none for France.
    recommendations: [
      geo(21, 'US', '50'),
      geo(22, null, '50'),
      geo(23, 'DE', '70'),
      recommendationRow({ recommendation_id: 24, granularity: 'campaign_geo', country: 'FR' }),
    ],
  })
  const query = 'granularity=campaign_geo&installGrouping=daily'
  t.strictSame(await lines(query), [
    'created_at,recommendation_id,platform,network,campaign,country,daily_spend,install_cohort,dsi,' +
      'roas_type,revenue_type,roas_age_4,roas_age_5,roas_age_6',
    ...[
      [23, 'DE', '7.0'],
      [22, 'Unknown', '5.0'],
      [21, 'US', '5.0'],
    ].flatMap(([id, country, spend]) => [
      `2026-03-21T06:00:00.000Z,${id},IOS,Meta,Alpha,${country},${spend},2026-03-16,7,paid,gross,0.5,,`,
      `2026-03-23T06:00:00.000Z,${id},IOS,Meta,Alpha,${country},${spend},2026-03-17,7,paid,gross,,0.6,`,
    ]),
  ])
  // The first age is the platforms' own; younger values are out of sight, and rows without others.
  t.strictSame(
    (await lines(`${query}&platforms=ios&countries=US`)).map(line =>
      line.split(',').slice(7).join(),
    ),
    ['install_cohort,dsi,roas_type,revenue_type,roas_age_5', '2026-03-17,7,paid,gross,0.6'],
  )
  t.strictSame(
    (await lines(`${query}&limit=3`)).slice(1).map(line => line.split(',')[1]),
    ['23', '23', '22'],
  )
})

t.test(
  'a start after the latest install date finds nothing, even if its week begins before',
  async t => {
    const lines = await serve(t, {
      runs: [recommendationRun(1, '2026-03-26', '2026-03-25')],
      roas_snapshots: [snapshotRow({ install_date: '2026-03-23' })],
      recommendations: [],
    })
    t.equal((await lines('granularity=app&startDate=2026-03-25')).length, 2)
    t.equal((await lines('granularity=app&startDate=2026-03-27')).length, 1)
  },
)

t.test('a run that captured only a part of a cohort gives it no value', async t => {
  const serveFrom = (install_date: string) =>
    serve(t, {
      runs: [
        recommendationRun(1, '2026-03-24', '2026-03-23'),
        recommendationRun(2, '2026-03-25', '2026-03-24'),
      ],
      roas_snapshots: [
        // Another network's, so that the filter must not hide where the run begins.
        snapshotRow({ run_id: 1, install_date, network: 'Other', spend: '0' }),
        snapshotRow({ run_id: 1, install_date: '2026-03-18' }),
        snapshotRow({ run_id: 1, install_date: '2026-03-16', dsi: 1 }),
        snapshotRow({ run_id: 2, install_date: '2026-03-16' }),
      ],
      recommendations: [],
    })
  const ages =
    'created_at,install_cohort,dsi,roas_type,revenue_type,roas_age_2,roas_age_3,roas_age_4,roas_age_5,roas_age_6,roas_age_7,roas_age_8'
  t.strictSame(await (await serveFrom('2026-03-17'))('granularity=app&networks=Meta'), [
    ages,
    '2026-03-25T06:00:00.000Z,2026-03-16,7,paid,gross,,,,,,,0.5',
  ])
  t.strictSame(await (await serveFrom('2026-03-16'))('granularity=app&networks=Meta'), [
    ages,
    '2026-03-25T06:00:00.000Z,2026-03-16,7,paid,gross,,,,,,0.5,0.5',
  ])
  // The columns are those of the cohorts that have values.
  t.match(
    (
      await (
        await serveFrom('2026-03-17')
      )('granularity=app&networks=Meta&installGrouping=daily')
    )[1],
    /^2026-03-25T06:00:00.000Z,2026-03-16,/,
  )
})

/** Four rows of campaigns that spend 20, 10 and 10 a day. */
const ranked: Delivery = {
  runs: [recommendationRun(1, '2026-03-30', '2026-03-29')],
  cohorts: [cohortRow({ install_date: '2026-03-02' })],
  roas_snapshots: [
    snapshotRow({ install_date: '2026-03-02', campaign: 'Alpha', ...revenueOf('1') }),
    snapshotRow({ install_date: '2026-03-09', campaign: 'Alpha', ...revenueOf('4') }),
    snapshotRow({ install_date: '2026-03-09', campaign: 'Beta', ...revenueOf('2') }),
    snapshotRow({ install_date: '2026-03-16', campaign: 'beta', ...revenueOf('4') }),
  ],
  recommendations: [
    recommendationRow({ recommendation_id: 1, campaign: 'Alpha' }),
    recommendationRow({ recommendation_id: 2, campaign: 'Beta' }),
    recommendationRow({ recommendation_id: 3, campaign: 'beta', spend: '120' }),
  ],
}

t.test(
  'any column sorts the rows, nulls last, ties in the usual order; pages follow that order',
  async t => {
    const lines = await serve(t, ranked)
    const order = async (query: string) =>
      (await lines(`granularity=campaign&${query}`))
        .slice(1)
        .map(line => [line.split(',')[4], line.split(',')[6]?.slice(-2)].join(' '))
    const usual = ['beta 16', 'Beta 09', 'Alpha 02', 'Alpha 09']
    t.strictSame(await order(''), usual)
    t.strictSame(await order('sort=campaign'), ['Alpha 02', 'Alpha 09', 'Beta 09', 'beta 16'])
    t.strictSame(await order('sort=-install_cohort'), [
      'beta 16',
      'Beta 09',
      'Alpha 09',
      'Alpha 02',
    ])
    t.strictSame(await order('sort=daily_spend'), ['Beta 09', 'Alpha 02', 'Alpha 09', 'beta 16'])
    t.strictSame(await order('sort=roas_age_20'), ['Beta 09', 'Alpha 09', 'beta 16', 'Alpha 02'])
    t.strictSame(await order('sort=-roas_age_20'), ['Alpha 09', 'Beta 09', 'beta 16', 'Alpha 02'])
    t.strictSame(await order('sort=-roas_type'), usual, 'the same in every row')
    t.strictSame(await order('sort=-roas_age_3'), usual, 'no value')
    t.strictSame(await order('sort=campaign&limit=2&offset=1'), ['Alpha 09', 'Beta 09'])
  },
)

t.test('a page beyond the last row is empty, and the rows are counted', async t => {
  const { get } = await startService(t, {
    deliveries: [minimalDelivery({ cohort_revenue: [], alerts: [], ...ranked })],
  })
  const answer = await get(
    '/v1/roas-history?appId=1&granularity=campaign&format=csv&limit=2&offset=4',
  )
  t.equal(answer.headers['total-rows'], '4')
  t.strictSame(answer.body.toString().trimEnd().split(','), [
    'created_at',
    'recommendation_id',
    'platform',
    'network',
    'campaign',
    'daily_spend',
    'install_cohort',
    'dsi',
    'roas_type',
    'revenue_type',
  ])
})

t.test(
  'metadata state from which age a value covers the whole cohort, and from which it is actual',
  async t => {
    const { get } = await startService(t, { deliveries: [minimalDelivery()] })
    const ages = async (grouping: string, dsi: number) => {
      const { headers } = await get(
        `/v1/roas-history?appId=1&granularity=app&installGrouping=${grouping}&dsi=${dsi}`,
      )
      return [headers['full-from-age'], headers['actual-from-age']]
    }
    t.strictSame(
      [await ages('daily', 1), await ages('weekly', 7), await ages('monthly', 365)],
      [
        ['0', '1'],
        ['6', '13'],
        ['30', '395'],
      ],
    )
  },
)

t.test('rejects a sort by an unknown column and lists the columns', async t => {
  const { get } = await startService(t, {
    deliveries: [minimalDelivery({ cohort_revenue: [], alerts: [], ...ranked })],
  })
  const fault = async (query: string) => {
    const answer = await get(`/v1/roas-history?appId=1&${query}`)
    t.equal(answer.status, 400, query)
    return (answer.json() as { errors: unknown[] }).errors
  }
  const columns = ['created_at', 'install_cohort', 'dsi', 'roas_type', 'revenue_type']
  t.strictSame(await fault('granularity=app&sort=campaign'), [
    {
      parameter: 'sort',
      message:
        '"campaign" is not a column of this result; use one of created_at, install_cohort, dsi, roas_type, revenue_type, roas_age_2 to roas_age_27',
      allowed: [...columns, 'roas_age_2', 'roas_age_27'],
    },
  ])
  t.match(await fault('granularity=app&sort=-roas_age_28'), [{ parameter: 'sort' }])
  t.match(await fault('granularity=app&sort=roas_age_1'), [{ parameter: 'sort' }])
  t.match(await fault('granularity=app&sort=roas_age_02'), [{ parameter: 'sort' }])
  t.match(await fault('granularity=app&sort=rows'), [{ parameter: 'sort' }])
  t.match(await fault('granularity=app&sort=install_cohrt'), [
    { message: /did you mean install_cohort\?/ },
  ])
  t.match(await fault('granularity=app&startDate=2026-03-29&sort=roas_age_7'), [
    { allowed: [...columns, 'roas_age_2', 'roas_age_6'] },
  ])
  t.match(await fault('granularity=app&dsi=8&sort=x'), [
    { parameter: 'dsi' },
    { parameter: 'sort' },
  ])
  t.match(await fault('granularity=app&offset=1'), [{ parameter: 'offset', message: /limit/ }])
})
