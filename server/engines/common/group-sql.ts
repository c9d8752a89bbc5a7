import { addDays, type InstallGrouping } from '../../model/dates.ts'
import type { DateRange } from '../../model/date-range.ts'
import { date, joined, numbers, plain, sql, type Sql } from '../../model/sql.ts'
import { type FactsPart, type ReportGroupsQuery, revenueName, type SnapshotGroupsQuery } from '../../model/store.ts'

/** A column of a grouping query: its name, and the SQL that yields it on every engine. */
export interface GroupColumn {
  name: string
  sql: Sql
  /** DuckDB's type for all but enormous values, which is read many times faster than `wideType`, which holds any sum. */
  type: Sql
  wideType?: Sql
}

/** Rows are grouped by the first columns, as many as `groupedBy` says. */
export interface GroupQuery {
  columns: GroupColumn[]
  groupedBy: number
  where: Sql
}

/** SQL for the start of a row's period, which engines get at in their own ways. */
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
  return { name: as, sql: sql`sum(${plain(name)})`, ...types }
}
const spend = sum('spend', MONEY_SUM)
const INSTALLS = ['paid_installs', 'incremental_blended_installs', 'full_blended_installs'].map(name => sum(name, COUNT_SUM))

function among(column: Sql, ids: readonly number[] | undefined): Sql {
  return ids === undefined ? sql`` : ids.length === 0 ? sql` AND 1 = 0` : sql` AND ${column} IN (${numbers(ids)})`
}

function between(column: Sql, { start, end }: DateRange): Sql {
  return sql`${column} BETWEEN ${date(start)} AND ${date(end)}`
}

/** Adds up the facts of the query's run; `metrics` false: only what orders the groups. */
export function reportSql(query: ReportGroupsQuery, period: PeriodSql, metrics: boolean, part?: FactsPart): GroupQuery {
  const { run, range, granularity, grouping, revenue, identityIds } = query
  const identity = granularity === 'campaign' ? sql`campaign_id` : sql`identity`
  const revenueSums = revenue.map((column): GroupColumn => {
    const name = revenueName(column)
    const known = run?.facts?.dsi_values.includes(column.dsi)
    // Facts hold null where a revenue row that counts is missing, and then the whole group's sum would understate.
    const complete = sql`CASE WHEN count(${plain(name)}) = count(*) THEN sum(${plain(name)}) END`
    return { name, ...MONEY_SUM, sql: known ? complete : sql`CAST(NULL AS DECIMAL(18, 4))` }
  })
  return {
    columns: [...keyColumns(period[grouping], identity), spend, ...(metrics ? [...INSTALLS, ...revenueSums] : [])],
    groupedBy: 2,
    where: sql`${between(sql`install_date`, range)}${among(sql`identity`, identityIds)}${within(part, identity, grouping)}`,
  }
}

function within(part: FactsPart | undefined, identity: Sql, grouping: InstallGrouping): Sql {
  if (!part) return sql``
  if (!part.periods) return sql` AND 1 = 0`
  // No period is longer than 31 days; the first days of the next one do no harm.
  const end = grouping === 'daily' ? part.periods.end : addDays(part.periods.end, 30)
  return sql` AND ${between(sql`install_date`, { start: part.periods.start, end })}${among(identity, part.groupIds)}`
}

const RUN_ID: GroupColumn = { name: 'run_id', sql: sql`run_id`, type: sql`BIGINT` }

/** Adds up the snapshots of the query's runs. */
export function snapshotSql(query: SnapshotGroupsQuery, period: PeriodSql): GroupQuery {
  const { runs, dsi, roasType, revenueType, range, granularity, grouping, identityIds } = query
  const identity = { app: sql`0`, campaign: sql`campaign_id`, campaign_geo: sql`identity` }[granularity]
  return {
    columns: [...keyColumns(period[grouping], identity), RUN_ID, spend, sum(`${roasType}_${revenueType}`, MONEY_SUM, 'revenue')],
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

/**
 * Finds where the snapshots of every run begin, among those of the query's DSI until the end of its range. To look for its runs alone takes
 * a database longer.
 */
export function beginningsSql({ dsi, range }: SnapshotGroupsQuery): GroupQuery {
  return {
    columns: [RUN_ID, { name: 'first_install_date', sql: sql`min(install_date)`, type: sql`DATE` }],
    groupedBy: 1,
    where: sql`dsi = ${dsi} AND install_date <= ${date(range.end)}`,
  }
}

/** A DuckDB relation of the columns without a row. */
export function noGroups({ columns }: GroupQuery): Sql {
  return sql`SELECT ${joined(columns.map(({ name, type }) => sql`NULL::${type} AS ${plain(name)}`))} WHERE false`
}
