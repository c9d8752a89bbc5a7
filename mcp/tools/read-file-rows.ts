import type { ColumnTable } from 'arquero'
import type { DownloadedFile } from '../../client/src/index.ts'
import { toTable } from '../../client/src/table.ts'
import type { ColumnKind } from '../../client/src/rows/columns.ts'
import type { Cell } from './cells.ts'
import { columnKind } from './column-kind.ts'
import { significant } from './significant.ts'

/** A file, read. */
export interface FileRows extends Pick<DownloadedFile, 'run' | 'dataThrough' | 'etag'> {
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Rows that matched, before `limit`. */
  totalRows: number
  startDate: string
  endDate: string
}

/** The rows of a Parquet file: dates and timestamps as in JSON, ids and counts whole, other numbers rounded. */
export async function readFileRows(file: DownloadedFile<unknown, 'parquet' | 'csv'>): Promise<FileRows> {
  const { run, dataThrough, totalRows, startDate, endDate, etag } = file
  // The parameters ask for Parquet, and the service says all of this of every file.
  const table = await toTable(file as DownloadedFile<unknown, 'parquet'>)
  return {
    columns: table.columnNames(), rows: [...rowsOf(table)],
    run, dataThrough, totalRows: totalRows!, startDate: startDate!, endDate: endDate!, etag
  }
}

function* rowsOf(table: ColumnTable): Iterable<Cell[]> {
  const columns = table.columnNames().map(name => ({ values: table.column(name)!, cell: CELLS[columnKind(name)] }))
  for (let row = 0; row < table.numRows(); row++) yield columns.map(({ values, cell }) => cell(values.at(row)))
}

/** How a column's values become cells, by what it holds. */
const CELLS: Record<ColumnKind, (value: unknown) => Cell> = {
  date: value => (value as Date).toISOString().slice(0, 10),
  timestamp: value => (value as Date).toISOString(),
  text: value => value as string,
  whole: value => value as number,
  number: value => significant(value as number),
  'number or null': value => value === null ? null : significant(value as number)
}
