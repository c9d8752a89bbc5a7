import { addDays, type InstallGrouping } from '../analytics/dates.ts'
import type { DateRange } from '../analytics/date-range.ts'
import { type FactsPart, type ReportGroupsQuery, revenueName, type SnapshotGroupsQuery } from './store.ts'

/** A column of a grouping query: its name, and the SQL that yields it on every engine. */
export interface GroupColumn {
  name: string
  sql: string
  /** DuckDB's type for all but enormous values, which is read many times faster than `wideType`, which holds any sum. */
  type: string
  wideType?: string
}

/** The first two columns are what rows are grouped by, or the first three where `run_id` is one of them. */
export interface GroupQuery {
  columns: GroupColumn[]
  groupedBy: number
  where: string
}

/** SQL for the start of a row's period, which engines get at in their own ways. */
export type PeriodSql = Record<InstallGrouping, string>

const MONEY_SUM = { type: 'DECIMAL(18, 4)', wideType: 'DECIMAL(38, 4)' }
const COUNT_SUM = { type: 'BIGINT', wideType: 'HUGEINT' }

const keyColumns = (period: string, identity: string): GroupColumn[] => [
  { name: 'install_cohort', sql: period, type: 'DATE' },
  { name: 'identity', sql: identity, type: 'INTEGER' },
]
const sum = (name: string, types: typeof MONEY_SUM, as = name): GroupColumn => ({ name: as, sql: `sum(${name})`, ...types })
const spend = sum('spend', MONEY_SUM)
const INSTALLS = ['paid_installs', 'incremental_blended_installs', 'full_blended_installs'].map(name => sum(name, COUNT_SUM))

const among = (column: string, ids: readonly number[] | undefined): string =>
  ids === undefined ? '' : ids.length === 0 ? ' AND 1 = 0' : ` AND ${column} IN (${ids.join(', ')})`

const between = (column: string, { start, end }: DateRange): string => `${column} BETWEEN DATE '${start}' AND DATE '${end}'`

/** Adds up the facts of the query's run; `metrics` false: only what orders the groups. */
export const reportSql = (query: ReportGroupsQuery, period: PeriodSql, metrics: boolean, part?: FactsPart): GroupQuery => {
  const { run, range, granularity, grouping, revenue, identityIds } = query
  const identity = granularity === 'campaign' ? 'campaign_id' : 'identity'
  const revenueSums = revenue.map((column): GroupColumn => {
    const name = revenueName(column)
    const known = run?.facts?.dsi_values.includes(column.dsi)
    // Facts hold null where a revenue row that counts is missing, and then the whole group's sum would understate.
    const complete = `CASE WHEN count(${name}) = count(*) THEN sum(${name}) END`
    return { name, ...MONEY_SUM, sql: known ? complete : 'CAST(NULL AS DECIMAL(18, 4))' }
  })
  return {
    columns: [...keyColumns(period[grouping], identity), spend, ...(metrics ? [...INSTALLS, ...revenueSums] : [])],
    groupedBy: 2,
    where: `${between('install_date', range)}${among('identity', identityIds)}${within(part, identity, grouping)}`,
  }
}

const within = (part: FactsPart | undefined, identity: string, grouping: InstallGrouping): string => {
  if (!part) return ''
  if (!part.periods) return ' AND 1 = 0'
  // No period is longer than 31 days; the first days of the next one do no harm.
  const end = grouping === 'daily' ? part.periods.end : addDays(part.periods.end, 30)
  return ` AND ${between('install_date', { start: part.periods.start, end })}${among(identity, part.groupIds)}`
}

/** Adds up the snapshots of the query's runs. */
export const snapshotSql = (query: SnapshotGroupsQuery, period: PeriodSql): GroupQuery => {
  const { runs, dsi, roasType, revenueType, range, granularity, grouping, identityIds } = query
  const identity = { app: '0', campaign: 'campaign_id', campaign_geo: 'identity' }[granularity]
  return {
    columns: [
      ...keyColumns(period[grouping], identity), { name: 'run_id', sql: 'run_id', type: 'BIGINT' },
      spend, sum(`${roasType}_${revenueType}`, MONEY_SUM, 'revenue'),
    ],
    groupedBy: 3,
    where: [
      `dsi = ${dsi} AND `, between('install_date', range), among('identity', identityIds),
      among('run_id', runs.map(run => run.run_id)),
    ].join(''),
  }
}

/** A DuckDB relation of the columns without a row. */
export const noGroups = ({ columns }: GroupQuery): string =>
  `SELECT ${columns.map(({ name, type }) => `NULL::${type} AS ${name}`).join(', ')} WHERE false`
