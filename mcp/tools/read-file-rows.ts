import type { Table } from 'apache-arrow'
import type { Call, DownloadedFile } from '../../client/src/index.ts'
import type { ColumnKind } from '../../client/src/rows/columns.ts'
import { toArrow } from '../../client/src/table.ts'
import type { FileCell } from './cells.ts'
import { columnKind } from './column-kind.ts'
import { significant } from './significant.ts'

/** A file, read. */
export interface FileRows extends Pick<DownloadedFile, 'run' | 'dataThrough'> {
  unmatched: string | null
  headers: Headers
  columns: readonly string[]
  /** To be read once, from first to last: a row's cells are made when it is asked for. */
  rows: Iterable<readonly FileCell[]>
  /** Rows that matched, before `limit`. */
  totalRows: number
  startDate: string
  endDate: string
}

/** The rows of the Parquet file that a call answers: dates and timestamps as in JSON, ids and counts whole, other numbers rounded. */
export async function readFileRows(call: Call<DownloadedFile<unknown, 'parquet' | 'csv'>>): Promise<FileRows> {
  const {
    data: file,
    response: { headers },
  } = await call.withResponse()
  const { run, dataThrough, totalRows, startDate, endDate } = file
  // The parameters ask for Parquet, and the service says all of this of every file.
  const table: Table = await toArrow(file as DownloadedFile<unknown, 'parquet'>)
  return {
    columns: table.schema.fields.map(({ name }) => name),
    rows: rowsOf(table),
    run,
    dataThrough,
    totalRows: totalRows!,
    startDate: startDate!,
    endDate: endDate!,
    unmatched: headers.get('unmatched-filters'),
    headers,
  }
}

function* rowsOf(table: Table): Iterable<FileCell[]> {
  const columns = table.schema.fields.map(({ name }, index) => ({ values: table.getChildAt(index)!, cell: CELLS[columnKind(name)] }))
  for (let row = 0; row < table.numRows; row++) {
    yield columns.map(({ values, cell }) => {
      const value: unknown = values.get(row)
      return value === null ? null : cell(value)
    })
  }
}

/** How a column's values, which are not null, become cells, by what it holds. */
const CELLS: Record<ColumnKind, (value: unknown) => FileCell> = {
  date: value => new Date(Number(value)).toISOString().slice(0, 10),
  timestamp: value => new Date(Number(value)).toISOString(),
  text: value => value as string,
  whole: Number,
  number: value => significant(value as number),
  'number or null': value => significant(value as number),
}
