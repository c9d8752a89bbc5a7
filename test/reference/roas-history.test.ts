import t from 'tap'
import type { ExpectedFile } from './expected.ts'
import {
  cohortRow,
  minimalDelivery,
  recommendationRow,
  runRow,
  snapshotRow,
} from './minimal-delivery.ts'
import { reference } from './reference.ts'
import type { Delivery } from './delivery.ts'
import type { RoasHistoryParameters } from './request-types.ts'

function history(
  delivery: Delivery,
  parameters: Partial<RoasHistoryParameters> = {},
): ExpectedFile {
  const answer = reference(delivery, '2026-04-01')
  return answer({
    companyId: 1,
    operation: 'getRoasHistory',
    parameters: { appId: 1, granularity: 'app', ...parameters },
  }) as ExpectedFile
}

/** Runs 1 (saw until 28 March) and 2 (until 30 March). */
const runs = [
  runRow({ created_at: '2026-03-29T06:00:00.000Z', max_install_date: '2026-03-28' }),
  runRow({ run_id: 2, created_at: '2026-03-31T06:00:00.000Z' }),
]
const early = cohortRow({ run_id: 2, install_date: '2026-03-01' })

t.test('each age has a column, empty if nothing was captured', async t => {
  const delivery = minimalDelivery({
    runs,
    cohorts: [early],
    roas_snapshots: [
      snapshotRow({ run_id: 1, install_date: '2026-03-20', spend: '0' }),
      snapshotRow({ run_id: 1, install_date: '2026-03-24', spend: '30', paid_gross: '10' }),
      snapshotRow({ run_id: 2, install_date: '2026-03-23', spend: '10', paid_gross: '2' }),
      snapshotRow({
        run_id: 2,
        install_date: '2026-03-25',
        spend: '30',
        paid_gross: '4',
        campaign: 'Beta',
      }),
    ],
  })
  const file = history(delivery)
  t.strictSame(
    file.columns.map(column => column.name),
    [
      'created_at',
      'install_cohort',
      'dsi',
      'roas_type',
      'revenue_type',
      'roas_age_2',
      'roas_age_3',
      'roas_age_4',
      'roas_age_5',
      'roas_age_6',
      'roas_age_7',
    ],
  )
  // Week of Monday 23 March: 5 days old for run 1 (10 / 30), 7 for run 2 ((2 + 4) / (10 + 30)), Beta included: every campaign counts.
  t.strictSame(file.rows, [
    [
      '2026-03-31T06:00:00.000Z',
      '2026-03-23',
      7,
      'paid',
      'gross',
      null,
      null,
      null,
      0.3333,
      null,
      0.15,
    ],
  ])
  t.equal(
    file.fileName,
    'Game-roas-history-app-weekly-d7-paid-gross-2026-03-01-2026-03-30-2026-03-31.parquet',
  )
})

t.test('campaigns are those recommended, by daily spend, then id, both descending', async t => {
  const delivery = minimalDelivery({
    runs: [runRow()],
    cohorts: [cohortRow({ install_date: '2026-03-01' })],
    roas_snapshots: ['A', 'B', 'C', 'D'].map(campaign =>
      snapshotRow({ campaign, country: campaign === 'D' ? null : 'US' }),
    ),
    recommendations: [
      recommendationRow({
        recommendation_id: 1,
        campaign: 'A',
        spend: '60',
        lookback_days: 6,
        country: 'GLOBAL',
      }),
      recommendationRow({ recommendation_id: 2, campaign: 'B', spend: '10', lookback_days: 1 }),
      recommendationRow({ recommendation_id: 3, campaign: 'D', spend: '66', lookback_days: 6 }),
      recommendationRow({ recommendation_id: 4, campaign: 'C', granularity: 'campaign_geo' }),
      recommendationRow({
        recommendation_id: 5,
        campaign: 'D',
        granularity: 'campaign_geo',
        country: '',
      }),
    ],
  })
  const file = history(delivery, { granularity: 'campaign' })
  t.strictSame(file.columns.map(column => column.name).slice(0, 7), [
    'created_at',
    'recommendation_id',
    'platform',
    'network',
    'campaign',
    'daily_spend',
    'install_cohort',
  ])
  t.strictSame(
    file.rows.map(row => [row[1], row[4], row[5]]),
    [
      [3, 'D', 11],
      [2, 'B', 10],
      [1, 'A', 10],
    ],
  )
  const geo = history(delivery, { granularity: 'campaign_geo', countries: ['Unknown'] })
  t.strictSame(
    geo.rows.map(row => row.slice(1, 7)),
    [[5, 'IOS', 'Meta', 'D', 'Unknown', 10]],
  )
})

