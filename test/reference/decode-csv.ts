import { parse } from 'csv-parse/sync'
import type { Cell, Column, ColumnType } from './expected.ts'

/** A file as read back: cells in the forms of `ExpectedFile`. */
export interface DecodedFile {
  columns: Column[]
  rows: Cell[][]
}

const FORMS: Record<ColumnType, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  int64: /^-?\d+$/,
  double: /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i,
  string: /^/,
}

/** Reads a CSV body, typed by the columns expected of it; throws where a field has not the form of its column's type. */
export function decodeCsv(body: string | Uint8Array, columns: Column[]): DecodedFile {
  const lines: string[][] = parse(Buffer.from(body), {
    bom: false,
    record_delimiter: ['\r\n', '\n'],
  })
  const [header = [], ...records] = lines
  const types = new Map(columns.map(column => [column.name, column.type]))
  return {
    columns: header.map(name => ({ name, type: types.get(name) ?? 'string' })),
    rows: records.map((record, row) =>
      record.map((field, index) => {
        const type = types.get(header[index] ?? '') ?? 'string'
        if (field === '') return null
        if (!FORMS[type].test(field))
          throw new Error(
            `row ${row}, column ${header[index]}: ${JSON.stringify(field)} is not ${type}`,
          )
        return type === 'int64' || type === 'double' ? Number(field) : field
      }),
    ),
  }
}
