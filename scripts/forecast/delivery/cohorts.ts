import type { DuckDBConnection } from '@duckdb/node-api'
import type { Cells } from '../facts.ts'
import { toMoney } from './amounts.ts'
import type { Blend } from './blend.ts'
import { cellColumns, cellIdentity, setCell } from './cell-columns.ts'
import { StagingTable } from './staging-table.ts'

export const cohortsQuery = `
  SELECT ${cellIdentity}, spend::DECIMAL(18, 4) AS spend, paid::BIGINT AS paid_installs, incremental_blended::BIGINT AS incremental_blended_installs,
    full_blended::BIGINT AS full_blended_installs
  FROM staged_cohorts`

export function stageCohorts(connection: DuckDBConnection): Promise<StagingTable> {
  return StagingTable.create(connection, 'staged_cohorts', cellColumns, ['spend', 'paid', 'incremental_blended', 'full_blended'])
}

/** `cohorts` of a run: a row per paid cell that was installed by the as-of day. Answers how many. */
export function addCohorts(table: StagingTable, run: number, cells: Cells, count: number, blend: Blend): number {
  let rows = 0
  for (let i = 0; i < count; i++) {
    if (cells.organic[i] !== 0) continue
    const next = setCell(table, run, cells, i)
    table.set(next, toMoney(cells.spend[i]!))
    table.set(next + 1, cells.installs[i]!)
    table.set(next + 2, blend.incrementalInstalls[i]!)
    table.set(next + 3, blend.fullInstalls[i]!)
    table.endRow()
    rows++
  }
  return rows
}
