import { join } from 'node:path'
import type { Relation } from '../../analytics/session.ts'
import type { AppFiles } from '../catalog.ts'
import { noGroups, type GroupQuery, type PeriodSql, reportSql, snapshotSql } from '../group-sql.ts'
import type { ReportGroups, ReportGroupsQuery, SnapshotGroups, SnapshotGroupsQuery } from '../store.ts'

const PERIOD: PeriodSql = {
  daily: 'install_date',
  weekly: `date_trunc('week', install_date)::DATE`,
  monthly: `date_trunc('month', install_date)::DATE`,
}

/** SQL that reads Parquet files of the store, named relative to `dataDir`. */
export const parquet = (dataDir: string, files: readonly string[]): string =>
  `read_parquet([${files.map(file => `'${join(dataDir, file).replaceAll("'", "''")}'`).join(', ')}])`

const names = (dataDir: string, files: AppFiles | undefined): Relation => files?.identities
  ? `SELECT id, platform, network, campaign, country FROM ${parquet(dataDir, [files.identities.file])}`
  : `SELECT 0 AS id, '' AS platform, '' AS network, '' AS campaign, '' AS country WHERE false`

const grouped = ({ columns, groupedBy, where }: GroupQuery, source: string): Relation =>
  `SELECT ${columns.map(({ name, sql }) => `${sql} AS ${name}`).join(', ')} FROM ${source}
    WHERE ${where} GROUP BY ${columns.slice(0, groupedBy).map((_, index) => index + 1).join(', ')}`

/** The report's groups, added up from the facts of one run. */
export const reportGroups = (dataDir: string, files: AppFiles | undefined, query: ReportGroupsQuery): ReportGroups => {
  const file = query.run?.facts?.file
  const relation = (sql: GroupQuery): Relation => file ? grouped(sql, parquet(dataDir, [file])) : noGroups(sql)
  return {
    keys: async () => relation(reportSql(query, PERIOD, false)),
    groups: async part => relation(reportSql(query, PERIOD, true, part)),
    names: async () => names(dataDir, files),
  }
}

/** The groups of ROAS history, added up from the snapshots of many runs. */
export const snapshotGroups = (dataDir: string, files: AppFiles | undefined, query: SnapshotGroupsQuery): SnapshotGroups => {
  const sql = snapshotSql(query, PERIOD)
  const segments = (files?.snapshots ?? []).map(segment => segment.file)
  return {
    groups: async () => segments.length > 0 && query.runs.length > 0 ? grouped(sql, parquet(dataDir, segments)) : noGroups(sql),
    names: async () => names(dataDir, files),
  }
}
