import type { Recommendation } from './recommendations.ts'

/** What the alert rules look at: a recommendation, and what stands beside it. */
export interface Judged extends Recommendation {
  /** Daily spend as a share of that of all campaigns, 0 to 1. */
  spendShare: number
  /** Paid cost per install, and that of as many days before the bet lookback range; null without installs. */
  cpi: number | null
  earlierCpi: number | null
  /** Paid installs as a share of full blended ones, and the same of the days before. */
  attributed: number | null
  earlierAttributed: number | null
  /** The action for the whole campaign, and how many countries it runs in. */
  campaignAction: Recommendation['action']
  countries: number
}

/** One row of `alerts` but for its number, its run and what it tells of. */
export interface AlertTexts {
  title: string
  summary: string
  detail: string
  spend_detail: string | null
  recommended_action: string | null
}
