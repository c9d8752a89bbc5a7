import { type Metric, METRICS, REVENUE_TYPES, type RevenueType, ROAS_TYPES, type RoasType } from '../../generated/vocabulary/vocabulary.ts'
import { reportColumns as declared } from '../../generated/client/columns.ts'
import type { Run } from '../model/catalog.ts'
import { addDays, type DateRange, type InstallGrouping, type ReportGrouping } from '../model/dates.ts'
import { IDENTITY_NAMES, type IdentityName } from '../model/identities.ts'
import { date, plain, plainList, type Relation, type Session, sql, type Sql } from '../model/sql.ts'
import type { FactsPart, ReportGroups, ReportGroupsQuery, RevenueColumn } from '../model/store.ts'
import { coveredShareSql } from './covered-share.ts'
import { type Encoding, type FileColumn, selectList, writeFile } from './file.ts'
import { columnsOf, formulas, type MetricColumn, readsRevenue } from './metrics/index.ts'
import type { ReportColumn } from './metrics/metric.ts'

// Names sort in byte order, DuckDB's own; ranks keep the sort of many rows on integers.
function named({ groupBy }: ReportPlan, groups: Relation, names: Relation | undefined): Sql {
  if (names === undefined) return sql`(SELECT *, 0 AS rank FROM (${groups})) g`
  const ranked = sql`SELECT *, row_number() OVER (ORDER BY ${plainList(groupBy)}) AS rank FROM (${names})`
  return sql`(${groups}) g JOIN (${ranked}) n ON n.id = g.identity`
}

const ORDER = {
  install_cohort: sql`g.install_cohort, rank`,
  newest: sql`g.install_cohort DESC, g.spend DESC, rank`,
}

const FEW_SUMS = 8

/** Sort order, and the revenue sums needed to find the first rows; undefined if the keys suffice. */
function orderOf(plan: ReportPlan): { order: Sql; revenue?: readonly RevenueColumn[] | undefined } {
  const { sort } = plan
  if (!sort) return { order: ORDER[plan.order] }
  const column = reportColumns(plan).find(({ name }) => name === sort.column)
  if (!column) throw new Error(`the report has no column ${sort.column}`)
  const order = sql`${column.sql} ${sort.descending ? sql`DESC` : sql`ASC`} NULLS LAST, ${ORDER.install_cohort}`
  // A few extra sums cost less than a second pass.
  return { order, revenue: column.revenue && plan.revenue.length <= FEW_SUMS ? plan.revenue : column.revenue }
}

export function reportQuery(plan: ReportPlan, groups: Relation, names: Relation | undefined, encoding: Encoding): Sql {
  return sql`
SELECT
  ${selectList(reportColumns(plan), encoding)}
FROM ${named(plan, groups, names)}
ORDER BY ${orderOf(plan).order}`
}

/** Writes the report to `path`. Returns the number of matching rows, before `limit` and `offset`. */
export async function writeReport(
  session: Session,
  plan: ReportPlan,
  relations: ReportGroups,
  path: string,
  encoding: Encoding,
): Promise<number> {
  const names = plan.groupBy.length > 0 ? await relations.names() : undefined
  const page = plan.limit === undefined ? undefined : await pageOf(session, plan, plan.limit, relations, names)
  const all = page?.complete ? sql`FROM keys` : await relations.groups(page)
  const groups = page ? sql`SELECT * FROM (${all}) SEMI JOIN page USING (install_cohort, identity)` : all
  return writeFile(session, reportQuery(plan, groups, names, encoding), path, encoding, page?.total)
}

async function count(session: Session, relation: Relation): Promise<number> {
  const [counted] = await session.rows<{ total: number }>(sql`SELECT count(*) AS total FROM (${relation})`)
  return counted!.total
}

/**
 * Finds the keys of the requested rows, far cheaper than their metrics, and leaves them in the table `page`. Returns the part of the facts
 * that they come from, and whether the table `keys` already has every sum.
 */
async function pageOf(
  session: Session,
  plan: ReportPlan,
  limit: number,
  relations: ReportGroups,
  names: Relation | undefined,
): Promise<FactsPart & { total: number; complete: boolean }> {
  const { order, revenue } = orderOf(plan)
  await session.run(sql`CREATE TEMP TABLE keys AS ${await relations.keys(revenue)}`)
  await session.run(sql`CREATE TEMP TABLE page AS SELECT g.install_cohort, g.identity
    FROM ${named(plan, sql`FROM keys`, names)} ORDER BY ${order} LIMIT ${limit} OFFSET ${plan.offset}`)
  const [first] = await session.rows<{ oldest: string | null; newest: string | null }>(
    sql`SELECT min(install_cohort)::VARCHAR AS oldest, max(install_cohort)::VARCHAR AS newest FROM page`,
  )
  const ids = await session.rows<{ identity: number }>(sql`SELECT DISTINCT identity FROM page`)
  return {
    total: await count(session, sql`FROM keys`),
    complete: revenue !== undefined && plan.revenue.every(column => revenue.includes(column)),
    periods: first?.oldest && first.newest ? { start: first.oldest, end: first.newest } : undefined,
    groupIds: ids.map(({ identity }) => identity),
  }
}

