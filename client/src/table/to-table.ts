import type { ColumnTable } from 'arquero' with { 'resolution-mode': 'import' }
import type { DownloadedFile } from '../downloaded-file.ts'
import type { Flat } from '../rows/certain.ts'
import type { KindOf, ReportColumns, RoasHistoryColumns } from '../rows/columns.ts'
import { columnsOf, datesOf, isDate, isInteger, isNumber, isTimestamp, numbersOf, type Column } from './column-values.ts'
import { readTable, type TableOptions } from './to-arrow.ts'

type Columns = ReportColumns & RoasHistoryColumns

/** What a column of an Arquero table holds. */
type TableCell<Row, Name extends keyof Row> = KindOf<Columns, Name> extends 'date' | 'timestamp' ? Date : Row[Name]

/** An Arquero table that knows the file's columns. Verbs that make other columns give tables that know them as little as Arquero does. */
export type ReportTable<Row> = {
  get<Name extends keyof Row & string>(name: Name, row?: number): TableCell<Row, Name>
  array<Name extends keyof Row & string>(name: Name): ArrayLike<TableCell<Row, Name>>
  getter<Name extends keyof Row & string>(name: Name): (row: number) => TableCell<Row, Name>
  object(row?: number): Flat<{ [Name in keyof Row]: TableCell<Row, Name> }>
  objects(options?: Parameters<ColumnTable['objects']>[0]): Flat<{ [Name in keyof Row]: TableCell<Row, Name> }>[]
} & ColumnTable

/**
 * The file as an Arquero table. Columns of numbers and strings are those of the Arrow table; 64-bit integers become numbers, and
 * dates and timestamps become `Date`s in UTC.
 * @throws TypeError when the file is CSV
 */
export async function toTable<Row>(file: DownloadedFile<Row, 'parquet'>, options: TableOptions = {}): Promise<ReportTable<Row>> {
  const { table } = await import('arquero')
  return readTable(
    file,
    options,
    true,
    arrow => table(columnsOf(arrow).map(({ name, column }) => [name, valuesOf(column)])) as object as ReportTable<Row>,
  )
}

function valuesOf(vector: Column): unknown {
  if (isDate(vector) || isTimestamp(vector)) return datesOf(vector, date => date)
  if (!isNumber(vector)) return vector
  return vector.nullCount > 0 && !isInteger(vector) ? vector : numbersOf(vector)
}