t.test(
  'of runs with the same newest date only the newest counts, even if it captured nothing',
  async t => {
    const same = [
      runRow({ run_id: 1 }),
      runRow({ run_id: 2 }),
      runRow({ run_id: 3, status: 'failed' }),
    ]
    const snapshots = (runId: number) =>
      minimalDelivery({
        runs: same,
        cohorts: [{ ...early }],
        roas_snapshots: [snapshotRow({ run_id: runId })],
      })
    t.equal(history(snapshots(2)).rows.length, 1)
    t.equal(history(snapshots(1)).rows.length, 0, 'the older of the two')
    t.equal(history(snapshots(3)).rows.length, 0, 'the failed one')
  },
)

t.test('rows without a value are left out, and so are ages without rows', async t => {
  const delivery = minimalDelivery({
    cohorts: [cohortRow({ install_date: '2026-03-01' })],
    roas_snapshots: [
      snapshotRow({ install_date: '2026-03-10', spend: '0' }),
      snapshotRow(),
      snapshotRow({ install_date: '2026-03-29' }),
    ],
  })
  const file = history(delivery, { installGrouping: 'daily' })
  t.strictSame(
    file.rows.map(row => row[1]),
    ['2026-03-23'],
    'no spend; too young for the first age',
  )
  t.strictSame(
    file.columns.map(column => column.name).slice(5),
    [2, 3, 4, 5, 6, 7].map(age => `roas_age_${age}`),
  )
  t.strictSame(history(delivery, { dsi: 1 }).columns.length, 5, 'empty: no age columns')
})

t.test('the first age is the smallest lookback start of the selected platforms', async t => {
  const first = (
    lookbacks: ['IOS' | 'WEB' | null, number][],
    parameters: Partial<RoasHistoryParameters> = {},
  ) =>
    history(
      minimalDelivery({
        cohorts: [cohortRow({ install_date: '2026-03-01' })],
        bet_lookbacks: lookbacks.map(([platform, start_day]) => ({
          app_id: 1,
          platform,
          start_day,
          end_day: 9,
        })),
      }),
      parameters,
    ).columns[5]?.name
  t.equal(first([]), 'roas_age_2')
  t.equal(first([['IOS', 4]]), 'roas_age_2', 'the others keep the default')
  t.equal(first([['IOS', 4]], { platforms: ['ios'] }), 'roas_age_4')
  t.equal(
    first(
      [
        ['IOS', 4],
        [null, 3],
      ],
      { platforms: ['ios', 'web'] },
    ),
    'roas_age_3',
  )
  t.equal(first([['WEB', 0]]), 'roas_age_0')
})

t.test('the first period counts as a whole, the last one until endDate', async t => {
  const delivery = minimalDelivery({
    cohorts: [cohortRow({ install_date: '2026-03-01' })],
    roas_snapshots: [
      snapshotRow({ install_date: '2026-03-02', spend: '10', paid_gross: '1' }),
      snapshotRow({ install_date: '2026-03-05', spend: '10', paid_gross: '2' }),
      snapshotRow({ install_date: '2026-03-06', spend: '10', paid_gross: '5' }),
    ],
  })
  const value = (parameters: Partial<RoasHistoryParameters>) =>
    history(delivery, parameters).rows.map(row => row.at(-1))
  t.strictSame(
    value({ startDate: '2026-03-04', endDate: '2026-03-05' }),
    [0.15],
    '(1 + 2) / 20, 28 days old',
  )
  t.strictSame(value({ startDate: '2026-03-04' }), [0.2667], '8 / 30')
})

t.test('dates default to 90 days, limited to install dates with data', async t => {
  const dates = (installDate: string) => {
    const { startDate, endDate } = history(
      minimalDelivery({ cohorts: [cohortRow({ install_date: installDate })] }),
    )
    return [startDate, endDate]
  }
  t.strictSame(dates('2026-03-20'), ['2026-03-20', '2026-03-30'])
  t.strictSame(dates('2025-03-20'), ['2025-12-30', '2026-03-30'])
  const none = history(minimalDelivery({ runs: [] }))
  t.match(none, { startDate: '2026-01-01', endDate: '2026-04-01', totalRows: 0 })
  t.equal(none.columns.length, 5)
})

