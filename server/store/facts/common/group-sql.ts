import { INSTALLS, REVENUES } from '../../../imports/tables.ts'
import type { RunFacts } from '../../../core/model/catalog.ts'
import {
  addDays,
  type DateRange,
  type InstallGrouping,
  type ReportGrouping,
} from '../../../core/model/dates.ts'
import { IDENTITY_NAMES, type IdentityName } from '../../../core/model/identities.ts'
import { date, joined, numbers, plain, sql, type Sql } from '../../../core/model/sql.ts'
import {
  COHORT_SUMS,
  coveredName,
  type FactsPart,
  type ReportGroupsQuery,
  type RevenueColumn,
  revenueName,
  type SnapshotGroupsQuery,
} from '../../../core/model/store.ts'

export interface GroupColumn {
  name: string
  sql: Sql
  /** A sum's value in a group of a single row. */
  ofRow?: Sql
  /** DuckDB's fast type for all but enormous values; `wideType` can hold any sum. */
  type: Sql
  wideType?: Sql
}

export interface GroupQuery {
  columns: GroupColumn[]
  groupedBy: number
  where: Sql
  /** Each row is a group, unless its identity's names have several spellings. */
  isByRow?: boolean
}

export type PeriodSql = Record<InstallGrouping, Sql>

const MONEY_SUM = { type: sql`DECIMAL(18, 4)`, wideType: sql`DECIMAL(38, 4)` }
const COUNT_SUM = { type: sql`BIGINT`, wideType: sql`HUGEINT` }

function keyColumns(period: Sql, identity: Sql): GroupColumn[] {
  return [
    { name: 'install_cohort', sql: period, type: sql`DATE` },
    { name: 'identity', sql: identity, type: sql`INTEGER` },
  ]
}
function sum(name: string, types: typeof MONEY_SUM, as = name): GroupColumn {
  return { name: as, sql: sql`sum(${plain(name)})`, ofRow: plain(name), ...types }
}
const spend = sum('spend', MONEY_SUM)
const installs = INSTALLS.map(name => sum(name, COUNT_SUM))

function among(column: Sql, ids: readonly number[] | undefined): Sql {
  return ids === undefined
    ? sql``
    : ids.length === 0
      ? sql` AND 1 = 0`
      : sql` AND ${column} IN (${numbers(ids)})`
}

function between(column: Sql, { start, end }: DateRange): Sql {
  return sql`${column} BETWEEN ${date(start)} AND ${date(end)}`
}

interface ReportSums {
  /** Undefined: spend only. */
  revenue: readonly RevenueColumn[] | undefined
  part?: FactsPart | undefined
  range?: DateRange
}

export function reportSql(
  query: ReportGroupsQuery,
  period: PeriodSql,
  { revenue, part, range = query.range }: ReportSums,
): GroupQuery {
  const { grouping, groupBy, identityIds } = query
  const group = groupIdSql(groupBy)
  const cohort = grouping === 'total' ? date(query.range.start) : period[grouping]
  const sums = revenue && [
    ...installs,
    ...revenue.map(column => revenueSum(query, column)),
    ...coveredSums(query, revenue),
  ]
  return {
    columns: [...keyColumns(cohort, group), spend, ...(sums ?? [])],
    groupedBy: 2,
    where: sql`${between(sql`install_date`, range)}${among(sql`identity`, identityIds)}${within(part, group, grouping)}`,
    isByRow: grouping === 'daily' && groupBy.length === IDENTITY_NAMES.length,
  }
}

/** The same query of the compared range. */
export function beforeOf(query: ReportGroupsQuery): ReportGroupsQuery {
  if (!query.compared) throw new Error('the query compares with no range')
  return { ...query, range: query.compared }
}

/** The same query grouped by the names of its level. */
export function levelOf(query: ReportGroupsQuery): ReportGroupsQuery {
  if (!query.level) throw new Error('the query has no level')
  return { ...query, groupBy: query.level }
}

/** Null if one value of the group is unknown. */
function completeSum(value: Sql): Sql {
  return sql`CASE WHEN count(${value}) = count(*) THEN sum(${value}) END`
}

/** A cohort's revenue: null if its row is missing, unless there is neither spend nor installs. */
function revenueOf({ run }: ReportGroupsQuery, column: RevenueColumn): Sql {
  if (run?.facts?.dsi_values.includes(column.dsi)) return plain(revenueName(column))
  return sql`CAST(CASE WHEN spend = 0 AND full_blended_installs = 0 THEN 0 END AS DECIMAL(18, 4))`
}

