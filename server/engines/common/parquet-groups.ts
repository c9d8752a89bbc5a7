import type { RunFacts } from '../../model/catalog.ts'
import type { Relation } from '../../model/session.ts'
import { joined, numbers, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import type { ReportGroups, ReportGroupsQuery, SnapshotGroups, SnapshotGroupsQuery } from '../../model/store.ts'
import { columnsNamed } from './facts-columns.ts'
import { joinGroupIds } from './group-ids.ts'
import { beginningsSql, noGroups, type GroupQuery, type PeriodSql, reportSql, snapshotSql } from './group-sql.ts'
import type { Wanted } from './local-files.ts'

const PERIOD: PeriodSql = {
  daily: sql`install_date`,
  weekly: sql`date_trunc('week', install_date)::DATE`,
  monthly: sql`date_trunc('month', install_date)::DATE`,
}

/** SQL that reads Parquet files. */
export function parquet(paths: readonly string[]): Sql {
  return sql`read_parquet([${joined(paths.map(readPath))}])`
}

function namesIn(identities: string | undefined): Relation {
  return identities === undefined
    ? sql`SELECT 0 AS id, '' AS platform, '' AS network, '' AS campaign, '' AS country WHERE false`
    : sql`SELECT id, platform, network, campaign, country FROM ${parquet([identities])}`
}

function grouped({ columns, groupedBy, where }: GroupQuery, source: Sql): Relation {
  return sql`SELECT ${joined(columns.map(column => sql`${column.sql} AS ${plain(column.name)}`))} FROM ${source}
    WHERE ${where} GROUP BY ${numbers(columns.slice(0, groupedBy).map((_, index) => index + 1))}`
}

/** What facts are joined with to be grouped. */
function joinedWith(query: ReportGroupsQuery, identities: string | undefined): Sql {
  return identities === undefined ? sql`` : joinGroupIds(query.groupBy, parquet([identities]), plain)
}

/** The report's groups, added up from the file of one run's facts. */
export function reportGroups(query: ReportGroupsQuery, facts: string | undefined, identities: string | undefined): ReportGroups {
  const groupIds = joinedWith(query, identities)
  const relation = (wanted: GroupQuery): Relation => (facts ? grouped(wanted, sql`${parquet([facts])}${groupIds}`) : noGroups(wanted))
  return {
    keys: async revenue => relation(reportSql(query, PERIOD, { revenue })),
    groups: async part => relation(reportSql(query, PERIOD, { revenue: query.revenue, part })),
    names: async () => namesIn(identities),
  }
}

/** What a report reads of its run's facts: the columns that its SQL names, on the install dates in its range. */
export function wantedOfReport(query: ReportGroupsQuery, facts: RunFacts): Wanted {
  // Which ids pass is many numbers that say nothing here.
  const one = { ...query, identityIds: query.identityIds && [0] }
  const { columns, where } = reportSql(one, PERIOD, { revenue: query.revenue })
  return { columns: columnsNamed(facts, [...columns.map(column => column.sql), where, joinedWith(query, '')]), dates: query.range }
}

/** The groups of ROAS history, added up from the files with the snapshots of many runs. */
export function snapshotGroups(query: SnapshotGroupsQuery, segments: readonly string[], identities: string | undefined): SnapshotGroups {
  const relation = (wanted: GroupQuery): Relation =>
    segments.length > 0 && query.runs.length > 0 ? grouped(wanted, parquet(segments)) : noGroups(wanted)
  return {
    groups: async () => relation(snapshotSql(query, PERIOD)),
    beginnings: async () => relation(beginningsSql(query)),
    names: async () => namesIn(identities),
  }
}