t.test('a tie is reported', async t => {
  const delivery = minimalDelivery({
    cohorts: [cohortRow({ install_date: '2026-03-01' })],
    roas_snapshots: [snapshotRow({ spend: '200', paid_gross: '0.01' })],
  })
  const file = history(delivery)
  t.equal(file.rows[0]?.at(-1), 0.0001)
  t.strictSame([...file.ties], ['0:roas_age_7'])
})

t.test('limit truncates rows, not the count', async t => {
  const delivery = minimalDelivery({
    cohorts: [cohortRow({ install_date: '2026-03-01' })],
    roas_snapshots: [
      snapshotRow({ install_date: '2026-03-16' }),
      snapshotRow({ install_date: '2026-03-09' }),
    ],
  })
  const file = history(delivery, { limit: 1 })
  t.strictSame([file.rows.length, file.totalRows, file.rows[0]?.[1]], [1, 2, '2026-03-09'])
})

t.test(
  'a run whose DSI snapshots begin within a period gives it no value, whatever the filters',
  async t => {
    const first = (early: Parameters<typeof snapshotRow>[0]) =>
      history(
        minimalDelivery({
          runs,
          cohorts: [cohortRow({ run_id: 2, install_date: '2026-03-01' })],
          roas_snapshots: [
            snapshotRow({ run_id: 1, install_date: '2026-03-18', ...early }),
            snapshotRow({ run_id: 1, install_date: '2026-03-19', spend: '10', paid_gross: '2' }),
            snapshotRow({ run_id: 2, install_date: '2026-03-16', spend: '10', paid_gross: '3' }),
          ],
        }),
        { networks: ['Meta'] },
      ).rows[0]
    const part = first({ network: 'Other' })
    t.strictSame([part?.[0], part?.at(-3), part?.at(-1)], ['2026-03-31T06:00:00.000Z', null, 0.3])
    t.strictSame(
      first({ network: 'Other', install_date: '2026-03-16' })?.at(-3),
      0.2,
      'another network began on Monday',
    )
    t.strictSame(first({ install_date: '2026-03-16', dsi: 1 })?.at(-3), null, 'of another DSI')
  },
)

t.test('a column sorts rows, nulls last, ties in the usual order; pages follow it', async t => {
  const delivery = minimalDelivery({
    cohorts: [cohortRow({ install_date: '2026-03-01' })],
    roas_snapshots: [
      snapshotRow({ install_date: '2026-03-09', paid_gross: '1' }),
      snapshotRow({ install_date: '2026-03-16', paid_gross: '2' }),
      snapshotRow({ install_date: '2026-03-16', campaign: 'Beta', paid_gross: '3' }),
      snapshotRow({ install_date: '2026-03-23', campaign: 'Beta', paid_gross: '4' }),
    ],
    recommendations: [
      recommendationRow(),
      recommendationRow({ recommendation_id: 2, campaign: 'Beta' }),
    ],
  })
  const order = (parameters: Partial<RoasHistoryParameters>) =>
    history(delivery, { granularity: 'campaign', ...parameters }).rows.map(row =>
      `${row[1]} ${row[6]}`.slice(0, 12).replace('2026-03-', ''),
    )
  t.strictSame(order({}), ['2 16', '2 23', '1 09', '1 16'])
  t.strictSame(order({ sort: 'campaign' }), ['1 09', '1 16', '2 16', '2 23'])
  t.strictSame(order({ sort: '-install_cohort' }), ['2 23', '2 16', '1 16', '1 09'])
  t.strictSame(order({ sort: 'roas_age_14' }), ['1 16', '2 16', '2 23', '1 09'])
  t.strictSame(order({ sort: '-roas_age_14' }), ['2 16', '1 16', '2 23', '1 09'])
  t.strictSame(order({ sort: 'dsi' }), order({}))
  t.strictSame(order({ sort: 'roas_age_90' }), order({}))
  t.strictSame(order({ sort: 'campaign', limit: 2, offset: 1 }), ['1 16', '2 16'])
  t.match(history(delivery, { limit: 2, offset: 4 }), { rows: [], totalRows: 3 })
  t.equal(history(delivery, { limit: 2, offset: 4 }).columns.length, 5, 'no age columns')
})
