import type { DuckDBConnection } from '@duckdb/node-api'
import type { Cells, Day } from '../facts.ts'
import { firstCellOf } from '../model/first-cell.ts'
import { toMoney, type Amounts } from './amounts.ts'
import { cellColumns, cellIdentity, setCell } from './cell-columns.ts'
import { revenueColumns, stagedRevenues } from './cohort-revenue.ts'
import { StagingTable } from './staging-table.ts'

export function roasSnapshotsQuery(hasOrganic: boolean): string {
  return `SELECT ${cellIdentity}, dsi, spend::DECIMAL(18, 4) AS spend, ${revenueColumns(hasOrganic)} FROM staged_snapshots`
}

export function stageRoasSnapshots(connection: DuckDBConnection, hasOrganic: boolean): Promise<StagingTable> {
  return StagingTable.create(connection, 'staged_snapshots', [...cellColumns, 'dsi'], ['spend', ...stagedRevenues(hasOrganic)])
}

/** `roas_snapshots` of a run at a DSI: what it says of the paid cells that were installed from `from` on. Answers how many rows. */
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
    toAge = Infinity,
  }: { asOf: Day; from: Day; isForecast: boolean; hasOrganic: boolean; amounts: Amounts; toAge?: number | undefined },
): number {
  const { dsi, revenues } = amounts
  const staged = hasOrganic ? revenues : revenues.slice(0, 2)
  let rows = 0
  for (let i = firstCellOf(cells.day, count, from); i < count; i++) {
    if (cells.organic[i] !== 0 || !(isForecast || (dsi <= toAge && cells.day[i]! + dsi <= asOf))) continue
    let column = setCell(table, run, cells, i)
    table.set(column++, dsi)
    table.set(column++, toMoney(cells.spend[i]!))
    for (const values of staged) table.set(column++, values[i]!)
    table.endRow()
    rows++
  }
  return rows
}
