import type { ColumnTable } from 'arquero' with { 'resolution-mode': 'import' }
import type { DownloadedFile } from '../downloaded-file.ts'
import { columnsOf, datesOf, isDate, isInteger, isNumber, isTimestamp, numbersOf, type Column } from './column-values.ts'
import { readTable, type TableOptions } from './to-arrow.ts'

/**
 * The file as an Arquero table. Columns of numbers and strings are those of the Arrow table; 64-bit integers become numbers, and
 * dates and timestamps become `Date`s in UTC.
 * @throws TypeError when the file is CSV
 */
export async function toTable(file: DownloadedFile<unknown, 'parquet'>, options: TableOptions = {}): Promise<ColumnTable> {
  const { table } = await import('arquero')
  return readTable(file, options, true, arrow => table(columnsOf(arrow).map(({ name, column }) => [name, valuesOf(column)])))
}

function valuesOf(vector: Column): unknown {
  if (isDate(vector) || isTimestamp(vector)) return datesOf(vector, date => date)
  if (!isNumber(vector)) return vector
  return vector.nullCount > 0 && !isInteger(vector) ? vector : numbersOf(vector)
}
