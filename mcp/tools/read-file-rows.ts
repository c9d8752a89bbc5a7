import type { ColumnTable } from 'arquero'
import type { DownloadedFile, FileRequestOptions } from '../../client/src/index.ts'
import { toTable } from '../../client/src/table.ts'
import type { OperationId } from '../../generated/operations.ts'
import type { Cell } from './cells.ts'
import { significant } from './significant.ts'
import type { ToolContext } from './tool.ts'

/** A file, read. */
export interface FileRows extends Pick<DownloadedFile, 'run' | 'dataThrough'> {
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Rows that matched, before `limit`. */
  totalRows: number
  startDate: string
  endDate: string
}

const WHOLE = /^(recommendation_id|dsi|period_days|installs_.+)$/

/**
 * Asks an operation that answers with a Parquet file for its rows: dates and timestamps as in JSON, ids and counts whole, other
 * numbers rounded.
 */
export function readFileRows(
  { answers, credentials }: ToolContext, operation: OperationId, parameters: object,
  ask: (options: FileRequestOptions) => Promise<DownloadedFile>
): Promise<FileRows> {
  return answers.read(JSON.stringify([operation, credentials.companyId, parameters]), async headers => {
    const file = await ask({ headers })
    const { run, dataThrough, totalRows, startDate, endDate, etag, size } = file
    // The parameters ask for Parquet, and the service says all of this of every file.
    const table = await toTable(file as DownloadedFile<unknown, 'parquet'>)
    const answer = {
      columns: table.columnNames(), rows: [...rowsOf(table)],
      run, dataThrough, totalRows: totalRows!, startDate: startDate!, endDate: endDate!
    }
    return { answer, etag, size: size! }
  })
}

function* rowsOf(table: ColumnTable): Iterable<Cell[]> {
  const columns = table.columnNames().map(name => ({ values: table.column(name)!, cell: cellOf(name) }))
  for (let row = 0; row < table.numRows(); row++) yield columns.map(({ values, cell }) => cell(values.at(row)))
}

/** How a column's values become cells. */
function cellOf(name: string): (value: unknown) => Cell {
  if (name === 'install_cohort') return value => (value as Date).toISOString().slice(0, 10)
  if (name === 'created_at') return value => (value as Date).toISOString()
  if (WHOLE.test(name)) return value => value as number | null
  return value => typeof value === 'number' ? significant(value) : value as string | null
}
