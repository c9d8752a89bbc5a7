/** A delivery's tables in memory: plain rows named and typed as the data model's columns. */

export type Platform = 'IOS' | 'ANDROID' | 'WEB'
export type RoasType = 'paid' | 'incremental_blended' | 'full_blended'
export type RevenueType = 'gross' | 'net'

/** Decimal text in the app's currency, at most 4 decimals: `'12.5'`. */
export type Money = string

/** `YYYY-MM-DD`. */
export type IsoDate = string

/** ISO 8601 in UTC with milliseconds: `2026-03-01T04:05:06.007Z`. */
export type IsoTimestamp = string

/** The four columns in which null or `''` means unknown. */
export interface Identity {
  platform: Platform | '' | null
  network: string | null
  campaign: string | null
  country: string | null
}

export interface CompanyRow {
  company_id: number
  name: string
}

export interface AppRow {
  app_id: number
  name: string
  created_at: IsoTimestamp
  live: boolean
  currency: string
  weekly_aggregation: boolean
  action_threshold: number | null
  target_dsi: number
  target_roas_type: RoasType
  target_revenue_type: RevenueType
  /** Comma-separated days since install. */
  dsi_values: string
}

export interface AppAccessRow {
  company_id: number
  app_id: number
}

export interface BetLookbackRow {
  app_id: number
  platform: Platform | null
  start_day: number
  end_day: number
}

export interface NetworkRow {
  network: string
  traditional: boolean
}

export interface EventRow extends Identity {
  event_id: number
  app_id: number
  kind: 'outage' | 'attribution' | 'flight' | 'launch' | 'holiday' | 'price' | 'other'
  title: string
  start_date: IsoDate
  /** Null: one day. */
  end_date: IsoDate | null
  note: string | null
}

export interface BudgetRow extends Omit<Identity, 'country'> {
  budget_id: number
  app_id: number
  /** `YYYY-MM`. */
  month: string
  amount: Money
}

export interface RunRow {
  run_id: number
  app_id: number
  kind: 'recommendation' | 'alert'
  status: 'succeeded' | 'failed'
  created_at: IsoTimestamp
  max_install_date: IsoDate | null
  /** `180:history,90:backtest`. */
  withheld_dsis?: string
  /** `90,180`. */
  untested_dsis?: string
}

export interface Installs {
  paid_installs: number
  incremental_blended_installs: number
  full_blended_installs: number
}

export type RevenueColumn = `${RoasType}_${RevenueType}`
export type Revenue = Record<RevenueColumn, Money>

export interface CohortRow extends Identity, Installs {
  run_id: number
  install_date: IsoDate
  spend: Money
}

export interface CohortRevenueRow extends Identity, Revenue {
  run_id: number
  install_date: IsoDate
  dsi: number
}

export interface RoasSnapshotRow extends CohortRevenueRow {
  spend: Money
}

export type RoasColumn = `${'target' | 'predicted'}_${RevenueColumn}_roas`

export interface RecommendationRow extends Identity, Installs, Record<RoasColumn, number | null> {
  recommendation_id: number
  run_id: number
  granularity: 'campaign' | 'campaign_geo'
  confidence_score: number | null
  spend: Money
  lookback_days: number
  optimisation_dsi: number
  target_dsi: number
  optimisation_live_roas: number | null
  optimisation_paced_roas: number | null
  optimisation_raw_roas: number | null
  optimisation_predicted_roas: number | null
  created_at: IsoTimestamp
  lookback_start_date?: IsoDate | null
  lookback_end_date?: IsoDate | null
  predicted_low_roas?: number | null
  predicted_high_roas?: number | null
  suggested_daily_spend?: Money | null
  response_elasticity?: number | null
  response_low?: number | null
  response_high?: number | null
  marginal_roas?: number | null
  response_evidence?: 'learned' | 'assumed' | null
}

export interface AlertRow extends Identity {
  alert_id: number
  run_id: number
  alert_group: 'BIDS' | 'ANALYTICS'
  title: string
  daily_spend: Money
  summary: string
  detail: string
  spend_detail: string | null
  recommended_action: string | null
  created_at: IsoTimestamp
  metric?:
    | 'live_bid'
    | 'roas'
    | 'ltv'
    | 'cpi'
    | 'installs'
    | 'spend'
    | 'revenue'
    | 'confidence'
    | 'attribution'
    | null
  value?: number | null
  reference?: number | null
  change?: number | null
}

/** Every table is optional, as in a folder: an absent table has no file. */
export interface Delivery {
  companies?: CompanyRow[]
  apps?: AppRow[]
  app_access?: AppAccessRow[]
  bet_lookbacks?: BetLookbackRow[]
  networks?: NetworkRow[]
  events?: EventRow[]
  budgets?: BudgetRow[]
  runs?: RunRow[]
  cohorts?: CohortRow[]
  cohort_revenue?: CohortRevenueRow[]
  roas_snapshots?: RoasSnapshotRow[]
  recommendations?: RecommendationRow[]
  alerts?: AlertRow[]
}

export type TableName = keyof Delivery

export const ROAS_TYPES = ['paid', 'incremental_blended', 'full_blended'] as const
export const REVENUE_TYPES = ['gross', 'net'] as const
export const PLATFORMS = ['IOS', 'ANDROID', 'WEB'] as const

function upsert<Row>(rows: Row[], keyOf: (row: Row) => unknown[]): Row[] {
  return [...new Map(rows.map(row => [JSON.stringify(keyOf(row)), row])).values()]
}

/** What a store holds after importing `deliveries` in order: reference rows replaced by key, run rows added. */
export function mergeDeliveries(...deliveries: Delivery[]): Required<Delivery> {
  const all = <Name extends TableName>(name: Name) =>
    deliveries.flatMap(delivery => (delivery[name] ?? []) as NonNullable<Delivery[Name]>[number][])
  return {
    companies: upsert(all('companies'), row => [row.company_id]),
    apps: upsert(all('apps'), row => [row.app_id]),
    app_access: upsert(all('app_access'), row => [row.company_id, row.app_id]),
    bet_lookbacks: upsert(all('bet_lookbacks'), row => [row.app_id, row.platform]),
    networks: upsert(all('networks'), row => [row.network]),
    events: upsert(all('events'), row => [row.event_id]),
    budgets: upsert(all('budgets'), row => [row.budget_id]),
    runs: all('runs'),
    cohorts: all('cohorts'),
    cohort_revenue: all('cohort_revenue'),
    roas_snapshots: all('roas_snapshots'),
    recommendations: all('recommendations'),
    alerts: all('alerts'),
  }
}
