import t from 'tap'
import type { Delivery } from './delivery.ts'
import type { ExpectedList } from './expected.ts'
import { cohortRow, minimalDelivery, runRow, snapshotRow } from './minimal-delivery.ts'
import { reference } from './reference.ts'
import type { ForecastAccuracyParameters } from './request-types.ts'

function accuracy(
  delivery: Delivery,
  parameters: Partial<ForecastAccuracyParameters> = {},
): ExpectedList {
  const answer = reference(delivery, '2026-04-01')
  return answer({
    companyId: 1,
    operation: 'getForecastAccuracy',
    parameters: { appId: 1, ...parameters },
  }) as ExpectedList
}

/** Run N saw until N March. */
function run(day: number) {
  const max_install_date = `2026-03-${String(day).padStart(2, '0')}`
  return runRow({ run_id: day, created_at: `${max_install_date}T23:00:00.000Z`, max_install_date })
}

/** What run `day` said of a campaign's days `from` on. */
function said(
  day: number,
  install_date: string,
  campaign: string,
  spend: string,
  paid_gross: string,
) {
  return snapshotRow({ run_id: day, install_date, campaign, spend, paid_gross })
}

const delivery = minimalDelivery({
  runs: [run(8), run(9), run(15), run(16), run(30)],
  cohorts: [cohortRow({ run_id: 30, install_date: '2026-03-01' })],
  // The week of Monday 2 March: whole at age 6, the eighth; at DSI 7 actual from age 13 on, the fifteenth.
  roas_snapshots: [
    said(8, '2026-03-02', 'A', '10', '12'),
    said(8, '2026-03-03', 'A', '10', '12'),
    said(8, '2026-03-02', 'B', '30', '15'),
    said(9, '2026-03-02', 'A', '10', '99'),
    said(15, '2026-03-02', 'A', '25', '20'),
    said(15, '2026-03-02', 'B', '75', '30'),
    said(16, '2026-03-02', 'A', '25', '1'),
  ],
})

t.test(
  'accuracy compares forecasts of whole cohorts younger than the DSI with the first run that saw all of them at that age',
  async t => {
    const campaigns = accuracy(delivery, { granularity: 'campaign' })
    // A 24 against 20, B 15 against 30: -11 and 19 of 50. Of 100 spent 25 lie within 0.2, the rest within 0.5.
    t.strictSame(campaigns.items, [
      { age: 6, cohorts: 2, spend: 100, bias: -0.22, wape: 0.38, p50: 0.5, p90: 0.5 },
    ])
    t.strictSame(accuracy(delivery).items, [
      { age: 6, cohorts: 1, spend: 100, bias: -0.22, wape: 0.22, p50: 0.22, p90: 0.22 },
    ])
    t.strictSame(accuracy(delivery, { granularity: 'campaign', campaigns: ['A'] }).items, [
      { age: 6, cohorts: 1, spend: 25, bias: 0.2, wape: 0.2, p50: 0.2, p90: 0.2 },
    ])
    t.match(campaigns.headers, { 'start-date': '2026-03-01', 'end-date': '2026-03-30' })
  },
)

t.test('each daily cohort has its own age', async t => {
  // 2 March: 6 and 7 days old at the runs of the 8th and 9th; actual from the 9th on.
  t.strictSame(accuracy(delivery, { installGrouping: 'daily' }).items, [
    {
      age: 6,
      cohorts: 1,
      spend: 10,
      bias: (27 - 99) / 99,
      wape: 72 / 99,
      p50: 72 / 99,
      p90: 72 / 99,
    },
  ])
})

t.test('only whole periods within the range count', async t => {
  const items = (parameters: Partial<ForecastAccuracyParameters>) =>
    accuracy(delivery, parameters).items.length
  t.equal(items({ startDate: '2026-03-08', endDate: '2026-03-08' }), 1)
  t.equal(items({ startDate: '2026-03-01', endDate: '2026-03-07' }), 0)
  t.equal(items({ startDate: '2026-03-09' }), 0)
  t.equal(items({ installGrouping: 'monthly' }), 0, 'no DSI of 7 is younger than a whole month')
})

t.test('a run that captured only a part gives neither a forecast nor an actual', async t => {
  const from = (day: number) => ({
    ...delivery,
    roas_snapshots: delivery.roas_snapshots.map(row =>
      row.run_id === day ? { ...row, install_date: '2026-03-03' } : row,
    ),
  })
  t.equal(accuracy(from(8)).items.length, 0)
  t.match(accuracy(from(15)).items, [{ spend: 25, bias: 38 }], 'the next run speaks')
})

t.test('a division by zero gives null', async t => {
  const of = (spend: string, actual: string) =>
    accuracy(
      minimalDelivery({
        runs: [run(8), run(30)],
        cohorts: [cohortRow({ run_id: 30, install_date: '2026-03-01' })],
        roas_snapshots: [
          said(8, '2026-03-02', 'A', '10', '12'),
          said(30, '2026-03-02', 'A', spend, actual),
        ],
      }),
    ).items
  t.strictSame(of('10', '0'), [
    { age: 6, cohorts: 1, spend: 10, bias: null, wape: null, p50: null, p90: null },
  ])
  t.strictSame(of('0', '10'), [
    { age: 6, cohorts: 1, spend: 0, bias: 0.2, wape: 0.2, p50: null, p90: null },
  ])
})
