import {
  REVENUE_TYPES,
  ROAS_TYPES,
  type AlertRow,
  type AppRow,
  type BudgetRow,
  type CohortRevenueRow,
  type CohortRow,
  type Delivery,
  type EventRow,
  type Identity,
  type Money,
  type RecommendationRow,
  type Revenue,
  type RevenueColumn,
  type RoasColumn,
  type RoasSnapshotRow,
  type RunRow,
} from './delivery.ts'

const REVENUE_COLUMNS: RevenueColumn[] = ROAS_TYPES.flatMap(type =>
  REVENUE_TYPES.map(revenue => `${type}_${revenue}` as const),
)

/** The six revenue columns, all of the same amount. */
export function revenueOf(amount: Money): Revenue {
  return Object.fromEntries(REVENUE_COLUMNS.map(column => [column, amount])) as Revenue
}

const identity: Identity = { platform: 'IOS', network: 'Meta', campaign: 'Alpha', country: 'US' }

/** App 1, daily, target paid gross ROAS at DSI 7, available DSIs 1, 7 and 365, threshold 0.05. */
export function appRow(overrides: Partial<AppRow> = {}): AppRow {
  return {
    app_id: 1,
    name: 'Game',
    created_at: '2025-01-02T03:04:05.006Z',
    live: true,
    currency: 'USD',
    weekly_aggregation: false,
    action_threshold: 0.05,
    target_dsi: 7,
    target_roas_type: 'paid',
    target_revenue_type: 'gross',
    dsi_values: '1,7,365',
    ...overrides,
  }
}

/** Run 1 of app 1: a succeeded recommendation run of 2026-03-31 that saw installs until 2026-03-30. */
export function runRow(overrides: Partial<RunRow> = {}): RunRow {
  return {
    run_id: 1,
    app_id: 1,
    kind: 'recommendation',
    status: 'succeeded',
    created_at: '2026-03-31T06:00:00.000Z',
    max_install_date: overrides.kind === 'alert' ? null : '2026-03-30',
    ...overrides,
  }
}

/** 10.00 spent on 4 paid, 5 incremental blended and 8 full blended installs of Meta / Alpha / IOS / US on 2026-03-30. */
export function cohortRow(overrides: Partial<CohortRow> = {}): CohortRow {
  return {
    run_id: 1,
    install_date: '2026-03-30',
    ...identity,
    spend: '10',
    paid_installs: 4,
    incremental_blended_installs: 5,
    full_blended_installs: 8,
    ...overrides,
  }
}

/** 5.00 of every revenue by DSI 7 for the cohort of `cohortRow`. */
export function revenueRow(overrides: Partial<CohortRevenueRow> = {}): CohortRevenueRow {
  return {
    run_id: 1,
    install_date: '2026-03-30',
    ...identity,
    dsi: 7,
    ...revenueOf('5'),
    ...overrides,
  }
}

/** 10.00 spent and 5.00 of every revenue by DSI 7, as run 1 said of the cohort of 2026-03-23. */
export function snapshotRow(overrides: Partial<RoasSnapshotRow> = {}): RoasSnapshotRow {
  return {
    run_id: 1,
    install_date: '2026-03-23',
    ...identity,
    dsi: 7,
    spend: '10',
    ...revenueOf('5'),
    ...overrides,
  }
}

/** A campaign recommendation of run 1: 60.00 spent in 6 days, score 0.7, every target and predicted ROAS 1. */
export function recommendationRow(overrides: Partial<RecommendationRow> = {}): RecommendationRow {
  const roas = Object.fromEntries(
    ['target', 'predicted'].flatMap(kind =>
      REVENUE_COLUMNS.map(column => [`${kind}_${column}_roas`, 1]),
    ),
  ) as Record<RoasColumn, number>
  return {
    recommendation_id: 1,
    run_id: 1,
    granularity: 'campaign',
    ...identity,
    confidence_score: 0.7,
    spend: '60',
    lookback_days: 6,
    paid_installs: 4,
    incremental_blended_installs: 5,
    full_blended_installs: 8,
    optimisation_dsi: 1,
    target_dsi: 7,
    optimisation_live_roas: 0.2,
    optimisation_paced_roas: 0.21,
    optimisation_raw_roas: 0.25,
    optimisation_predicted_roas: 0.2,
    ...roas,
    created_at: '2026-03-31T06:00:00.000Z',
    ...overrides,
  }
}

/** Cohorts of the eight days up to 2026-03-30 in which each recommendation spent what it says, so that it spends today. */
export function steadyCohorts(recommendations: readonly RecommendationRow[]): CohortRow[] {
  return recommendations.flatMap(
    ({ run_id, platform, network, campaign, country, spend, lookback_days: days }) =>
      ['23', '24', '25', '26', '27', '28', '29', '30'].map(day =>
        cohortRow({
          run_id,
          install_date: `2026-03-${day}`,
          platform,
          network,
          campaign,
          country: country === 'GLOBAL' ? 'US' : country,
          spend: String(Number(spend) / days),
        }),
      ),
  )
}

/** An analytics alert of run 2 on Meta / Alpha / IOS / US. */
export function alertRow(overrides: Partial<AlertRow> = {}): AlertRow {
  return {
    alert_id: 1,
    run_id: 2,
    alert_group: 'ANALYTICS',
    title: 'ROAS fell',
    ...identity,
    daily_spend: '10',
    summary: 'ROAS fell by half',
    detail: 'From 1.0 to 0.5',
    spend_detail: 'A tenth of all spend',
    recommended_action: null,
    created_at: '2026-03-31T07:00:00.000Z',
    ...overrides,
  }
}

/** An attribution event of app 1 that concerns all, of one day in its lookback. */
export function eventRow(overrides: Partial<EventRow> = {}): EventRow {
  return {
    event_id: 1,
    app_id: 1,
    kind: 'attribution',
    title: 'SDK broken',
    start_date: '2026-03-25',
    end_date: null,
    platform: null,
    network: null,
    campaign: null,
    country: null,
    note: null,
    ...overrides,
  }
}

/** A budget of app 1 for all of March 2026. */
export function budgetRow(overrides: Partial<BudgetRow> = {}): BudgetRow {
  return {
    budget_id: 1,
    app_id: 1,
    month: '2026-03',
    platform: null,
    network: null,
    campaign: null,
    amount: '100',
    ...overrides,
  }
}

/**
 * The smallest delivery that serves something at every operation: company 1 reads app 1, which has a recommendation run (1)
 * and an alert run (2) of 2026-03-31. A table given in `overrides` replaces the default one.
 */
export function minimalDelivery(overrides: Delivery = {}): Required<Delivery> {
  return {
    companies: [{ company_id: 1, name: 'Studio' }],
    apps: [appRow()],
    app_access: [{ company_id: 1, app_id: 1 }],
    bet_lookbacks: [],
    events: [],
    budgets: [],
    networks: [{ network: 'Meta', traditional: true }],
    runs: [runRow(), runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' })],
    cohorts: [cohortRow()],
    cohort_revenue: [revenueRow()],
    roas_snapshots: [snapshotRow()],
    recommendations: [recommendationRow()],
    alerts: [alertRow()],
    ...overrides,
  }
}
