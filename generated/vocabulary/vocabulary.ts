// Generated from openapi.yaml by `npm run generate`. Do not edit.

export const PLATFORMS = ['IOS', 'ANDROID', 'WEB'] as const
export type Platform = (typeof PLATFORMS)[number]

export const ROAS_TYPES = ['paid', 'incremental_blended', 'full_blended'] as const
export type RoasType = (typeof ROAS_TYPES)[number]

export const REVENUE_TYPES = ['gross', 'net'] as const
export type RevenueType = (typeof REVENUE_TYPES)[number]

export const METRICS = ['spend', 'installs', 'cpi', 'revenue', 'ltv', 'roas'] as const
export type Metric = (typeof METRICS)[number]

export const ACTIONS = ['SCALE', 'HOLD', 'REDUCE'] as const
export type Action = (typeof ACTIONS)[number]

export const STATUSES = ['HIGH', 'MEDIUM', 'LOW'] as const
export type Status = (typeof STATUSES)[number]

export const ALERT_GROUPS = ['BIDS', 'ANALYTICS'] as const
export type AlertGroup = (typeof ALERT_GROUPS)[number]

export const ALERT_METRICS = ['live_bid', 'roas', 'ltv', 'cpi', 'installs', 'spend', 'revenue', 'confidence', 'attribution'] as const
export type AlertMetric = (typeof ALERT_METRICS)[number]

export const EVENT_KINDS = ['outage', 'attribution', 'flight', 'launch', 'holiday', 'price', 'other'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export const VIEWS = ['recommendations', 'report', 'roas-history', 'alerts'] as const
export type ViewName = (typeof VIEWS)[number]
