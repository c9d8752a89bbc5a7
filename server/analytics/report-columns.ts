import { reportColumns as declared } from '../../generated/client/columns.ts'
import type { IdentityName } from '../model/identities.ts'
import { plain, type Sql, sql } from '../model/sql.ts'
import { REVENUE_TYPES, ROAS_TYPES } from '../model/catalog.ts'
import type { RevenueColumn } from '../model/store.ts'
import type { FileColumn } from './file.ts'
import { coveredShareSql } from './covered-share.ts'
import { actualShareSql, periodDaysSql } from './maturity.ts'
import { columnsOf, formulas, METRICS, type MetricColumn, readsRevenue } from './metrics/index.ts'
import type { Metric, ReportColumn } from './metrics/metric.ts'
import type { ReportPlan } from './report-plan.ts'

/** What decides which columns a report has, and what is in them. */
export type ReportContent = Omit<ReportPlan, 'app' | 'identityIds' | 'limit' | 'offset' | 'order' | 'sort'>

/** A column of a report. */
export interface ReportFileColumn extends FileColumn {
  /** The revenue sums that its SQL looks at; undefined where it looks at no sum at all. */
  revenue?: readonly RevenueColumn[]
}

/** What a column of the contract becomes in a report: none, one, or one per value of what it varies by. */
type Maker = (plan: ReportContent) => readonly ReportFileColumn[]

/** What the columns vary by: the name that stands in braces, and the values asked for, in the order of the columns. */
const VALUES: { [Part in keyof RevenueColumn]: (plan: ReportContent) => readonly RevenueColumn[Part][] } = {
  roasType: plan => ROAS_TYPES.filter(type => plan.roasTypes.includes(type)),
  revenueType: plan => REVENUE_TYPES.filter(type => plan.revenueTypes.includes(type)),
  dsi: plan => (readsRevenue(plan.metrics) ? plan.dsiValues.toSorted((a, b) => a - b) : []),
}

/** The columns that a name stands for, what its end varies by changing first. */
function filled(name: ReportColumn, plan: ReportContent, formula: (of: RevenueColumn) => Sql): ReportFileColumn[] {
  const parts = [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part as keyof RevenueColumn)
  const all = parts.reduce<Partial<RevenueColumn>[]>(
    (some, part) => some.flatMap(of => VALUES[part](plan).map(value => ({ ...of, [part]: value }))),
    [{}],
  )
  return all.map(of => ({
    name: parts.reduce<string>((text, part) => text.replace(`{${part}}`, String(of[part])), name),
    // A formula looks at nothing but what its column's name holds.
    sql: cast(name, formula(of as RevenueColumn)),
    revenue: 'dsi' in of ? firstOf(plan.revenue, of) : [],
  }))
}

/** One of the revenue sums that a column is of; of a column that is of a DSI as such, any tells what is known. */
function firstOf(revenue: readonly RevenueColumn[], of: Partial<RevenueColumn>): readonly RevenueColumn[] {
  return revenue.filter(one => Object.entries(of).every(([part, value]) => one[part as keyof RevenueColumn] === value)).slice(0, 1)
}

function cast(name: ReportColumn, cell: Sql): Sql {
  return declared[name] === 'whole' ? sql`(${cell})::BIGINT` : sql`(${cell})::DOUBLE`
}

function makersOf(metric: Metric): Partial<Record<MetricColumn, Maker>> {
  return Object.fromEntries(
    columnsOf(metric).map(name => [
      name,
      (plan: ReportContent) => (plan.metrics.includes(metric) ? filled(name, plan, of => formulas[name](of, plan.partial)) : []),
    ]),
  )
}

function nameColumn(name: IdentityName): Maker {
  const column: ReportFileColumn = { name, sql: sql`n.${plain(name)}`, text: name !== 'platform' }
  return plan => (plan.groupBy.includes(name) ? [column] : [])
}

const MAKERS: Record<ReportColumn, Maker> = {
  install_cohort: () => [{ name: 'install_cohort', sql: sql`g.install_cohort` }],
  platform: nameColumn('platform'),
  network: nameColumn('network'),
  campaign: nameColumn('campaign'),
  country: nameColumn('country'),
  ...(Object.assign({}, ...METRICS.map(makersOf)) as Record<MetricColumn, Maker>),
  period_days: plan => (plan.maturity ? filled('period_days', plan, () => periodDaysSql(plan)) : []),
  'actual_share_d{dsi}': plan => (plan.maturity ? filled('actual_share_d{dsi}', plan, ({ dsi }) => actualShareSql(plan, dsi)) : []),
  'covered_share_d{dsi}': plan => (plan.partial ? filled('covered_share_d{dsi}', plan, ({ dsi }) => coveredShareSql(dsi)) : []),
}

/** The report's columns, in the contract's order. */
export function reportColumns(plan: ReportContent): ReportFileColumn[] {
  return (Object.keys(declared) as ReportColumn[]).flatMap(name => MAKERS[name](plan))
}
