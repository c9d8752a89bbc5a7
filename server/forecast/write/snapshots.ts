import type { DuckDBConnection } from '@duckdb/node-api'
import { type Day, mondayOf, weekdayOf } from '../../core/model/dates.ts'
import type { SnapshotSettings } from '../config/forecast-config.ts'
import { revenueColumns, stagedRevenues } from './cohorts.ts'
import { cellColumns, cellIdentity, StagingTable } from './staging.ts'

/**
 * First install date of a run's snapshots: ISO weeks that began in the last `dailyDays` days, on Sundays `weeklyDays`. A Monday, so that
 * every week is complete.
 */
export function snapshotsFrom(asOf: Day, { dailyDays, weeklyDays }: SnapshotSettings): Day {
  if (weekdayOf(asOf) === 7) return mondayOf(asOf - Math.max(weeklyDays, dailyDays))
  const oldest = asOf - dailyDays
  const monday = mondayOf(oldest)
  return monday === oldest ? monday : monday + 7
}

export function roasSnapshotsQuery(hasOrganic: boolean): string {
  return `SELECT ${cellIdentity}, dsi, spend::DECIMAL(18, 4) AS spend, ${revenueColumns(hasOrganic)} FROM staged_snapshots`
}

export function stageRoasSnapshots(
  connection: DuckDBConnection,
  hasOrganic: boolean,
): Promise<StagingTable> {
  return StagingTable.create(
    connection,
    'staged_snapshots',
    [...cellColumns, 'dsi'],
    ['spend', ...stagedRevenues(hasOrganic)],
  )
}
