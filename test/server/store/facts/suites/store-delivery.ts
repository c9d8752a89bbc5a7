import type { CohortRow, Delivery, Identity, Revenue } from '../../../../reference/delivery.ts'
import {
  alertRow,
  appRow,
  budgetRow,
  cohortRow,
  eventRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../../reference/minimal-delivery.ts'

/** Texts that an engine may take for others, or for something else. */
export const TEXTS = [
  ...[
    'camp',
    'Camp',
    'CAMP',
    'camp ',
    ' camp',
    'cämp',
    'ca\u0308mp',
    'camp\t',
    'a\nb',
    'a\r\nb',
    'a"b',
    '"',
    '""',
    "a'b",
    'a\\',
  ],
  ...[
    '\\N',
    '\\0',
    'NULL',
    'null',
    'a,b',
    '😀',
    '%',
    '_',
    'ß',
    'ss',
    'İ',
    'i̇',
    '\u200b',
    '\ufeffcamp',
    '-',
    '=1+1',
    'x'.repeat(512),
  ],
]

/** The largest amount of money that a delivery may hold. */
export const MAX = '99999999999999.9999'

export const US: Identity = { platform: 'IOS', network: 'Meta', campaign: 'Alpha', country: 'US' }
export const DE: Identity = { ...US, country: 'DE' }
export const ANDROID: Identity = { ...US, platform: 'ANDROID' }
export const IDLE: Identity = {
  platform: 'IOS',
  network: 'Google',
  campaign: 'Beta',
  country: 'DE',
}

/** Six revenues, each of its own. */
export function sixRevenues(first: number): Revenue {
  return {
    paid_gross: `${first}.01`,
    paid_net: `${first + 1}.02`,
    incremental_blended_gross: `${first + 2}.03`,
    incremental_blended_net: `${first + 3}.04`,
    full_blended_gross: `${first + 4}.05`,
    full_blended_net: `${first + 5}.06`,
  }
}

/** The cohorts of a run. The one of 2026-03-02 in Germany lacks its revenue at DSI 7; the idle one has none at all, and needs none. */
function cohorts(run_id: number): CohortRow[] {
  const none = {
    spend: '0',
    paid_installs: 0,
    incremental_blended_installs: 0,
    full_blended_installs: 0,
  }
  return [
    cohortRow({ run_id, ...US, install_date: '2026-02-28', spend: '10' }),
    // A Sunday, and the first of a month.
    cohortRow({ run_id, ...US, install_date: '2026-03-01', spend: '0.0001' }),
    cohortRow({ run_id, ...DE, install_date: '2026-03-02', spend: '20' }),
    cohortRow({ run_id, ...ANDROID, install_date: '2026-03-02', spend: MAX }),
    cohortRow({ run_id, ...ANDROID, install_date: '2026-03-30', spend: MAX }),
    cohortRow({ run_id, ...IDLE, install_date: '2026-03-02', ...none }),
  ]
}

const OPTIONAL = {
  lookback_start_date: '2026-03-01',
  lookback_end_date: '2026-03-02',
  predicted_low_roas: 0.5,
  predicted_high_roas: 1e300,
  suggested_daily_spend: '12345678901.2345',
  response_elasticity: 0.1,
  response_low: 1e-300,
  response_high: 1,
  marginal_roas: 1e300,
  response_evidence: 'assumed' as const,
}

/** App 1 with two runs of each kind, and app 2, whose names and texts are `TEXTS`. */
export function storeDelivery(): Delivery {
  const at = {
    1: '2026-03-24T06:00:00.000Z',
    2: '2026-03-24T07:00:00.000Z',
    3: '2026-03-31T06:00:00.000Z',
    4: '2026-03-31T07:00:00.000Z',
  }
  return minimalDelivery({
    apps: [appRow(), appRow({ app_id: 2, name: 'Texts' }), appRow({ app_id: 3, name: 'Empty' })],
    app_access: [1, 2, 3].map(app_id => ({ company_id: 1, app_id })),
    events: [
      eventRow({ event_id: 8, title: TEXTS[3]!, end_date: '2026-03-26' }),
      eventRow({ event_id: 7, title: TEXTS[0]! }),
      ...TEXTS.map((text, index) =>
        eventRow({
          event_id: 100 + index,
          app_id: 2,
          title: text.slice(0, 200),
          network: text,
          note: text,
        }),
      ),
    ],
    budgets: [
      budgetRow({ budget_id: 8, amount: '12345678901.2345', network: TEXTS[0]! }),
      budgetRow({ budget_id: 7, platform: '', month: '2026-04' }),
    ],
    runs: [
      runRow({ run_id: 1, created_at: at[1], max_install_date: '2026-03-23' }),
      runRow({ run_id: 2, kind: 'alert', created_at: at[2] }),
      runRow({ run_id: 3, created_at: at[3], untested_dsis: '365,7' }),
      runRow({ run_id: 4, kind: 'alert', created_at: at[4] }),
      runRow({ run_id: 5, app_id: 2 }),
      runRow({ run_id: 6, app_id: 2, kind: 'alert' }),
    ],
    cohorts: [
      cohortRow({ run_id: 1, ...US, install_date: '2026-03-20', spend: '7' }),
      ...cohorts(3),
      ...TEXTS.map(campaign => cohortRow({ run_id: 5, network: campaign, campaign })),
    ],
    cohort_revenue: [
      revenueRow({ run_id: 3, ...US, install_date: '2026-02-28', ...sixRevenues(1) }),
      revenueRow({ run_id: 3, ...US, install_date: '2026-03-01', ...sixRevenues(100) }),
      revenueRow({ run_id: 3, ...ANDROID, install_date: '2026-03-02', ...sixRevenues(1000) }),
      revenueRow({ run_id: 3, ...ANDROID, install_date: '2026-03-30', ...sixRevenues(10_000) }),
      revenueRow({ run_id: 3, ...DE, install_date: '2026-03-02', dsi: 1 }),
    ],
    roas_snapshots: [
      snapshotRow({ run_id: 1, ...US, install_date: '2026-03-14', spend: '1', ...sixRevenues(1) }),
      snapshotRow({ run_id: 1, ...DE, install_date: '2026-03-16', spend: '2', ...sixRevenues(2) }),
      snapshotRow({
        run_id: 1,
        ...ANDROID,
        install_date: '2026-03-16',
        spend: '4',
        ...sixRevenues(4),
      }),
      snapshotRow({ run_id: 3, ...US, install_date: '2026-03-16', spend: '8', ...sixRevenues(8) }),
      snapshotRow({ run_id: 3, ...US, install_date: '2026-03-16', dsi: 1, spend: '16' }),
    ],
    recommendations: [
      recommendationRow({ run_id: 3, recommendation_id: 1, spend: '0.1', confidence_score: null }),
      recommendationRow({
        run_id: 3,
        recommendation_id: 2,
        granularity: 'campaign_geo',
        ...DE,
        ...OPTIONAL,
      }),
      recommendationRow({ run_id: 1, recommendation_id: 3 }),
      ...TEXTS.map((campaign, index) =>
        recommendationRow({
          run_id: 5,
          recommendation_id: 100 + index,
          network: campaign,
          campaign,
        }),
      ),
    ],
    alerts: [
      ...[
        '2026-03-22T23:59:59.999Z',
        '2026-03-23T00:00:00.000Z',
        '2026-03-24T23:59:59.999Z',
        '2026-03-25T00:00:00.000Z',
      ].map((created_at, index) => alertRow({ run_id: 2, alert_id: 1 + index, created_at })),
      alertRow({
        run_id: 4,
        alert_id: 5,
        created_at: '2026-03-24T12:00:00.000Z',
        metric: 'cpi',
        value: 0.1,
        reference: -1e-300,
        change: 1e300,
      }),
      ...TEXTS.map((text, index) =>
        alertRow({
          run_id: 6,
          alert_id: 100 + index,
          campaign: text,
          title: text,
          summary: text,
          detail: text,
          spend_detail: text,
        }),
      ),
    ],
  })
}

/** A later run of app 1 with a campaign that is new. */
export function laterRun(id: number): Delivery {
  const row = { run_id: id, campaign: `New in ${id}` }
  return {
    runs: [runRow({ run_id: id, created_at: new Date(Date.UTC(2026, 4, id)).toISOString() })],
    cohorts: [cohortRow({ run_id: id }), cohortRow(row)],
    cohort_revenue: [revenueRow({ run_id: id }), revenueRow(row)],
  }
}
