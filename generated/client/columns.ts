// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** Columns of a file of `getReport`, in their order, with placeholders in braces. */
export const reportColumns = {
  /** First day of the period. */
  install_cohort: 'date',
  /** `IOS`, `ANDROID`, `WEB` or `Unknown`; unless `groupBy` leaves it out. */
  platform: 'text',
  /** Ad network, `Unknown` if missing; unless `groupBy` leaves it out. */
  network: 'text',
  /** Campaign name, `Unknown` if missing; unless `groupBy` leaves it out. */
  campaign: 'text',
  /** Two-letter country code, `Unknown` if missing; at `campaign_geo` only, unless `groupBy` leaves it out. */
  country: 'text',
  /** Spend in the app's currency. */
  spend: 'number',
  /** Installs of the type. */
  'installs_{roasType}': 'whole',
  /** Spend per install of the type, in the app's currency. */
  'cpi_{roasType}': 'number or null',
  /** Revenue up to the DSI, in the app's currency. */
  'revenue_{roasType}_{revenueType}_d{dsi}': 'number or null',
  /** Revenue up to the DSI per install of the type, in the app's currency. */
  'ltv_{roasType}_{revenueType}_d{dsi}': 'number or null',
  /** Revenue up to the DSI over spend, a ratio: 0.5 is 50 %. */
  'roas_{roasType}_{revenueType}_d{dsi}': 'number or null',
  /** Revenue up to the DSI minus spend, in the app's currency. */
  'profit_{roasType}_{revenueType}_d{dsi}': 'number or null',
  /** Full blended installs minus paid installs. */
  organic_installs: 'whole',
  /** Days since install until revenue reaches spend, to one decimal. */
  'payback_{roasType}_{revenueType}': 'number or null',
  /** Largest DSI with known revenue: an empty payback is not reached by then. Null without spend or known revenue. */
  'payback_known_dsi_{roasType}_{revenueType}': 'number or null',
  /** With `compare` only, after each metric column, and each of maturity and covered shares: its value in the compared range, of the same type. */
  '{column}_before': 'number or null',
  /** With `compare` only, after `<column>_before` of a metric column: now / before - 1; null if before is null or 0. */
  '{column}_change': 'number or null',
  /** With `explain` only, after `<column>_change` of a ratio: contribution of the group's share to the change of the total's ratio. */
  '{column}_mix': 'number or null',
  /** With `explain` only, after `<column>_mix`: contribution of the group's own ratio. */
  '{column}_rate': 'number or null',
  /** Install dates of the period within the range; with `maturity` only. */
  period_days: 'whole',
  /** Share of those days that is actual at the DSI, 0 to 1; with `maturity` only. */
  'actual_share_d{dsi}': 'number',
  /** Share of the row's spend whose revenue at the DSI is known, 0 to 1; null without spend and installs; with `partial` only. */
  'covered_share_d{dsi}': 'number or null',
  /** Target ROAS of the target types at the target DSI, weighted by spend; with `targets` only. */
  'target_roas_{roasType}_{revenueType}_d{dsi}': 'number or null'
} as const

/** Columns of a file of `getRoasHistory`, in their order, with placeholders in braces. */
export const roasHistoryColumns = {
  /** When the newest value of the row was captured. */
  created_at: 'timestamp',
  /** `id` of the recommendation in the latest succeeded run. Not at `app`. */
  recommendation_id: 'whole',
  /** `IOS`, `ANDROID`, `WEB` or `Unknown`; not at `app`. */
  platform: 'text',
  /** Ad network, `Unknown` if missing; not at `app`. */
  network: 'text',
  /** Campaign name, `Unknown` if missing; not at `app`. */
  campaign: 'text',
  /** At `campaign_geo` only. */
  country: 'text',
  /** Average daily spend over the bet lookback range, in the app's currency. Not at `app`. */
  daily_spend: 'number',
  /** First day of the period. */
  install_cohort: 'date',
  /** DSI of every ROAS in the row. */
  dsi: 'whole',
  roas_type: 'text',
  revenue_type: 'text',
  /** ROAS at the DSI, as estimated by the run when the cohort was `age` days old; a ratio. */
  'roas_age_{age}': 'number or null'
} as const

/** Columns of any file that are text in JavaScript. */
export const textColumns: readonly string[] = ['install_cohort', 'platform', 'network', 'campaign', 'country', 'created_at', 'roas_type', 'revenue_type']
