import type { Action } from '../../../generated/vocabulary/vocabulary.ts'
/** App data for alert texts. */
export interface JudgedApp {
  currency: string
  /** Decimals of the currency. */
  decimals: number
  targetDsi: number
  targetRoasType: string
  targetRevenueType: string
}

/** Input of the alert rules: a recommendation and its context. Money is in the app's currency. */
export interface Judged {
  /** The same object on all rows of a campaign. */
  campaign: { readonly platform: string | null }
  granularity: 'campaign' | 'campaign_geo'
  country: string | null
  lookbackDays: number
  spend: number
  dailySpend: number
  paidInstalls: number
  /** 0 to 1; null: too few installs to tell. */
  confidence: number | null
  optimisationDsi: number
  /** Bids as ratios: 0.3 is 30 %. */
  live: number | null
  raw: number | null
  paced: number | null
  /** On the app's target ROAS type and revenue type, at its target DSI. */
  target: number | null
  prediction: number | null
  action: Action
  /** Daily spend as a share of that of all campaigns, 0 to 1. */
  spendShare: number
  /** Paid cost per install, and that of as many days before the bet lookback range; null without installs. */
  cpi: number | null
  earlierCpi: number | null
}

/** One row of `alerts` without its number, run and subject. */
export interface AlertTexts {
  title: string
  summary: string
  detail: string
  spend_detail: string | null
  recommended_action: string | null
}

/** The number that an alert is about, beside the one that it is compared with: what its optional columns hold. */
export interface AlertFigure {
  metric: 'live_bid' | 'roas' | 'ltv' | 'cpi' | 'installs' | 'spend' | 'revenue' | 'confidence' | 'attribution'
  value: number | null
  reference: number | null
}
