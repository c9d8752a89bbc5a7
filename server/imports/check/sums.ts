import { joined, plain, sql, type Sql } from '../../model/sql.ts'
import type { DeliveryFault } from '../delivery-faults.ts'
import { INSTALLS, REVENUES, type TableName } from '../tables.ts'
import type { Workspace } from '../workspace.ts'
import { staged } from './stage.ts'

/** Largest sum, of counts and of ten-thousandths of a currency unit: 2^63 - 1. */
const LARGEST = 2 ** 63
const MONEY = { largest: sql`922337203685477.5807::DECIMAL(38, 4)`, most: LARGEST / 10_000, shown: '922337203685477.5807' }
const COUNT = { largest: sql`9223372036854775807::HUGEINT`, most: LARGEST, shown: '9223372036854775807' }

interface Summed {
  rows: Sql
  amounts: readonly string[]
  counts: readonly string[]
  /** Columns of `rows` that group the sums. */
  by: readonly ('run_id' | 'dsi')[]
}

const revenueRows = sql`(SELECT r.run_id, d.dsi, v.* FROM revenue_cells v JOIN cohort_rows c ON c.rowid = v.cohort
  JOIN delivered_runs r ON r.slot = c.run JOIN run_dsis d ON d.run = c.run AND d.slot = v.slot)`

const SUMMED = {
  cohorts: { rows: staged('cohorts'), amounts: ['spend'], counts: INSTALLS, by: ['run_id'] },
  cohort_revenue: { rows: revenueRows, amounts: REVENUES, counts: [], by: ['run_id', 'dsi'] },
  roas_snapshots: { rows: staged('roas_snapshots'), amounts: ['spend', ...REVENUES], counts: [], by: ['run_id', 'dsi'] },
} satisfies Partial<Record<TableName, Summed>>

/** Number of cells up to which no sum can be too large. */
const CELLS: Record<keyof typeof SUMMED, Sql> = {
  cohorts: SUMMED.cohorts.rows,
  cohort_revenue: sql`revenue_cells`,
  roas_snapshots: SUMMED.roas_snapshots.rows,
}

/**
 * Columns whose absolute amounts or counts, in a run and at a DSI if any, add up to more than a sum can hold: a result would fail with any
 * filter.
 */
export async function sumFaults(workspace: Workspace, table: keyof typeof SUMMED, file: string): Promise<DeliveryFault[]> {
  const { rows, amounts, counts, by }: Summed = SUMMED[table]
  const columns = [...amounts.map(name => ({ name, ...MONEY })), ...counts.map(name => ({ name, ...COUNT }))]
  const [bounds = {}] = await workspace.rows(sql`SELECT count(*)::DOUBLE AS rows,
    ${joined(columns.map(({ name }) => sql`max(abs(${plain(name)}))::DOUBLE AS ${plain(name)}`))} FROM ${CELLS[table]}`)
  const suspects = columns.filter(({ name, most }) => Number(bounds['rows']) * Number(bounds[name]) >= most)
  const faults: DeliveryFault[] = []
  for (const { name, largest, shown } of suspects) {
    const found = await workspace.rows(sql`SELECT ${joined(by.map(plain))}, sum(abs(${plain(name)}))::VARCHAR AS total FROM ${rows}
      GROUP BY ${joined(by.map(plain))} HAVING sum(abs(${plain(name)})) > ${largest} ORDER BY ${joined(by.map(plain))}`)
    faults.push(
      ...found.map(({ run_id: run, dsi, total }) => ({
        file,
        column: name,
        rule: `must add up to at most ${shown} in a run${dsi === undefined ? '' : ' at a DSI'}, without signs; run ${String(run)}${dsi === undefined ? '' : ` at DSI ${String(dsi)}`} has ${String(total)}`,
      })),
    )
  }
  return faults
}
