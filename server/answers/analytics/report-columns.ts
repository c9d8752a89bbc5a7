import {
  type Metric,
  METRICS,
  REVENUE_TYPES,
  type RevenueType,
  ROAS_TYPES,
  type RoasType,
} from '../../../generated/vocabulary/vocabulary.ts'
import { reportColumns as declared } from '../../../generated/client/columns.ts'
import type { Run } from '../../core/model/catalog.ts'
import {
  addDays,
  type DateRange,
  type InstallGrouping,
  type ReportGrouping,
} from '../../core/model/dates.ts'
import { IDENTITY_NAMES, type IdentityName } from '../../core/model/identities.ts'
import { date, plain, sql, type Sql } from '../../core/model/sql.ts'
import type { ReportGroupsQuery, RevenueColumn } from '../../core/model/store.ts'
import type { FileColumn } from './file.ts'
import type { TargetRow } from './report-targets.ts'
import {
  type Basis,
  columnsOf,
  covered,
  formulas,
  hasDsis,
  type MetricColumn,
  type Ratio,
  ratio,
  type ReportColumn,
  integerSum,
} from './metrics.ts'

export interface ReportPlan extends ReportGroupsQuery {
  metrics: readonly Metric[]
  roasTypes: readonly RoasType[]
  revenueTypes: readonly RevenueType[]
  dsiValues: readonly number[]
  maturity: boolean
  explain: boolean
  targets: boolean
  order: 'install_cohort' | 'newest'
  sort: { column: string; descending: boolean } | undefined
  offset: number
  /** With `targets`. */
  targetRows: readonly TargetRow[]
}

export type ReportContent = Omit<
  ReportPlan,
  'identityIds' | 'level' | 'limit' | 'offset' | 'order' | 'sort' | 'targetRows'
>

/** In column order: those of the granularity, unless others are requested. */
export function namesBy(
  granularity: 'campaign' | 'campaign_geo',
  groupBy?: readonly string[],
): IdentityName[] {
  return IDENTITY_NAMES.filter(name =>
    groupBy ? groupBy.includes(name) : name !== 'country' || granularity === 'campaign_geo',
  )
}

type RequestedColumns = Pick<ReportPlan, 'metrics' | 'roasTypes' | 'revenueTypes' | 'dsiValues'> & {
  app: { dsi_values: readonly number[] }
}

/** Revenue sums that the metrics need, in column order: of the requested DSIs; of all DSIs for payback. */
export function revenueColumns(requested: RequestedColumns): RevenueColumn[] {
  const dsis = [
    ...(hasDsis(requested.metrics) ? requested.dsiValues : []),
    ...(requested.metrics.includes('payback') ? requested.app.dsi_values : []),
  ]
  const ascending = [...new Set(dsis)].sort((a, b) => a - b)
  return VALUES.roasType(requested).flatMap(roasType =>
    VALUES.revenueType(requested).flatMap(revenueType =>
      ascending.map(dsi => ({ roasType, revenueType, dsi })),
    ),
  )
}

export interface ReportFileColumn extends FileColumn {
  /** Revenue sums that it needs; undefined: no sum at all. */
  revenue?: readonly RevenueColumn[]
  /** Columns that a comparison adds: the other value and the change, or only the other value. */
  compares?: 'change' | 'value'
  /** Sums of a ratio. */
  parts?: Ratio
}

/** Expands a column of the contract: none, one, or one per value of its placeholders. */
type Maker = (plan: ReportContent) => readonly ReportFileColumn[]

const VALUES: {
  [Part in keyof RevenueColumn]: (
    plan: Omit<RequestedColumns, 'app'>,
  ) => readonly RevenueColumn[Part][]
} = {
  roasType: plan => ROAS_TYPES.filter(type => plan.roasTypes.includes(type)),
  revenueType: plan => REVENUE_TYPES.filter(type => plan.revenueTypes.includes(type)),
  dsi: plan => (hasDsis(plan.metrics) ? plan.dsiValues.toSorted((a, b) => a - b) : []),
}

function filled(
  name: ReportColumn,
  plan: ReportContent,
  formula: (of: RevenueColumn) => Sql | Ratio,
): ReportFileColumn[] {
  const parts = [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part as keyof RevenueColumn)
  const all = parts.reduce<Partial<RevenueColumn>[]>(
    (some, part) => some.flatMap(of => VALUES[part](plan).map(value => ({ ...of, [part]: value }))),
    [{}],
  )
  return all.map(of => {
    const made = formula(of as RevenueColumn)
    return {
      name: parts.reduce<string>((text, part) => text.replace(`{${part}}`, String(of[part])), name),
      ...(typeof made === 'string'
        ? { sql: cast(name, made) }
        : { sql: cast(name, ratio(made)), parts: made }),
      revenue: 'revenueType' in of || 'dsi' in of ? sumsOf(plan.revenue, of) : [],
    }
  })
}

/** Requested revenue sums of the column's types: one of its DSI, since any of them shows whether revenue is known; all without a DSI. */
function sumsOf(
  revenue: readonly RevenueColumn[],
  of: Partial<RevenueColumn>,
): readonly RevenueColumn[] {
  const all = revenue.filter(column =>
    Object.entries(of).every(([part, value]) => column[part as keyof RevenueColumn] === value),
  )
  return of.dsi === undefined ? all : all.slice(0, 1)
}

function cast(name: ReportColumn, cell: Sql): Sql {
  return declared[name] === 'whole' ? sql`(${cell})::BIGINT` : sql`(${cell})::DOUBLE`
}

function makersOf(metric: Metric): Partial<Record<MetricColumn, Maker>> {
  return Object.fromEntries(columnsOf(metric).map(name => [name, metricMaker(metric, name)]))
}

