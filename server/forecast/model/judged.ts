import type { Action, AlertMetric } from '../../../generated/vocabulary/vocabulary.ts'
export interface JudgedApp {
  currency: string
  /** With the currency's decimals. */
  amounts: Intl.NumberFormat
  targetDsi: number
  targetRoasType: string
  targetRevenueType: string
}

/** A recommendation with context for the alert rules. Money is in the app's currency. */
export interface Judged {
  /** The same object on all rows of a campaign. */
  campaign: { readonly platform: string | null }
  granularity: 'campaign' | 'campaign_geo'
  country: string | null
  lookbackDays: number
  spend: number
  dailySpend: number
  paidInstalls: number
  /** 0 to 1; null with too few installs. */
  confidence: number | null
  optimisationDsi: number
  live: number | null
  raw: number | null
  paced: number | null
  target: number | null
  prediction: number | null
  action: Action
  /** Whether its step changes the bid. */
  movesBid: boolean
  /** Share of all campaigns' daily spend, 0 to 1. */
  spendShare: number
  /** Paid cost per install, and that of the equally long preceding period; null without installs. */
  cpi: number | null
  earlierCpi: number | null
}

/** The figures in a title: `change` is `value` over `reference`, less 1. */
export interface AlertFigures {
  metric: AlertMetric | null
  value: number | null
  reference: number | null
  change: number | null
}

export interface AlertTexts extends AlertFigures {
  title: string
  summary: string
  detail: string
  spend_detail: string | null
  recommended_action: string | null
}
