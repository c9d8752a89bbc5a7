import { parquetWriteBuffer } from 'hyparquet-writer'
import type { Column } from './expected-columns.ts'

type Row = Readonly<Record<string, string | number | null>>

/** RFC 4180 with a header, like the service's files: nulls are empty. */
export function csvFile(
  columns: readonly Column[],
  rows: readonly Row[],
  bom: boolean,
): Uint8Array<ArrayBuffer> {
  const lines = [
    columns.map(({ name }) => name),
    ...rows.map(row => columns.map(({ name }) => row[name] ?? '')),
  ]
  const text = lines.map(cells => `${cells.map(cell => quoted(String(cell))).join(',')}\n`).join('')
  return new TextEncoder().encode(bom ? `\uFEFF${text}` : text)
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Parquet with the types of the service's files. */
export function parquetFile(
  columns: readonly Column[],
  rows: readonly Row[],
): Uint8Array<ArrayBuffer> {
  const types = columns.map(({ kind }) => TYPES[kind])
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name }, index) => ({
      name,
      data: rows.map(row => (row[name] === null ? null : types[index]!.write(row[name]!))),
    })),
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name }, index) => ({
        name,
        repetition_type: 'OPTIONAL' as const,
        ...types[index]!.schema,
      })),
    ],
    rowGroupSize: 100_000,
  })
  return new Uint8Array(buffer)
}

const number = { schema: { type: 'DOUBLE' as const }, write: Number }

const TYPES = {
  date: {
    schema: { type: 'INT32' as const, converted_type: 'DATE' as const },
    write: (cell: string | number) => new Date(cell),
  },
  timestamp: {
    schema: {
      type: 'INT64' as const,
      converted_type: 'TIMESTAMP_MICROS' as const,
      logical_type: { type: 'TIMESTAMP' as const, isAdjustedToUTC: true, unit: 'MICROS' as const },
    },
    write: (cell: string | number) => new Date(cell),
  },
  text: { schema: { type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const }, write: String },
  whole: { schema: { type: 'INT64' as const }, write: (cell: string | number) => BigInt(cell) },
  number,
  'number or null': number,
}
