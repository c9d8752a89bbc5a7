import type { ColumnTable } from 'arquero'
import type { DownloadedFile } from '../../client/src/index.ts'
import { toTable } from '../../client/src/table.ts'
import type { Cell } from './cells.ts'
import { significant } from './significant.ts'

/** A file's columns, and its rows as they are asked for. */
export interface FileRows {
  columns: string[]
  rows: Iterable<Cell[]>
}

const WHOLE = /^(recommendation_id|dsi|period_days|installs_.+)$/

/** The rows of a report or ROAS history: dates and timestamps as in JSON, ids and counts whole, other numbers rounded. */
export async function readFileRows(file: DownloadedFile): Promise<FileRows> {
  // The mappings ask for Parquet.
  const table = await toTable(file as DownloadedFile<unknown, 'parquet'>)
  return { columns: table.columnNames(), rows: rowsOf(table) }
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
