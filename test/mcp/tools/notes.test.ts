import t from 'tap'
import {
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../reference/minimal-delivery.ts'
import { startToolService } from '../../support/tool-service.ts'

/** Cohorts of two days, half of the spend of the earlier one without revenue at DSI 7; nothing at DSI 365. */
const delivery = minimalDelivery({
  cohorts: [
    cohortRow(),
    cohortRow({ install_date: '2026-03-29' }),
    cohortRow({ install_date: '2026-03-29', campaign: 'Beta' }),
    cohortRow({ install_date: '2026-03-30', campaign: 'Organic', spend: '0', paid_installs: 0 }),
  ],
  cohort_revenue: [
    revenueRow({ ...revenueOf('6') }),
    revenueRow({ install_date: '2026-03-29', ...revenueOf('6') }),
  ],
  recommendations: [
    recommendationRow(),
    recommendationRow({ recommendation_id: 2, campaign: 'Beta' }),
  ],
  roas_snapshots: [snapshotRow()],
})

const day = {
  startDate: '2026-03-30',
  groupBy: ['NONE'],
  installGrouping: 'TOTAL',
  metrics: ['roas'],
  dsiValues: [7],
}

/** Per call what its note says; null: there is none. */
const cases: [string, Record<string, unknown>, RegExp | null][] = [
  [
    'svc_get_report',
    { ...day, metrics: ['spend'] },
    /^No requested metric uses dsiValues, so it has no effect\.$/,
  ],
  ['svc_get_report', { ...day, campaigns: ['Alpha'] }, null],
  [
    'svc_get_report',
    { ...day, dsiValues: [365] },
    /^Revenue at d365 is not known for any cohort of these\.$/,
  ],
  [
    'svc_get_report',
    { ...day, campaigns: ['Alpha', 'Beta'], compare: 'PREVIOUS' },
    /^Revenue at d7 is known for 50 % of the spend of the compared range; totals cover only that part\. Rows that lack some are null/,
  ],
  [
    'svc_get_report',
    { ...day, campaigns: ['Alpha', 'Beta'], compare: 'PREVIOUS', partial: true },
    /^Revenue at d7 is known for 50 % of the spend of the compared range; ratios cover only that part\.$/,
  ],
  ['svc_get_report', { ...day, offset: 7 }, /^offset 7 is beyond the last of 1 rows\.$/],
  [
    'svc_get_report',
    { ...day, metrics: ['spend'], campaigns: ['Gamma'] },
    /No cohort matches from 2026-03-30 to 2026-03-30; the app has install dates/,
  ],
  [
    'svc_get_report',
    { ...day, metrics: ['spend'], campaigns: ['Gamma'], compare: 'PREVIOUS' },
    /No cohort matches in either range; /,
  ],
  ['svc_get_recommendations', {}, null],
  ['svc_get_recommendations', { actions: ['REDUCE'] }, /^No recommendation of the run matches\.$/],
  [
    'svc_get_recommendations',
    { since: '2026-03-31', changed: true },
    /^No action changed since 2026-03-31\.$/,
  ],
  [
    'svc_get_recommendations',
    { outcome: true },
    /^No outcome is known yet: it takes 7 days\. Recommendations as of 2026-03-23 or earlier may have one\.$/,
  ],
  [
    'svc_get_recommendations',
    { asOf: '2026-01-01' },
    /^No run was made by the end of 2026-01-01; the latest is from 2026-03-31/,
  ],
  ['svc_get_recommendations', { offset: 2 }, /^offset 2 is beyond the last of 2 rows\.$/],
  ['svc_get_roas_history', {}, null],
  [
    'svc_get_roas_history',
    { startDate: '2026-03-30' },
    /^No cohort matches from 2026-03-30 to 2026-03-30; /,
  ],
  [
    'svc_get_roas_history',
    { startDate: '2026-03-30', granularity: 'campaign' },
    /^No cohort of a campaign of the latest run matches from /,
  ],
  ['svc_get_alerts', {}, null],
  ['svc_get_alerts', { startDate: '2026-01-01', endDate: '2026-01-31' }, null],
]

t.test('a note states what is missing and why, and never contradicts the result', async t => {
  const { result } = await startToolService(t, { deliveries: [delivery] })
  for (const [tool, args, wanted] of cases) {
    const { note } = await result<{ note?: string }>(tool, { appId: 1, ...args })
    const call = `${tool} ${JSON.stringify(args)}`
    if (wanted === null) t.equal(note, undefined, call)
    else t.match(note, wanted, call)
  }
})

t.test('without any spend, shares are of installs', async t => {
  const cohorts = [
    cohortRow({ spend: '0', full_blended_installs: 30 }),
    cohortRow({ spend: '0', campaign: 'Beta', full_blended_installs: 10 }),
  ]
  const { result } = await startToolService(t, {
    deliveries: [minimalDelivery({ cohorts, cohort_revenue: [revenueRow()] })],
  })
  const { note } = await result<{ note?: string }>('svc_get_report', {
    appId: 1,
    ...day,
    metrics: ['revenue'],
  })
  t.match(note, /^Revenue at d7 is known for 75 % of the installs; /)
})

t.test('known outcomes are totaled per action, and the record grouped', async t => {
  const runs = [
    runRow({ created_at: '2026-03-10T06:00:00.000Z', max_install_date: '2026-03-09' }),
    runRow({ run_id: 7, created_at: '2026-03-31T06:00:00.000Z' }),
  ]
  const installed = { run_id: 7, install_date: '2026-03-02' }
  const { result } = await startToolService(t, {
    deliveries: [
      minimalDelivery({
        runs,
        cohorts: [cohortRow(installed)],
        cohort_revenue: [revenueRow({ ...installed, ...revenueOf('12') })],
        recommendations: [
          recommendationRow({ predicted_paid_gross_roas: 1.2 }),
          recommendationRow({ recommendation_id: 2, campaign: 'Young' }),
        ],
        roas_snapshots: [],
        alerts: [],
      }),
    ],
  })
  const args = { appId: 1, asOf: '2026-03-10', outcome: true, trackRecordBy: 'NETWORK' }
  const got = await result<{ note?: string; totals: object; context: object }>(
    'svc_get_recommendations',
    args,
  )
  t.notOk('note' in got)
  t.match(got.totals, {
    SCALE: { count: 1, spendShare: 0.5, outcomes: 1, rightShare: 1 },
    HOLD: { count: 1, spendShare: 0.5, outcomes: 0, rightShare: null },
    REDUCE: { count: 0, spendShare: 0, outcomes: 0, rightShare: null },
  })
  t.match(got.context, { trackRecord: [{ network: 'Meta', decisions: 1 }] })
})
