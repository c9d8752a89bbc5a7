/** Requests as plain objects with the REST parameter names; lists are arrays, absent means omitted. */

import type { RevenueType, RoasType } from './delivery.ts'

export type Grouping = 'daily' | 'weekly' | 'monthly'
/** A report's grouping of cohorts: `total` makes one of the whole range. */
export type ReportGrouping = Grouping | 'total'
export type GroupBy = 'platform' | 'network' | 'campaign' | 'country' | 'none'
export type FileFormat = 'parquet' | 'csv'
export type PlatformParameter = 'ios' | 'android' | 'web'

interface Filters {
  appId: number
  countries?: string[]
  platforms?: PlatformParameter[]
  networks?: string[]
  campaigns?: string[]
}

interface Range {
  startDate?: string
  endDate?: string
}

/** A part of a list. */
export interface Page {
  sort?: string
  limit?: number
  offset?: number
}

interface File {
  format?: FileFormat
  csvSafe?: boolean
  csvBom?: boolean
}

interface Snapshots extends Range {
  dsi?: number
  installGrouping?: Grouping
  roasType?: RoasType
  revenueType?: RevenueType
}

export interface RecommendationsParameters extends Filters, Page {
  granularity?: 'campaign' | 'campaign_geo'
  actions?: ('scale' | 'hold' | 'reduce')[]
  statuses?: ('high' | 'medium' | 'low')[]
  minDailySpend?: number
  asOf?: string
  since?: string
  changed?: boolean
  outcome?: boolean
}

export interface TrackRecordParameters extends Filters, Page, Range {
  granularity?: 'campaign' | 'campaign_geo'
  groupBy?: ('platform' | 'network' | 'action' | 'status' | 'size' | 'none')[]
  examples?: number
}

export type EventsParameters = Filters & Page & Range

export interface AppSettingsParameters {
  appId: number
}

export interface CampaignsParameters extends Page {
  appId: number
  platforms?: PlatformParameter[]
  networks?: string[]
  countries?: string[]
}

export const METRICS = [
  'ltv',
  'roas',
  'spend',
  'installs',
  'cpi',
  'revenue',
  'profit',
  'organic_installs',
  'payback',
] as const

export interface ReportParameters extends Filters, Range, File, Page {
  granularity: 'campaign' | 'campaign_geo'
  groupBy?: GroupBy[]
  installGrouping?: ReportGrouping
  metrics?: (typeof METRICS)[number][]
  roasTypes?: RoasType[]
  revenueTypes?: RevenueType[]
  dsiValues?: number[]
  maturity?: boolean
  partial?: boolean
  compare?: string
  explain?: boolean
  targets?: boolean
  order?: 'install_cohort' | 'newest'
}

export interface RoasHistoryParameters extends Filters, File, Page, Snapshots {
  granularity: 'app' | 'campaign' | 'campaign_geo'
}

export interface ForecastAccuracyParameters extends Filters, Page, Snapshots {
  granularity?: 'app' | 'campaign' | 'campaign_geo'
  groupBy?: GroupBy[]
}

export interface AlertsParameters extends Filters, Range, Page {
  alertGroups?: ('bids' | 'analytics')[]
  distinct?: boolean
}

export interface BudgetPlanParameters extends Filters {
  granularity?: 'campaign' | 'campaign_geo'
  dailyBudget?: number
  budgetChange?: number
  targetRoas?: number
  maxStep?: number
  followSteps?: boolean
  horizonDays?: number
}

export interface PacingParameters extends Page {
  appId: number
  month?: string
}

/** One request of a company's key. */
export type Request = { companyId: number } & (
  | { operation: 'listApps'; parameters: Record<string, never> }
  | { operation: 'getOverview'; parameters: Record<string, never> }
  | { operation: 'getAppSettings'; parameters: AppSettingsParameters }
  | { operation: 'listCampaigns'; parameters: CampaignsParameters }
  | { operation: 'getRecommendations'; parameters: RecommendationsParameters }
  | { operation: 'getReport'; parameters: ReportParameters }
  | { operation: 'getRoasHistory'; parameters: RoasHistoryParameters }
  | { operation: 'getForecastAccuracy'; parameters: ForecastAccuracyParameters }
  | { operation: 'getAlerts'; parameters: AlertsParameters }
  | { operation: 'getTrackRecord'; parameters: TrackRecordParameters }
  | { operation: 'listEvents'; parameters: EventsParameters }
  | { operation: 'getBudgetPlan'; parameters: BudgetPlanParameters }
  | { operation: 'getPacing'; parameters: PacingParameters }
)

const PATHS: Record<Request['operation'], string> = {
  listApps: '/v1/apps',
  getOverview: '/v1/overview',
  getAppSettings: '/v1/app-settings',
  listCampaigns: '/v1/campaigns',
  getRecommendations: '/v1/recommendations',
  getReport: '/v1/report',
  getRoasHistory: '/v1/roas-history',
  getForecastAccuracy: '/v1/forecast-accuracy',
  getAlerts: '/v1/alerts',
  getTrackRecord: '/v1/track-record',
  listEvents: '/v1/events',
  getBudgetPlan: '/v1/budget-plan',
  getPacing: '/v1/pacing',
}

/** A list's value as an RFC 4180 field where it holds a comma or starts with a double quote. */
function listField(value: string): string {
  return value.includes(',') || value.startsWith('"') ? `"${value.replaceAll('"', '""')}"` : value
}

/** The query string without its question mark, everything percent-encoded, the lists' commas included. */
export function toQueryString(request: Request): string {
  return Object.entries(request.parameters)
    .map(([name, value]) => {
      const text = Array.isArray(value)
        ? value.map(item => listField(String(item))).join(',')
        : String(value)
      return `${name}=${encodeURIComponent(text)}`
    })
    .join('&')
}

/** The path and query to send after the base address. */
export function toUrl(request: Request): string {
  const query = toQueryString(request)
  return query === '' ? PATHS[request.operation] : `${PATHS[request.operation]}?${query}`
}
