import type { DuckDBConnection } from '@duckdb/node-api'
import { REVENUES } from '../../../server/delivery/tables.ts'
import type { Cells, Day } from '../facts.ts'
import type { Amounts } from './amounts.ts'
import { cellColumns, cellIdentity, setCell } from './cell-columns.ts'
import { StagingTable } from './staging-table.ts'

/** Rows of a DSI in a run. */
export interface DsiRows {
  dsi: number
  /** Of cells that are old enough, and of those that are not. */
  actual: number
  forecast: number
  /** Cells without a row. */
  withheld: number
}

/** The revenues that are staged: where no organic installs are allocated, all are those of paid ones. */
export function stagedRevenues(hasOrganic: boolean): readonly string[] {
  return hasOrganic ? REVENUES : REVENUES.slice(0, 2)
}

/** The six revenues as the delivery has them. */
export function revenueColumns(hasOrganic: boolean): string {
  return REVENUES.map((name, index) => `${hasOrganic ? name : REVENUES[index % 2]!}::DECIMAL(18, 4) AS ${name}`).join(', ')
}

export function cohortRevenueQuery(hasOrganic: boolean): string {
  return `SELECT ${cellIdentity}, dsi, ${revenueColumns(hasOrganic)} FROM staged_revenue`
}

export function stageCohortRevenue(connection: DuckDBConnection, hasOrganic: boolean): Promise<StagingTable> {
  return StagingTable.create(connection, 'staged_revenue', [...cellColumns, 'dsi'], stagedRevenues(hasOrganic))
}

/** `cohort_revenue` of a run at a DSI: a row per paid cell; without forecasts, of those that are old enough. */
export function addCohortRevenue(
  table: StagingTable,
  run: number,
  cells: Cells,
  count: number,
  {
    asOf,
    isForecast,
    hasOrganic,
    amounts,
    toAge = Infinity,
  }: { asOf: Day; isForecast: boolean; hasOrganic: boolean; amounts: Amounts; toAge?: number | undefined },
): DsiRows {
  const { dsi, revenues } = amounts
  const rows: DsiRows = { dsi, actual: 0, forecast: 0, withheld: 0 }
  const staged = hasOrganic ? revenues : revenues.slice(0, 2)
  for (let i = 0; i < count; i++) {
    if (cells.organic[i] !== 0) continue
    const isActual = dsi <= toAge && cells.day[i]! + dsi <= asOf
    if (isActual) rows.actual++
    else if (isForecast) rows.forecast++
    else {
      rows.withheld++
      continue
    }
    let column = setCell(table, run, cells, i)
    table.set(column++, dsi)
    for (const values of staged) table.set(column++, values[i]!)
    table.endRow()
  }
  return rows
}
