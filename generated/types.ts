// Generated from openapi.yaml by `npm run generate`. Do not edit.

export type InstallGrouping = 'daily' | 'weekly' | 'monthly'

export type Metric = 'ltv' | 'roas' | 'spend' | 'installs' | 'cpi'

/** `paid`; `incremental_blended`: paid plus incremental organic; `full_blended`: paid plus all allocated organic. */
export type RoasType = 'paid' | 'incremental_blended' | 'full_blended'

/** `gross`: before fees; `net`: net of fees, taxes and refunds. */
export type RevenueType = 'gross' | 'net'

export type Platform = 'IOS' | 'ANDROID' | 'WEB' | 'Unknown'

export interface App {
  /** App id, used as `appId` everywhere. */
  id: number
  /** App name. */
  name: string
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string
}

export interface Recommendation {
  /** Unique recommendation id; changes with every run. */
  id: number
  /** ISO country code; `GLOBAL` when a campaign row spans several; `Unknown` if missing. */
  country: string
  platform: Platform
  /** Ad network; `Unknown` if missing. */
  network: string
  /** Campaign name; `Unknown` if missing. */
  campaign: string
  /** Predicted against target ROAS at the target DSI, in the app's target ROAS and revenue type. */
  action: 'SCALE' | 'HOLD' | 'REDUCE'
  /** Confidence tier: `HIGH` from 0.60, `MEDIUM` from 0.30; `LOW` below, without a score, under 5 of daily spend, or on a non-traditional network. */
  status: 'HIGH' | 'MEDIUM' | 'LOW'
  /** Model confidence. */
  confidenceScore: number | null
  /** Average daily spend over the bet lookback range. */
  dailySpend: number
  /** Paid installs over the bet lookback range. */
  paidInstalls: number
  /** Paid plus incremental organic installs. */
  incrementalBlendedInstalls: number
  /** Paid plus incremental organic plus a share of all true organic installs. */
  fullBlendedInstalls: number
  /** Cost per paid install; 0 if there are none. */
  paidCpi: number
  /** Cost per paid and incremental organic install; 0 if there are none. */
  incrementalBlendedCpi: number
  /** Cost per paid and allocated organic install; 0 if there are none. */
  fullBlendedCpi: number
  /** Conversion window (DSI) the ad network optimises against. */
  optimisationDsi: number
  /** Payback window (DSI) by which a cohort should hit its target ROAS. */
  targetDsi: number
  /** Bid target live in the ad network; paid gross. */
  optimisationLiveRoas: number | null
  /** Recommended bid target, capped by the network's pacing rules; paid gross. */
  optimisationPacedRoas: number | null
  /** Recommended bid target, unconstrained; paid gross. */
  optimisationRawRoas: number | null
  /** Predicted ROAS at the optimisation DSI over the bet lookback range; paid gross. */
  optimisationPredictedRoas: number | null
  /** Target ROAS: paid, gross. */
  targetPaidGrossRoas: number | null
  /** Predicted ROAS at the target DSI: paid, gross. */
  predictedPaidGrossRoas: number | null
  /** Target ROAS: paid, net. */
  targetPaidNetRoas: number | null
  /** Predicted ROAS at the target DSI: paid, net. */
  predictedPaidNetRoas: number | null
  /** Target ROAS: paid plus incremental organic, gross. */
  targetIncrementalBlendedGrossRoas: number | null
  /** Predicted ROAS at the target DSI: paid plus incremental organic, gross. */
  predictedIncrementalBlendedGrossRoas: number | null
  /** Target ROAS: paid plus incremental organic, net. */
  targetIncrementalBlendedNetRoas: number | null
  /** Predicted ROAS at the target DSI: paid plus incremental organic, net. */
  predictedIncrementalBlendedNetRoas: number | null
  /** Target ROAS: paid plus all allocated organic, gross. */
  targetFullBlendedGrossRoas: number | null
  /** Predicted ROAS at the target DSI: paid plus all allocated organic, gross. */
  predictedFullBlendedGrossRoas: number | null
  /** Target ROAS: paid plus all allocated organic, net. */
  targetFullBlendedNetRoas: number | null
  /** Predicted ROAS at the target DSI: paid plus all allocated organic, net. */
  predictedFullBlendedNetRoas: number | null
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string
}

export interface Alert {
  /** Unique alert id. */
  id: number
  /** App the alert belongs to. */
  appId: number
  /** ISO 8601, UTC, with milliseconds. */
  createdAt: string
  /** `BIDS`: the live bid is more than 5 % off the paced recommendation. `ANALYTICS`: performance, confidence and custom rules. */
  alertGroup: 'BIDS' | 'ANALYTICS'
  /** Short name of the alert. */
  title: string
  /** Campaign name; `Unknown` if missing. */
  campaign: string
  /** ISO country code; `GLOBAL` when the campaign spans several; `Unknown` if missing. */
  country: string
  platform: Platform
  /** Ad network; `Unknown` if missing. */
  network: string
  /** Average daily spend of the affected campaign over the bet lookback range. */
  dailySpend: number
  /** One line: what happened. */
  summary: string
  /** Why the alert fired. */
  detail: string
  /** How much spend is affected and why it matters; null on bid alerts. */
  spendDetail: string | null
  /** Suggested next step; null when there is none. */
  recommendedAction: string | null
}

/** An error (RFC 9457). */
export interface Problem {
  /** Where the error is explained: a reference relative to the address that was asked. */
  type: string
  /** The status in words. */
  title: string
  /** The HTTP status. */
  status: number
  /** What was wrong, for people. */
  detail: string
  /** Stable, for programs. `x-extensible-enum` and `/docs` list those known today; more may be added. */
  code: string
  /** Same as `X-Request-Id`. */
  requestId: string
  /** On 400: every parameter at fault. */
  errors?: {
    /** The parameter at fault. */
    parameter: string
    /** What is wrong with it. */
    message: string
    /** The allowed values, as they are written in a request, where they can be listed. */
    allowed?: string[]
  }[]
}
