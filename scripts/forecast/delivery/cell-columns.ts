import type { Cells } from '../facts.ts'
import type { StagingTable } from './staging-table.ts'

/** What tells the staged rows of cells apart, in this order: numbers of the run and of the names, from 1; 0 is unknown. */
export const cellColumns = ['run', 'install_day', 'platform_no', 'network_no', 'campaign_no', 'country_no'] as const

/** The same as the delivery has it. */
export const cellIdentity = `
  getvariable('run_ids')[run] AS run_id, (DATE '1970-01-01' + install_day)::DATE AS install_date,
  getvariable('platform_names')[platform_no] AS platform, getvariable('network_names')[network_no] AS network,
  getvariable('campaign_names')[campaign_no] AS campaign, getvariable('country_names')[country_no] AS country`

/** Sets the columns for a cell of a run; answers the number of the next column. */
export function setCell(table: StagingTable, run: number, cells: Cells, cell: number): number {
  table.set(0, run)
  table.set(1, cells.day[cell]!)
  table.set(2, cells.platform[cell]! + 1)
  table.set(3, cells.network[cell]! + 1)
  table.set(4, cells.campaign[cell]! + 1)
  table.set(5, cells.country[cell]! + 1)
  return cellColumns.length
}
