import type { GetReportParameters, UascopeClient } from '../../client/src/index.ts'
import { type FileRows, readFileRows } from './read-file-rows.ts'

/** One row over every match of a report. */
export interface ReportTotals {
  run: FileRows['run']
  /** By column, of those with numbers. */
  values: Record<string, number | null>
}

/** Columns that say what a row is. */
const WHAT = new Set(['install_cohort', 'period_days'])

/**
 * Adds up everything that a report's parameters match: spend, installs, and each metric asked for as a ratio of sums, over the cohorts whose
 * revenue is known.
 */
export async function readReportTotals(client: UascopeClient, parameters: GetReportParameters): Promise<ReportTotals> {
  const { limit: _limit, offset: _offset, sort: _sort, order: _order, metrics = [], ...others } = parameters
  const { columns, rows, run } = await readFileRows(
    client.getReport({
      ...others,
      metrics: [...new Set([...metrics, 'spend', 'installs'] as const)],
      groupBy: ['none'],
      installGrouping: 'total',
      partial: true,
      format: 'parquet',
    }),
  )
  const [row] = [...rows]
  const numbers = columns.flatMap((column, index) => (WHAT.has(column) ? [] : [[column, numberOf(row?.[index])] as const]))
  return { run, values: Object.fromEntries(row === undefined ? numbers.map(([column]) => [column, isSum(column) ? 0 : null]) : numbers) }
}

function numberOf(cell: unknown): number | null {
  return typeof cell === 'number' ? cell : null
}

/** What is 0 of nothing, and not undefined. */
function isSum(column: string): boolean {
  return column === 'spend' || column.startsWith('installs_')
}
