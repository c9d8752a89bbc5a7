import { join } from 'node:path'
import type { Relation } from '../../model/session.ts'
import { joined, numbers, plain, readPath, sql, type Sql } from '../../model/sql.ts'
import type { AppFiles } from '../../model/catalog.ts'
import { joinGroupIds } from '../common/group-ids.ts'
import { beginningsSql, noGroups, type GroupQuery, type PeriodSql, reportSql, snapshotSql } from '../common/group-sql.ts'
import type { ReportGroups, ReportGroupsQuery, SnapshotGroups, SnapshotGroupsQuery } from '../../model/store.ts'

const PERIOD: PeriodSql = {
  daily: sql`install_date`,
  weekly: sql`date_trunc('week', install_date)::DATE`,
  monthly: sql`date_trunc('month', install_date)::DATE`,
}

/** SQL that reads Parquet files of the store, named relative to `dataDir`. */
export function parquet(dataDir: string, files: readonly string[]): Sql {
  return sql`read_parquet([${joined(files.map(file => readPath(join(dataDir, file))))}])`
}

function names(dataDir: string, files: AppFiles | undefined): Relation {
  return files?.identities
    ? sql`SELECT id, platform, network, campaign, country FROM ${parquet(dataDir, [files.identities.file])}`
    : sql`SELECT 0 AS id, '' AS platform, '' AS network, '' AS campaign, '' AS country WHERE false`
}

function grouped({ columns, groupedBy, where }: GroupQuery, source: Sql): Relation {
  return sql`SELECT ${joined(columns.map(column => sql`${column.sql} AS ${plain(column.name)}`))} FROM ${source}
    WHERE ${where} GROUP BY ${numbers(columns.slice(0, groupedBy).map((_, index) => index + 1))}`
}

/** The report's groups, added up from the facts of one run. */
export function reportGroups(dataDir: string, files: AppFiles | undefined, query: ReportGroupsQuery): ReportGroups {
  const file = query.run?.facts?.file
  const groupIds = files?.identities ? joinGroupIds(query.groupBy, parquet(dataDir, [files.identities.file]), plain) : sql``
  const relation = (query: GroupQuery): Relation => (file ? grouped(query, sql`${parquet(dataDir, [file])}${groupIds}`) : noGroups(query))
  return {
    keys: async revenue => relation(reportSql(query, PERIOD, { revenue })),
    groups: async part => relation(reportSql(query, PERIOD, { revenue: query.revenue, part })),
    names: async () => names(dataDir, files),
  }
}

/** The groups of ROAS history, added up from the snapshots of many runs. */
export function snapshotGroups(dataDir: string, files: AppFiles | undefined, query: SnapshotGroupsQuery): SnapshotGroups {
  const segments = (files?.snapshots ?? []).map(segment => segment.file)
  const relation = (wanted: GroupQuery): Relation =>
    segments.length > 0 && query.runs.length > 0 ? grouped(wanted, parquet(dataDir, segments)) : noGroups(wanted)
  return {
    groups: async () => relation(snapshotSql(query, PERIOD)),
    beginnings: async () => relation(beginningsSql(query)),
    names: async () => names(dataDir, files),
  }
}