export interface ReportPlan extends ReportGroupsQuery {
  metrics: readonly Metric[]
  roasTypes: readonly RoasType[]
  revenueTypes: readonly RevenueType[]
  dsiValues: readonly number[]
  maturity: boolean
  order: 'install_cohort' | 'newest'
  sort: { column: string; descending: boolean } | undefined
  offset: number
}

/** In column order: those of the granularity, unless others are requested. */
export function namesBy(granularity: 'campaign' | 'campaign_geo', groupBy?: readonly string[]): IdentityName[] {
  return IDENTITY_NAMES.filter(name => (groupBy ? groupBy.includes(name) : name !== 'country' || granularity === 'campaign_geo'))
}

/** In column order. */
export function revenueColumns(asked: Pick<ReportPlan, 'metrics' | 'roasTypes' | 'revenueTypes' | 'dsiValues'>): RevenueColumn[] {
  if (!readsRevenue(asked.metrics)) return []
  const dsiValues = asked.dsiValues.toSorted((a, b) => a - b)
  return ROAS_TYPES.filter(type => asked.roasTypes.includes(type)).flatMap(roasType =>
    REVENUE_TYPES.filter(type => asked.revenueTypes.includes(type)).flatMap(revenueType =>
      dsiValues.map(dsi => ({ roasType, revenueType, dsi })),
    ),
  )
}

export type ReportContent = Omit<ReportPlan, 'app' | 'identityIds' | 'limit' | 'offset' | 'order' | 'sort'>

export interface ReportFileColumn extends FileColumn {
  /** Revenue sums that it reads; undefined: no sum at all. */
  revenue?: readonly RevenueColumn[]
}

/** Expands a column of the contract: none, one, or one per value of its placeholders. */
type Maker = (plan: ReportContent) => readonly ReportFileColumn[]

const VALUES: { [Part in keyof RevenueColumn]: (plan: ReportContent) => readonly RevenueColumn[Part][] } = {
  roasType: plan => ROAS_TYPES.filter(type => plan.roasTypes.includes(type)),
  revenueType: plan => REVENUE_TYPES.filter(type => plan.revenueTypes.includes(type)),
  dsi: plan => (readsRevenue(plan.metrics) ? plan.dsiValues.toSorted((a, b) => a - b) : []),
}

function filled(name: ReportColumn, plan: ReportContent, formula: (of: RevenueColumn) => Sql): ReportFileColumn[] {
  const parts = [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => part as keyof RevenueColumn)
  const all = parts.reduce<Partial<RevenueColumn>[]>(
    (some, part) => some.flatMap(of => VALUES[part](plan).map(value => ({ ...of, [part]: value }))),
    [{}],
  )
  return all.map(of => ({
    name: parts.reduce<string>((text, part) => text.replace(`{${part}}`, String(of[part])), name),
    sql: cast(name, formula(of as RevenueColumn)),
    revenue: 'dsi' in of ? firstOf(plan.revenue, of) : [],
  }))
}

/** A requested revenue sum of the column's DSI; any tells what is known. */
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

export function reportColumns(plan: ReportContent): ReportFileColumn[] {
  return (Object.keys(declared) as ReportColumn[]).flatMap(name => MAKERS[name](plan))
}

interface Matured {
  range: DateRange
  grouping: ReportGrouping
  run: Run | undefined
}

const LENGTH: Record<InstallGrouping, Sql> = { daily: sql`INTERVAL 1 DAY`, weekly: sql`INTERVAL 7 DAY`, monthly: sql`INTERVAL 1 MONTH` }

// First and last install date of the period of row `g` that lie in the range.
function first({ range }: Matured): Sql {
  return sql`greatest(g.install_cohort, ${date(range.start)})`
}
function last({ range, grouping }: Matured): Sql {
  if (grouping === 'total') return date(range.end)
  return sql`least((g.install_cohort + ${LENGTH[grouping]})::DATE - 1, ${date(range.end)})`
}

/** SQL for `period_days`: how many install dates of the row's period lie in the range. */
function periodDaysSql(plan: Matured): Sql {
  return sql`(${last(plan)} - ${first(plan)} + 1)`
}

/**
 * SQL for `actual_share_d<n>`: the share, 0 to 1, of those days whose install date + n is not after the run's latest install date,
 * that is, how much of the cell is actual and not forecast.
 */
function actualShareSql(plan: Matured, dsi: number): Sql {
  const lastActual = addDays(plan.run?.max_install_date ?? plan.range.end, -dsi)
  const days = periodDaysSql(plan)
  return sql`greatest(0, least(${days}, ${date(lastActual)} - ${first(plan)} + 1))::DOUBLE / ${days}`
}
