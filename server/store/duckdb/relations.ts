import { join } from 'node:path'
import { addDays, type InstallGrouping } from '../../analytics/dates.ts'
import type { Relation } from '../../analytics/session.ts'
import type { AppFiles } from '../catalog.ts'
import { type FactsPart, type ReportGroups, type ReportGroupsQuery, revenueName, type SnapshotGroups, type SnapshotGroupsQuery } from '../store.ts'

const PERIOD: Record<InstallGrouping, string> = {
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

const among = (column: string, ids: readonly number[] | undefined): string =>
  ids === undefined ? '' : ids.length === 0 ? ' AND false' : ` AND ${column} IN (${ids.join(', ')})`

/** The report's groups, added up from the facts of one run. */
export const reportGroups = (dataDir: string, files: AppFiles | undefined, query: ReportGroupsQuery): ReportGroups => {
  const { run, range, granularity, grouping, revenue, identityIds } = query
  const facts = run?.facts
  const sum = ({ name, dsi }: { name: string; dsi: number }): string => facts?.dsi_values.includes(dsi)
    // Facts hold null where a revenue row that counts is missing, and then the whole group's sum would understate.
    ? `CASE WHEN count(${name}) = count(*) THEN sum(${name}) END AS ${name}`
    : `NULL::DECIMAL(18, 4) AS ${name}`
  const installs = ['paid_installs', 'incremental_blended_installs', 'full_blended_installs'].map(name => `sum(${name}) AS ${name}`)
  const sums = [...installs, ...revenue.map(column => sum({ name: revenueName(column), dsi: column.dsi }))]
  const id = granularity === 'campaign' ? 'campaign_id' : 'identity'
  const keys = `${PERIOD[grouping]} AS install_cohort, ${id} AS identity, sum(spend) AS spend`
  const source = (part?: FactsPart): string => facts
    ? `FROM ${parquet(dataDir, [facts.file])} f
    WHERE install_date BETWEEN DATE '${range.start}' AND DATE '${range.end}'${among('identity', identityIds)}${within(part, id, grouping)}
    GROUP BY 1, 2`
    : `FROM (${NO_FACTS}) WHERE false GROUP BY 1, 2`
  return {
    keys: `SELECT ${keys} ${source()}`,
    groups: part => `SELECT ${[keys, ...sums].join(', ')} ${source(part)}`,
    names: names(dataDir, files),
  }
}

const NO_FACTS = `SELECT NULL::DATE AS install_date, 0 AS identity, 0 AS campaign_id, 0::DECIMAL(18, 4) AS spend, 0 AS paid_installs,
  0 AS incremental_blended_installs, 0 AS full_blended_installs`

const within = (part: FactsPart | undefined, id: string, grouping: InstallGrouping): string => {
  if (!part) return ''
  if (!part.periods) return ' AND false'
  // No period is longer than 31 days; the first days of the next one do no harm.
  const end = grouping === 'daily' ? part.periods.end : addDays(part.periods.end, 30)
  return ` AND install_date BETWEEN DATE '${part.periods.start}' AND DATE '${end}'${among(id, part.groupIds)}`
}

/** The groups of ROAS history, added up from the snapshots of many runs. */
export const snapshotGroups = (dataDir: string, files: AppFiles | undefined, query: SnapshotGroupsQuery): SnapshotGroups => {
  const { runs, dsi, roasType, revenueType, range, granularity, grouping, identityIds } = query
  const identity = { app: '0', campaign: 'campaign_id', campaign_geo: 'identity' }[granularity]
  const groups = files?.snapshots.length && runs.length > 0
    ? `SELECT ${PERIOD[grouping]} AS install_cohort, ${identity} AS identity, run_id, sum(spend) AS spend, sum(${roasType}_${revenueType}) AS revenue
    FROM ${parquet(dataDir, files.snapshots.map(segment => segment.file))} s
    WHERE dsi = ${dsi} AND install_date BETWEEN DATE '${range.start}' AND DATE '${range.end}'${among('identity', identityIds)}
      AND run_id IN (${runs.map(run => run.run_id).join(', ')})
    GROUP BY 1, 2, 3`
    : `SELECT NULL::DATE AS install_cohort, 0 AS identity, 0::BIGINT AS run_id, 0::DECIMAL(18, 4) AS spend, 0::DECIMAL(18, 4) AS revenue WHERE false`
  return { groups, names: names(dataDir, files) }
}