function revenueSum(query: ReportGroupsQuery, column: RevenueColumn): GroupColumn {
  const value = revenueOf(query, column)
  const known = sql`COALESCE(${value}, 0)`
  const sums = query.partial
    ? { sql: sql`sum(${known})`, ofRow: known }
    : { sql: completeSum(value), ofRow: value }
  return { name: revenueName(column), ...MONEY_SUM, ...sums }
}

function coveredSums(query: ReportGroupsQuery, revenue: readonly RevenueColumn[]): GroupColumn[] {
  if (!query.partial) return []
  const columnOfDsi = new Map(revenue.map(column => [column.dsi, column]))
  return [...columnOfDsi.values()].flatMap(column =>
    COHORT_SUMS.map(name => {
      const ofRow = sql`CASE WHEN ${revenueOf(query, column)} IS NULL THEN 0 ELSE ${plain(name)} END`
      return {
        name: coveredName(name, column.dsi),
        ...(name === 'spend' ? MONEY_SUM : COUNT_SUM),
        sql: sql`sum(${ofRow})`,
        ofRow,
      }
    }),
  )
}

function within(part: FactsPart | undefined, group: Sql, grouping: ReportGrouping): Sql {
  if (!part) return sql``
  if (!part.periods) return sql` AND 1 = 0`
  const ids = among(group, part.groupIds)
  if (grouping === 'total') return ids
  // No period exceeds 31 days; extra days do no harm.
  const end = grouping === 'daily' ? part.periods.end : addDays(part.periods.end, 30)
  return sql` AND ${between(sql`install_date`, { start: part.periods.start, end })}${ids}`
}

export function mergedSql({ columns, groupedBy }: GroupQuery, source: Sql): Sql {
  const [keys, sums] = [columns.slice(0, groupedBy), columns.slice(groupedBy)].map(some =>
    some.map(({ name }) => plain(name)),
  ) as [Sql[], Sql[]]
  return sql`SELECT ${joined([...keys, ...sums.map(name => sql`${completeSum(name)} AS ${name}`)])} FROM (${source}) GROUP BY ${joined(keys)}`
}

const RUN_ID: GroupColumn = { name: 'run_id', sql: sql`run_id`, type: sql`BIGINT` }

export function snapshotSql(query: SnapshotGroupsQuery, period: PeriodSql): GroupQuery {
  const { runs, dsi, roasType, revenueType, range, granularity, grouping, identityIds } = query
  const identity = { app: sql`0`, campaign: sql`campaign_id`, campaign_geo: sql`identity` }[
    granularity
  ]
  return {
    columns: [
      ...keyColumns(period[grouping], identity),
      RUN_ID,
      spend,
      sum(`${roasType}_${revenueType}`, MONEY_SUM, 'revenue'),
    ],
    groupedBy: 3,
    where: joined(
      [
        sql`dsi = ${dsi} AND `,
        between(sql`install_date`, range),
        among(sql`identity`, identityIds),
        among(
          sql`run_id`,
          runs.map(run => run.run_id),
        ),
      ],
      sql``,
    ),
  }
}

/** The first snapshot date of each run, for the query's DSI until its end. Filtering by runs would be slower in a database. */
export function beginningsSql({ dsi, range }: SnapshotGroupsQuery): GroupQuery {
  return {
    columns: [RUN_ID, { name: 'first_install_date', sql: sql`min(install_date)`, type: sql`DATE` }],
    groupedBy: 1,
    where: sql`dsi = ${dsi} AND install_date <= ${date(range.end)}`,
  }
}

export function noGroups({ columns }: GroupQuery): Sql {
  return sql`SELECT ${joined(columns.map(({ name, type }) => sql`NULL::${type} AS ${plain(name)}`))} WHERE false`
}

/** Identity groups use the smallest id of their names. Facts store it for the two most common groupings. */
const STORED: Record<string, Sql> = {
  '': sql`0`,
  'platform,network,campaign': sql`campaign_id`,
  'platform,network,campaign,country': sql`identity`,
}

function groupIdSql(groupBy: readonly IdentityName[]): Sql {
  return STORED[groupBy.join()] ?? sql`group_id`
}

export function joinGroupIds(
  groupBy: readonly IdentityName[],
  identities: Sql,
  name: (of: IdentityName) => Sql,
): Sql {
  if (groupBy.join() in STORED) return sql``
  return sql` JOIN (SELECT id AS identity, min(id) OVER (PARTITION BY ${joined(groupBy.map(name))}) AS group_id FROM ${identities}) own USING (identity)`
}

export function factsColumns({ dsi_values: dsis }: Pick<RunFacts, 'dsi_values'>): string[] {
  const amounts = dsis.flatMap(dsi => REVENUES.map(name => `${name}_d${dsi}`))
  return ['install_date', 'identity', 'campaign_id', 'spend', ...INSTALLS, ...amounts]
}
