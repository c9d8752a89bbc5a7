import { INSTALLS } from '../../delivery/tables.ts'
import type { RunFacts, Sealed } from '../../model/catalog.ts'
import type { DateRange } from '../../model/dates.ts'
import { date, joined, numbers, plain, readPath, type Relation, sql, type Sql } from '../../model/sql.ts'
import {
  type IdentityTotals,
  type ReportGroups,
  type ReportGroupsQuery,
  scaledMoney,
  type SnapshotGroups,
  type SnapshotGroupsQuery,
} from '../../model/store.ts'
import {
  beginningsSql,
  columnsNamed,
  type GroupQuery,
  joinGroupIds,
  noGroups,
  type PeriodSql,
  reportSql,
  snapshotSql,
} from './group-sql.ts'

const PERIOD: PeriodSql = {
  daily: sql`install_date`,
  weekly: sql`date_trunc('week', install_date)::DATE`,
  monthly: sql`date_trunc('month', install_date)::DATE`,
}

/** SQL that reads Parquet files. */
export function parquet(paths: readonly string[]): Sql {
  return sql`read_parquet([${joined(paths.map(readPath))}])`
}

/** The same; undefined where there are none. */
export function anyParquet(paths: readonly string[]): Sql | undefined {
  return paths.length === 0 ? undefined : parquet(paths)
}

function namesIn(identities: Sql | undefined): Relation {
  return identities === undefined
    ? sql`SELECT 0 AS id, '' AS platform, '' AS network, '' AS campaign, '' AS country WHERE false`
    : sql`SELECT id, platform, network, campaign, country FROM ${identities}`
}

function grouped({ columns, groupedBy, where }: GroupQuery, source: Sql): Relation {
  return sql`SELECT ${joined(columns.map(column => sql`${column.sql} AS ${plain(column.name)}`))} FROM ${source}
    WHERE ${where} GROUP BY ${numbers(columns.slice(0, groupedBy).map((_, index) => index + 1))}`
}

/** Join for grouping. */
function joinedWith(query: ReportGroupsQuery, identities: Sql | undefined): Sql {
  return identities === undefined ? sql`` : joinGroupIds(query.groupBy, identities, plain)
}

/** The report's groups, added up from the rows of one run's facts. Both sources are what SQL has after FROM; undefined where there are no rows. */
export function reportGroups(query: ReportGroupsQuery, facts: Sql | undefined, identities: Sql | undefined): ReportGroups {
  const groupIds = joinedWith(query, identities)
  const relation = (wanted: GroupQuery): Relation => (facts ? grouped(wanted, sql`${facts}${groupIds}`) : noGroups(wanted))
  return {
    keys: async revenue => relation(reportSql(query, PERIOD, { revenue })),
    groups: async part => relation(reportSql(query, PERIOD, { revenue: query.revenue, part })),
    names: async () => namesIn(identities),
  }
}

/** Part of a run's facts that a report reads: columns and install dates. */
export function wantedOfReport(query: ReportGroupsQuery, facts: RunFacts): Wanted {
  // Which ids pass is many numbers that say nothing here.
  const one = { ...query, identityIds: query.identityIds && [0] }
  const { columns, where } = reportSql(one, PERIOD, { revenue: query.revenue })
  return { columns: columnsNamed(facts, [...columns.map(column => column.sql), where, joinedWith(query, sql``)]), dates: query.range }
}

/** The groups of ROAS history, added up from the snapshots of many runs. */
export function snapshotGroups(query: SnapshotGroupsQuery, snapshots: Sql | undefined, identities: Sql | undefined): SnapshotGroups {
  const relation = (wanted: GroupQuery): Relation => (snapshots && query.runs.length > 0 ? grouped(wanted, snapshots) : noGroups(wanted))
  return {
    groups: async () => relation(snapshotSql(query, PERIOD)),
    beginnings: async () => relation(beginningsSql(query)),
    names: async () => namesIn(identities),
  }
}

/** A data file as the catalog names it. */
export interface DataFile extends Partial<Sealed> {
  file: string
}

/** Part of a file that a query reads: columns and install dates. */
export interface Wanted {
  columns: readonly string[]
  /** Of `install_date`, both included, `YYYY-MM-DD`. */
  dates: { start: string; end: string }
}

/** The data files as they are on this machine. */
export interface LocalFiles {
  /**
   * Paths of the files, in order, while `use` runs. With `wanted`, other parts of a file may be missing in it; a reader
   * all the same gets an error, never other values.
   * @throws StoreUnavailable where a file cannot be had now; the signal's reason
   */
  during<Result>(
    files: readonly DataFile[],
    signal: AbortSignal,
    use: (paths: readonly string[]) => Promise<Result>,
    wanted?: Wanted,
  ): Promise<Result>
}

/** Adds up the facts of `source` by identity. `asText` is the SQL for a date or decimal as text, if the engine needs it. */
export function totalsSql(recent: DateRange, source: Sql, asText: (value: Sql) => Sql): Sql {
  const amounts = (column: string): Sql =>
    sql`CASE WHEN install_date BETWEEN ${date(recent.start)} AND ${date(recent.end)} THEN ${plain(column)} ELSE 0 END`
  return sql`SELECT identity, ${asText(sql`min(install_date)`)} AS first_install_date, ${asText(sql`max(install_date)`)} AS last_install_date,
    ${asText(sql`CAST(sum(${amounts('spend')}) AS DECIMAL(38, 4))`)} AS spend, ${joined(INSTALLS.map(name => sql`sum(${amounts(name)}) AS ${plain(name)}`))}
    FROM ${source} GROUP BY identity`
}

/** Part of a run's facts it reads. */
export function wantedOfTotals(facts: RunFacts): Wanted {
  const dates = { start: facts.first_install_date, end: facts.last_install_date }
  return { columns: columnsNamed(facts, [totalsSql(dates, sql``, value => value)]), dates }
}

/** An engine's result. */
export function plainTotals(row: Readonly<Record<string, unknown>>): IdentityTotals {
  return {
    identity: Number(row['identity']),
    first_install_date: String(row['first_install_date']),
    last_install_date: String(row['last_install_date']),
    spend: scaledMoney(String(row['spend'])),
    paid_installs: Number(row['paid_installs']),
    incremental_blended_installs: Number(row['incremental_blended_installs']),
    full_blended_installs: Number(row['full_blended_installs']),
  }
}
