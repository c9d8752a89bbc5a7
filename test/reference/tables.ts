import type { TableName } from './delivery.ts'

/** The data model's column types, named as DuckDB casts text to them. */
export type SqlType =
  'BIGINT' | 'VARCHAR' | 'DECIMAL(18,4)' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP' | 'DATE'

type Columns = Record<string, SqlType>

const identity: Columns = {
  platform: 'VARCHAR',
  network: 'VARCHAR',
  campaign: 'VARCHAR',
  country: 'VARCHAR',
}

const installs: Columns = {
  paid_installs: 'BIGINT',
  incremental_blended_installs: 'BIGINT',
  full_blended_installs: 'BIGINT',
}

const revenueNames = [
  'paid_gross',
  'paid_net',
  'incremental_blended_gross',
  'incremental_blended_net',
  'full_blended_gross',
  'full_blended_net',
]

const revenue: Columns = Object.fromEntries(revenueNames.map(name => [name, 'DECIMAL(18,4)']))

const roas: Columns = Object.fromEntries(
  ['target', 'predicted'].flatMap(kind =>
    revenueNames.map(name => [`${kind}_${name}_roas`, 'DOUBLE']),
  ),
)

/** Columns that a file may lack. */
export const OPTIONAL: readonly string[] = [
  'withheld_dsis',
  'untested_dsis',
  'lookback_start_date',
  'lookback_end_date',
  'predicted_low_roas',
  'predicted_high_roas',
  'suggested_daily_spend',
  'response_elasticity',
  'response_low',
  'response_high',
  'marginal_roas',
  'response_evidence',
  'metric',
  'value',
  'reference',
  'change',
]

/** Every table of the data model: its columns and their types, in the data model's order. */
export const TABLES: Record<TableName, Columns> = {
  companies: { company_id: 'BIGINT', name: 'VARCHAR' },
  apps: {
    app_id: 'BIGINT',
    name: 'VARCHAR',
    created_at: 'TIMESTAMP',
    live: 'BOOLEAN',
    currency: 'VARCHAR',
    weekly_aggregation: 'BOOLEAN',
    action_threshold: 'DOUBLE',
    target_dsi: 'BIGINT',
    target_roas_type: 'VARCHAR',
    target_revenue_type: 'VARCHAR',
    dsi_values: 'VARCHAR',
  },
  app_access: { company_id: 'BIGINT', app_id: 'BIGINT' },
  bet_lookbacks: { app_id: 'BIGINT', platform: 'VARCHAR', start_day: 'BIGINT', end_day: 'BIGINT' },
  networks: { network: 'VARCHAR', traditional: 'BOOLEAN' },
  events: {
    event_id: 'BIGINT',
    app_id: 'BIGINT',
    kind: 'VARCHAR',
    title: 'VARCHAR',
    start_date: 'DATE',
    end_date: 'DATE',
    ...identity,
    note: 'VARCHAR',
  },
  budgets: {
    budget_id: 'BIGINT',
    app_id: 'BIGINT',
    month: 'VARCHAR',
    platform: 'VARCHAR',
    network: 'VARCHAR',
    campaign: 'VARCHAR',
    amount: 'DECIMAL(18,4)',
  },
  runs: {
    run_id: 'BIGINT',
    app_id: 'BIGINT',
    kind: 'VARCHAR',
    status: 'VARCHAR',
    created_at: 'TIMESTAMP',
    max_install_date: 'DATE',
    withheld_dsis: 'VARCHAR',
    untested_dsis: 'VARCHAR',
  },
  cohorts: {
    run_id: 'BIGINT',
    install_date: 'DATE',
    ...identity,
    spend: 'DECIMAL(18,4)',
    ...installs,
  },
  cohort_revenue: {
    run_id: 'BIGINT',
    install_date: 'DATE',
    ...identity,
    dsi: 'BIGINT',
    ...revenue,
  },
  roas_snapshots: {
    run_id: 'BIGINT',
    install_date: 'DATE',
    ...identity,
    dsi: 'BIGINT',
    spend: 'DECIMAL(18,4)',
    ...revenue,
  },
  recommendations: {
    recommendation_id: 'BIGINT',
    run_id: 'BIGINT',
    granularity: 'VARCHAR',
    ...identity,
    confidence_score: 'DOUBLE',
    spend: 'DECIMAL(18,4)',
    lookback_days: 'BIGINT',
    ...installs,
    optimisation_dsi: 'BIGINT',
    target_dsi: 'BIGINT',
    optimisation_live_roas: 'DOUBLE',
    optimisation_paced_roas: 'DOUBLE',
    optimisation_raw_roas: 'DOUBLE',
    optimisation_predicted_roas: 'DOUBLE',
    ...roas,
    created_at: 'TIMESTAMP',
    lookback_start_date: 'DATE',
    lookback_end_date: 'DATE',
    predicted_low_roas: 'DOUBLE',
    predicted_high_roas: 'DOUBLE',
    suggested_daily_spend: 'DECIMAL(18,4)',
    response_elasticity: 'DOUBLE',
    response_low: 'DOUBLE',
    response_high: 'DOUBLE',
    marginal_roas: 'DOUBLE',
    response_evidence: 'VARCHAR',
  },
  alerts: {
    alert_id: 'BIGINT',
    run_id: 'BIGINT',
    alert_group: 'VARCHAR',
    title: 'VARCHAR',
    campaign: 'VARCHAR',
    country: 'VARCHAR',
    platform: 'VARCHAR',
    network: 'VARCHAR',
    daily_spend: 'DECIMAL(18,4)',
    summary: 'VARCHAR',
    detail: 'VARCHAR',
    spend_detail: 'VARCHAR',
    recommended_action: 'VARCHAR',
    created_at: 'TIMESTAMP',
    metric: 'VARCHAR',
    value: 'DOUBLE',
    reference: 'DOUBLE',
    change: 'DOUBLE',
  },
}
