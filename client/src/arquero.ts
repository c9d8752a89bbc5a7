/** A downloaded Parquet file as an Arquero table. */

import { type DataType, type Table, Type, type Vector } from 'apache-arrow'
import type { ColumnTable } from 'arquero'
import type { Flat, KindOf, ReportColumns, RoasHistoryColumns } from './columns.ts'
import type { DownloadedFile } from './downloaded-file.ts'
import { readTable, type TableOptions } from './to-arrow.ts'

export type { TableOptions, WasmSource } from './to-arrow.ts'

type Columns = ReportColumns & RoasHistoryColumns

type TableCell<Row, Name extends keyof Row> =
  KindOf<Columns, Name> extends 'date' | 'timestamp' ? Date : Row[Name]

/** An Arquero table typed by the file's columns. Verbs that create columns return untyped tables, as in Arquero. */
export type ReportTable<Row> = {
  get<Name extends keyof Row & string>(name: Name, row?: number): TableCell<Row, Name>
  array<Name extends keyof Row & string>(name: Name): ArrayLike<TableCell<Row, Name>>
  getter<Name extends keyof Row & string>(name: Name): (row: number) => TableCell<Row, Name>
  object(row?: number): Flat<{ [Name in keyof Row]: TableCell<Row, Name> }>
  objects(
    options?: Parameters<ColumnTable['objects']>[0],
  ): Flat<{ [Name in keyof Row]: TableCell<Row, Name> }>[]
} & ColumnTable

/**
 * The file as an Arquero table. Columns of numbers and strings are those of the Arrow table; 64-bit integers become numbers, and
 * dates and timestamps become `Date`s in UTC.
 * @throws TypeError if the file is CSV
 */
export async function toTable<Row>(
  file: DownloadedFile<Row, 'parquet'>,
  options: TableOptions = {},
): Promise<ReportTable<Row>> {
  const { table } = await import('arquero')
  const arrow = await readTable(file, options)
  return table(
    columnsOf(arrow).map(({ name, column }) => [name, valuesOf(column)]),
  ) as object as ReportTable<Row>
}

function valuesOf(vector: Column): unknown {
  switch (vector.type.typeId) {
    case Type.Date:
    case Type.Timestamp:
      return datesOf(vector)
    case Type.Int:
      return numbersOf(vector)
    case Type.Float:
      return vector.nullCount > 0 ? vector : numbersOf(vector)
    default:
      return vector
  }
}

type Column = Vector<DataType>

type Values = ArrayLike<unknown> & { at(index: number): unknown }

function columnsOf(table: Table): { name: string; column: Column }[] {
  return table.schema.fields.map(({ name }, index) => ({
    name,
    column: table.getChildAt(index) as Column,
  }))
}

/** A view if the numbers are contiguous and none is missing; never BigInt, which does not mix with numbers. */
function numbersOf(vector: Column): Values {
  if (vector.nullCount > 0) return [...vector].map(value => (value === null ? null : Number(value)))
  const values = vector.toArray() as Float64Array | BigInt64Array
  return values instanceof BigInt64Array ? Float64Array.from(values, Number) : values
}

/** Creates each date once. */
function datesOf(vector: Column): Values {
  const made = new Map<number, Date>()
  return [...vector].map(value => {
    if (value === null) return null
    const time = Number(value)
    const known = made.get(time) ?? new Date(time)
    made.set(time, known)
    return known
  })
}
