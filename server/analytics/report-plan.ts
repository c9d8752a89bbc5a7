import { REVENUE_TYPES, ROAS_TYPES, type RevenueType, type RoasType } from '../model/catalog.ts'
import type { ReportGroupsQuery, RevenueColumn } from '../model/store.ts'
import { IDENTITY_NAMES, type IdentityName } from '../model/identities.ts'
import { readsRevenue } from './metrics/index.ts'
import type { Metric } from './metrics/metric.ts'

/** Which report it is, and the groups that it is made of. */
export interface ReportPlan extends ReportGroupsQuery {
  metrics: readonly Metric[]
  roasTypes: readonly RoasType[]
  revenueTypes: readonly RevenueType[]
  dsiValues: readonly number[]
  maturity: boolean
  order: 'install_cohort' | 'newest'
  /** Instead of `order`: a column of the report, nulls last. */
  sort: { column: string; descending: boolean } | undefined
  /** Rows to leave out before the first. */
  offset: number
}

/** The names that a report's cohorts are split by, in the order of their columns: those of its granularity, unless others are asked for. */
export function namesBy(granularity: 'campaign' | 'campaign_geo', groupBy?: readonly string[]): IdentityName[] {
  return IDENTITY_NAMES.filter(name => (groupBy ? groupBy.includes(name) : name !== 'country' || granularity === 'campaign_geo'))
}

/** Every (ROAS type, revenue type, DSI) asked for, in the order of the columns. */
export function revenueColumns(asked: Pick<ReportPlan, 'metrics' | 'roasTypes' | 'revenueTypes' | 'dsiValues'>): RevenueColumn[] {
  if (!readsRevenue(asked.metrics)) return []
  const dsiValues = asked.dsiValues.toSorted((a, b) => a - b)
  return ROAS_TYPES.filter(type => asked.roasTypes.includes(type)).flatMap(roasType =>
    REVENUE_TYPES.filter(type => asked.revenueTypes.includes(type)).flatMap(revenueType =>
      dsiValues.map(dsi => ({ roasType, revenueType, dsi })),
    ),
  )
}