function metricMaker(metric: Metric, name: MetricColumn): Maker {
  return plan => {
    if (!plan.metrics.includes(metric)) return []
    const basis: Basis = { partial: plan.partial, dsis: plan.app.dsi_values }
    return filled(name, plan, of => formulas[name](of, basis)).map(column => ({
      ...column,
      compares: 'change',
    }))
  }
}

function nameColumn(name: IdentityName): Maker {
  const column: ReportFileColumn = { name, sql: sql`n.${plain(name)}`, text: name !== 'platform' }
  return plan => (plan.groupBy.includes(name) ? [column] : [])
}

/** A column that describes the row's cohorts. */
function sharesMaker(
  name: ReportColumn,
  isRequested: (plan: ReportContent) => boolean,
  formula: (plan: ReportContent, dsi: number) => Sql,
): Maker {
  return plan =>
    isRequested(plan)
      ? filled(name, plan, ({ dsi }) => formula(plan, dsi)).map(column => ({
          ...column,
          compares: 'value',
        }))
      : []
}

const MAKERS: Record<ReportColumn, Maker> = {
  install_cohort: () => [{ name: 'install_cohort', sql: sql`g.install_cohort` }],
  platform: nameColumn('platform'),
  network: nameColumn('network'),
  campaign: nameColumn('campaign'),
  country: nameColumn('country'),
  ...(Object.assign({}, ...METRICS.map(makersOf)) as Record<MetricColumn, Maker>),
  period_days: sharesMaker('period_days', plan => plan.maturity, periodDaysSql),
  'actual_share_d{dsi}': sharesMaker('actual_share_d{dsi}', plan => plan.maturity, actualShareSql),
  'covered_share_d{dsi}': sharesMaker(
    'covered_share_d{dsi}',
    plan => plan.partial,
    (_plan, dsi) => coveredShareSql(dsi),
  ),
  'target_roas_{roasType}_{revenueType}_d{dsi}': ({ app, targets }) =>
    targets ? [{ name: targetColumn(app), sql: sql`t.target` }] : [],
}

function targetColumn({
  target_roas_type: roasType,
  target_revenue_type: revenueType,
  target_dsi: dsi,
}: ReportContent['app']): string {
  return `target_roas_${roasType}_${revenueType}_d${dsi}`
}

/** Columns of one range, over a row of `ReportGroups.groups`, `g`. */
export function columnsOfRange(plan: ReportContent): ReportFileColumn[] {
  return (Object.keys(declared) as (keyof typeof declared)[]).flatMap(
    name => MAKERS[name as ReportColumn]?.(plan) ?? [],
  )
}

/** The columns of the report. In a comparison, those of the compared range and the change follow each metric. */
export function reportColumns(plan: ReportContent): ReportFileColumn[] {
  const columns = columnsOfRange(plan)
  if (!plan.compared) return columns
  return columns.flatMap(column =>
    column.compares === undefined
      ? [column]
      : [
          column.name,
          ...comparisonsOf(column, plan.explain).map(comparison => `${column.name}_${comparison}`),
        ].map(name => ({
          name,
          sql: sql`g.${plain(name)}`,
          revenue: plan.revenue,
        })),
  )
}

export type Comparison = 'before' | 'change' | 'mix' | 'rate'

/** Columns that a comparison adds to a column. */
export function comparisonsOf(
  { compares, parts }: ReportFileColumn,
  explain: boolean,
): Comparison[] {
  if (compares === 'value') return ['before']
  return parts && explain ? ['before', 'change', 'mix', 'rate'] : ['before', 'change']
}

interface Matured {
  range: DateRange
  grouping: ReportGrouping
  run: Run | undefined
}

const LENGTH: Record<InstallGrouping, Sql> = {
  daily: sql`INTERVAL 1 DAY`,
  weekly: sql`INTERVAL 7 DAY`,
  monthly: sql`INTERVAL 1 MONTH`,
}

// First and last install date of row `g`'s period within the range.
function first({ range }: Matured): Sql {
  return sql`greatest(g.install_cohort, ${date(range.start)})`
}
function last({ range, grouping }: Matured): Sql {
  if (grouping === 'total') return date(range.end)
  return sql`least((g.install_cohort + ${LENGTH[grouping]})::DATE - 1, ${date(range.end)})`
}

/** SQL for `period_days`: the number of install dates of the row's period within the range; 0 if a comparison's range is empty. */
function periodDaysSql(plan: Matured): Sql {
  return sql`greatest(0, ${last(plan)} - ${first(plan)} + 1)`
}

/**
 * SQL for `actual_share_d<n>`: the share, 0 to 1, of those days whose install date + n is not after the run's latest install date,
 * in other words, the share of the cell that is actual rather than forecast.
 */
function actualShareSql(plan: Matured, dsi: number): Sql {
  const lastActual = addDays(plan.run?.max_install_date ?? plan.range.end, -dsi)
  const days = periodDaysSql(plan)
  return sql`coalesce(greatest(0, least(${days}, ${date(lastActual)} - ${first(plan)} + 1))::DOUBLE / nullif(${days}, 0), 0)`
}

/**
 * SQL for `covered_share_d<n>`: the share, 0 to 1, of the row's spend with known revenue at the DSI; without spend, of its full blended
 * installs; null without these.
 */
function coveredShareSql(dsi: number): Sql {
  const share = (sum: 'spend' | 'full_blended_installs'): Sql =>
    ratio({ numerator: covered(sum, { dsi }, true), denominator: integerSum(sum) })
  return sql`coalesce(${share('spend')}, ${share('full_blended_installs')})`
}
