import type { Table } from 'apache-arrow'
import type { DownloadedFile } from './downloaded-file.ts'
import { readTable, type TableOptions } from './to-arrow.ts'
import { type Column, columnsOf, datesOf, isDate, isNumber, isTimestamp, numbersOf, type Values } from './to-table.ts'

/**
 * The file's rows as plain objects: dates as `YYYY-MM-DD`, timestamps in ISO 8601 with milliseconds, as in the service's JSON.
 * @throws TypeError if the file is CSV
 */
export async function toRows<Row>(file: DownloadedFile<Row, 'parquet'>, options: TableOptions = {}): Promise<Row[]> {
  return readTable(file, options, false, table => rowsOf(table) as Row[])
}

function rowsOf(table: Table): object[] {
  const columns = columnsOf(table).map(({ name, column }) => ({ name, values: valuesOf(column) }))
  return Array.from({ length: table.numRows }, (_, index) => {
    const row: Record<string, unknown> = {}
    for (const { name, values } of columns) row[name] = values[index]
    return row
  })
}

function valuesOf(vector: Column): Values {
  if (isDate(vector)) return datesOf(vector, date => date.toISOString().slice(0, 10))
  if (isTimestamp(vector)) return datesOf(vector, date => date.toISOString())
  return isNumber(vector) ? numbersOf(vector) : (vector.toArray() as Values)
}
