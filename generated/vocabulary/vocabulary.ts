// Generated from openapi.yaml by `npm run generate`. Do not edit.

export const PLATFORMS = ['IOS', 'ANDROID', 'WEB'] as const
export type Platform = (typeof PLATFORMS)[number]

export const ROAS_TYPES = ['paid', 'incremental_blended', 'full_blended'] as const
export type RoasType = (typeof ROAS_TYPES)[number]

export const REVENUE_TYPES = ['gross', 'net'] as const
export type RevenueType = (typeof REVENUE_TYPES)[number]

export const METRICS = ['spend', 'installs', 'cpi', 'revenue', 'ltv', 'roas', 'profit', 'organic_installs', 'payback'] as const
export type Metric = (typeof METRICS)[number]

export const ACTIONS = ['SCALE', 'HOLD', 'REDUCE'] as const
export type Action = (typeof ACTIONS)[number]

export const STATUSES = ['HIGH', 'MEDIUM', 'LOW'] as const
export type Status = (typeof STATUSES)[number]

export const RESPONSE_EVIDENCE = ['learned', 'assumed'] as const
export type ResponseEvidence = (typeof RESPONSE_EVIDENCE)[number]

export const ALERT_GROUPS = ['BIDS', 'ANALYTICS'] as const
export type AlertGroup = (typeof ALERT_GROUPS)[number]

export const ALERT_METRICS = ['live_bid', 'roas', 'ltv', 'cpi', 'installs', 'spend', 'revenue', 'confidence', 'attribution'] as const
export type AlertMetric = (typeof ALERT_METRICS)[number]

export const EVENT_KINDS = ['outage', 'attribution', 'flight', 'launch', 'holiday', 'price', 'other'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export const VIEWS = ['recommendations', 'report', 'roas-history', 'alerts'] as const
export type ViewName = (typeof VIEWS)[number]

/** Most rows of a page. */
export const MAX_LIMIT = 500

/** Most bytes of a tool result. */
export const RESULT_BYTES = 36000

export type Unit = 'money' | 'count' | 'ratio' | 'share' | 'days'

/** What columns of files are called, how their numbers are written, and what they vary by. */
export const COLUMNS = {
  install_cohort: { label: 'Install date' },
  platform: { label: 'Platform' },
  network: { label: 'Network' },
  campaign: { label: 'Campaign' },
  country: { label: 'Country' },
  spend: { label: 'Spend', unit: 'money', by: [] },
  installs: { label: 'Installs', unit: 'count', by: ['roasType'] },
  cpi: { label: 'CPI', unit: 'money', by: ['roasType'] },
  revenue: { label: 'Revenue', unit: 'money', by: ['roasType', 'revenueType', 'dsi'] },
  ltv: { label: 'LTV', unit: 'money', by: ['roasType', 'revenueType', 'dsi'] },
  roas: { label: 'ROAS', unit: 'ratio', by: ['roasType', 'revenueType', 'dsi'] },
  profit: { label: 'Profit', unit: 'money', by: ['roasType', 'revenueType', 'dsi'] },
  organic_installs: { label: 'Organic installs', unit: 'count', by: [] },
  payback: { label: 'Payback', unit: 'days', by: ['roasType', 'revenueType'] },
  payback_known_dsi: { label: 'Payback looked for until', unit: 'days', by: ['roasType', 'revenueType'] },
  period_days: { label: 'Days', unit: 'count', by: [] },
  actual_share: { label: 'Actual share', unit: 'share', by: ['dsi'] },
  covered_share: { label: 'Covered share', unit: 'share', by: ['dsi'] },
  target_roas: { label: 'Target ROAS', unit: 'ratio', by: ['roasType', 'revenueType', 'dsi'] }
} as const
