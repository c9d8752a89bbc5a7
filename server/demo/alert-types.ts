/** What the alert rules look at: a recommendation, with the CPI of as many days before its bet lookback range. */
export interface Judged {
  run_id: number
  created_at: string
  app_id: number
  granularity: 'campaign' | 'campaign_geo'
  platform: string | null
  network: string | null
  campaign: string | null
  country: string | null
  /** App currency a day, at most 4 decimals. */
  daily_spend: number
  /** Spend of the row as a share of the app's, 0 to 1. */
  spend_share: number
  lookback_days: number
  confidence_score: number | null
  cpi: number | null
  earlier_cpi: number | null
  paid_installs: number
  optimisation_dsi: number
  live: number | null
  paced: number | null
  raw: number | null
  /** Of the app's target ROAS type and revenue type. */
  target: number | null
  predicted: number | null
}

/** One row of `alerts` but for its number. */
export interface Alert {
  run_id: number
  alert_group: 'BIDS' | 'ANALYTICS'
  title: string
  campaign: string | null
  country: string | null
  platform: string | null
  network: string | null
  daily_spend: number
  summary: string
  detail: string
  spend_detail: string | null
  recommended_action: string | null
  created_at: string
}
