import t from 'tap'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../reference/minimal-delivery.ts'
import { startService } from '../../../support/started-service.ts'

t.test('every field matches hand-computed values', async t => {
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        apps: [appRow({ action_threshold: null, dsi_values: '365,30,7,1' })],
        bet_lookbacks: [
          { app_id: 1, platform: 'ANDROID', start_day: 1, end_day: 7 },
          { app_id: 1, platform: null, start_day: 3, end_day: 12 },
        ],
        runs: [
          ...minimalDelivery().runs,
          runRow({ run_id: 3, created_at: '2026-04-01T05:00:00.000Z', status: 'failed' }),
          runRow({
            run_id: 4,
            created_at: '2026-03-01T05:00:00.000Z',
            max_install_date: '2026-02-28',
          }),
        ],
        cohorts: [
          cohortRow(),
          cohortRow({ install_date: '2026-02-14' }),
          cohortRow({ run_id: 4, install_date: '2025-06-01' }),
        ],
        roas_snapshots: [
          snapshotRow({ dsi: 30 }),
          snapshotRow({ run_id: 4, dsi: 1, install_date: '2026-02-20' }),
          // Captured by a failed run only.
          snapshotRow({ run_id: 3, dsi: 365 }),
        ],
      }),
    ],
  })
  const answer = await service.get('/v1/app-settings?appId=1')
  t.strictSame(answer.json(), {
    id: 1,
    name: 'Game',
    createdAt: '2025-01-02T03:04:05.006Z',
    currency: 'USD',
    weeklyAggregation: false,
    dsiValues: [1, 7, 30, 365],
    historyDsiValues: [1, 30],
    withheldDsis: [],
    untestedDsis: [],
    targetDsi: 7,
    targetRoasType: 'paid',
    targetRevenueType: 'gross',
    target: 1,
    actionThreshold: 0.05,
    betLookbacks: [
      { platform: 'IOS', startDay: 3, endDay: 12 },
      { platform: 'ANDROID', startDay: 1, endDay: 7 },
      { platform: 'WEB', startDay: 3, endDay: 12 },
    ],
    dataFrom: '2026-02-14',
    dataThrough: '2026-03-30',
    earliestReportStartDate: '2025-01-01',
    earliestRoasHistoryStartDate: '2026-02-14',
    latestRecommendationRun: { id: 1, createdAt: '2026-03-31T06:00:00.000Z' },
    latestAlertRun: { id: 2, createdAt: '2026-03-31T07:00:00.000Z' },
  })
  t.equal(answer.headers['total-rows'], undefined, 'it is not a list')
})

t.test(
  'withheld and untested DSIs of the served run are listed, in order, and in headers of files',
  async t => {
    for (const engine of ['csv', 'parquet'] as const) {
      const runs = [
        runRow({ withheld_dsis: '365:history,90:backtest', untested_dsis: '30,7' }),
        runRow({
          run_id: 3,
          created_at: '2026-03-01T05:00:00.000Z',
          max_install_date: '2026-02-28',
          withheld_dsis: '30:backtest',
        }),
        runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
      ]
      const { get } = await startService(t, {
        deliveries: [minimalDelivery({ apps: [appRow({ dsi_values: '7,30,90,365' })], runs })],
        format: engine,
      })
      t.match((await get('/v1/app-settings?appId=1')).json(), {
        withheldDsis: [
          { dsi: 90, reason: 'BACKTEST_FAILED' },
          { dsi: 365, reason: 'TOO_LITTLE_HISTORY' },
        ],
        untestedDsis: [7, 30],
      })
      for (const path of [
        'report?appId=1&granularity=campaign',
        'roas-history?appId=1&granularity=app',
      ]) {
        const { headers } = await get(`/v1/${path}`)
        t.equal(
          headers['withheld-dsis'],
          '90;reason=BACKTEST_FAILED, 365;reason=TOO_LITTLE_HISTORY',
          path,
        )
        t.equal(headers['untested-dsis'], '7, 30', path)
      }
    }
  },
)

t.test('an app without runs has settings', async t => {
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        runs: [],
        cohorts: [],
        cohort_revenue: [],
        roas_snapshots: [],
        recommendations: [],
        alerts: [],
      }),
    ],
  })
  t.match((await service.get('/v1/app-settings?appId=1')).json(), {
    historyDsiValues: [],
    betLookbacks: [
      { platform: 'IOS', startDay: 2, endDay: 8 },
      { platform: 'ANDROID', startDay: 2, endDay: 8 },
      { platform: 'WEB', startDay: 2, endDay: 8 },
    ],
    dataFrom: null,
    dataThrough: null,
    earliestReportStartDate: '2025-01-01',
    earliestRoasHistoryStartDate: '2025-01-01',
    latestRecommendationRun: null,
    latestAlertRun: null,
  })
})

t.test('the earliest start dates are those that files accept', async t => {
  const cohorts = [cohortRow(), cohortRow({ install_date: '2024-06-01' })]
  const { get } = await startService(t, {
    deliveries: [minimalDelivery({ cohorts, cohort_revenue: [revenueRow()] })],
  })
  const settings = (await get('/v1/app-settings?appId=1')).json() as Record<string, string>
  t.match(settings, {
    earliestReportStartDate: '2025-01-01',
    earliestRoasHistoryStartDate: '2024-12-30',
    dataFrom: '2024-06-01',
  })
  const message = new RegExp(`must not be before ${settings['earliestRoasHistoryStartDate']}`)
  t.match((await get('/v1/roas-history?appId=1&granularity=app&startDate=2024-12-29')).json(), {
    errors: [{ message }],
  })
})

t.test("the response and its ETag follow today's date", async t => {
  let now = '2026-04-01T23:59:59Z'
  const { get } = await startService(t, {
    deliveries: [minimalDelivery()],
    now: () => new Date(now),
  })
  const before = await get('/v1/app-settings?appId=1')
  t.equal((await get('/v1/app-settings?appId=1')).headers['etag'], before.headers['etag'])
  now = '2026-04-02T00:00:00Z'
  const after = await get('/v1/app-settings?appId=1', 1, {
    'if-none-match': before.headers['etag']!,
  })
  t.equal(after.status, 200)
  t.match(after.json(), { earliestReportStartDate: '2025-01-02' })
})
