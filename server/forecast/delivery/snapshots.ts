import type { DuckDBConnection } from '@duckdb/node-api'
import { type Day, startOf, weekdayOf } from '../../model/days.ts'
import type { Config } from '../config/config.ts'
import { type Cells, firstCellOf } from '../model/facts.ts'
import { type Amounts, revenueColumns, stagedRevenues, toMoney } from './cohorts.ts'
import { cellColumns, cellIdentity, setCell, StagingTable } from './staging.ts'

/**
 * First install date of a run's snapshots: ISO weeks that began in the last `dailyDays` days, on Sundays `weeklyDays`. A Monday, so that
 * every week is complete.
 */
export function snapshotsFrom(asOf: Day, { dailyDays, weeklyDays }: Config['snapshots']): Day {
  if (weekdayOf(asOf) === 7) return startOf(asOf - Math.max(weeklyDays, dailyDays), 'weekly')
  const oldest = asOf - dailyDays
  const monday = startOf(oldest, 'weekly')
  return monday === oldest ? monday : monday + 7
}

export function roasSnapshotsQuery(hasOrganic: boolean): string {
  return `SELECT ${cellIdentity}, dsi, spend::DECIMAL(18, 4) AS spend, ${revenueColumns(hasOrganic)} FROM staged_snapshots`
}

export function stageRoasSnapshots(connection: DuckDBConnection, hasOrganic: boolean): Promise<StagingTable> {
  return StagingTable.create(connection, 'staged_snapshots', [...cellColumns, 'dsi'], ['spend', ...stagedRevenues(hasOrganic)])
}

export function addRoasSnapshots(
  table: StagingTable,
  run: number,
  cells: Cells,
  count: number,
  {
    asOf,
    from,
    isForecast,
    hasOrganic,
    amounts,
    knownAt,
  }: { asOf: Day; from: Day; isForecast: boolean; hasOrganic: boolean; amounts: Amounts; knownAt: number },
): number {
  const { dsi, revenues } = amounts
  const staged = stagedRevenues(hasOrganic).map(name => revenues[name])
  let rows = 0
  for (let i = firstCellOf(cells.day, count, from); i < count; i++) {
    if (cells.organic[i] !== 0 || !(isForecast || cells.day[i]! + knownAt <= asOf)) continue
    let column = setCell(table, run, cells, i)
    table.set(column++, dsi)
    table.set(column++, toMoney(cells.spend[i]!))
    for (const values of staged) table.set(column++, values[i]!)
    table.endRow()
    rows++
  }
  return rows
}
