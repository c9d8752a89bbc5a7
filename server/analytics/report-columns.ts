import { reportColumns as declared } from '../../generated/client/columns.ts'
import { type Sql, sql } from '../model/sql.ts'
import { REVENUE_TYPES, ROAS_TYPES } from '../model/catalog.ts'
import type { RevenueColumn } from '../model/store.ts'
import type { FileColumn } from './file.ts'
import { actualShareSql, periodDaysSql } from './maturity.ts'
import { columnsOf, formulas, METRICS, type MetricColumn, readsRevenue } from './metrics/index.ts'
import type { Metric, ReportColumn } from './metrics/metric.ts'
import type { ReportPlan } from './report-plan.ts'

/** What a column of the contract becomes in a report: none, one, or one per value of what it varies by. */
type Maker = (plan: ReportPlan) => readonly FileColumn[]

/** What the columns vary by: the name that stands in braces, and the values asked for, in the order of the columns. */
const VALUES: { [Part in keyof RevenueColumn]: (plan: ReportPlan) => readonly RevenueColumn[Part][] } = {
  roasType: plan => ROAS_TYPES.filter(type => plan.roasTypes.includes(type)),
  revenueType: plan => REVENUE_TYPES.filter(type => plan.revenueTypes.includes(type)),
  dsi: plan => (readsRevenue(plan.metrics) ? plan.dsiValues.toSorted((a, b) => a - b) : []),
}

/** The columns that a name stands for, what its end varies by changing first. */
function filled(name: ReportColumn, plan: ReportPlan, formula: (of: RevenueColumn) => Sql): FileColumn[] {
  const parts = [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part as keyof RevenueColumn)
  const all = parts.reduce<Partial<RevenueColumn>[]>(
    (some, part) => some.flatMap(of => VALUES[part](plan).map(value => ({ ...of, [part]: value }))),
    [{}],
  )
  return all.map(of => ({
    name: parts.reduce<string>((text, part) => text.replace(`{${part}}`, String(of[part])), name),
    // A formula looks at nothing but what its column's name holds.
    sql: cast(name, formula(of as RevenueColumn)),
  }))
}

function cast(name: ReportColumn, cell: Sql): Sql {
  return declared[name] === 'whole' ? sql`(${cell})::BIGINT` : sql`(${cell})::DOUBLE`
}

function makersOf(metric: Metric): Partial<Record<MetricColumn, Maker>> {
  return Object.fromEntries(
    columnsOf(metric).map(name => [name, (plan: ReportPlan) => (plan.metrics.includes(metric) ? filled(name, plan, formulas[name]) : [])]),
  )
}

const MAKERS: Record<ReportColumn, Maker> = {
  install_cohort: () => [{ name: 'install_cohort', sql: sql`g.install_cohort` }],
  platform: () => [{ name: 'platform', sql: sql`n.platform` }],
  network: () => [{ name: 'network', sql: sql`n.network`, text: true }],
  campaign: () => [{ name: 'campaign', sql: sql`n.campaign`, text: true }],
  country: plan => (plan.granularity === 'campaign_geo' ? [{ name: 'country', sql: sql`n.country`, text: true }] : []),
  ...(Object.assign({}, ...METRICS.map(makersOf)) as Record<MetricColumn, Maker>),
  period_days: plan => (plan.maturity ? filled('period_days', plan, () => periodDaysSql(plan)) : []),
  'actual_share_d{dsi}': plan => (plan.maturity ? filled('actual_share_d{dsi}', plan, ({ dsi }) => actualShareSql(plan, dsi)) : []),
}

/** The report's columns, in the contract's order. */
export function reportColumns(plan: ReportPlan): FileColumn[] {
  return (Object.keys(declared) as ReportColumn[]).flatMap(name => MAKERS[name](plan))
}
