import { reportColumns, roasHistoryColumns } from '../../generated/client/columns.ts'
import type { DownloadedFile } from './downloaded-file.ts'

/**
 * The file's rows as plain objects: dates as `YYYY-MM-DD`, timestamps in ISO 8601 with milliseconds, as in the service's JSON. Reads Parquet
 * in plain JavaScript with `hyparquet`, and CSV without a dependency. For many thousand rows `@uascope/client/table` is faster.
 */
export async function toRows<Row>(file: DownloadedFile<Row>): Promise<Row[]> {
  return (file.format === 'csv' ? csvRows(await file.text()) : await parquetRows(await file.bytes())) as Row[]
}

/** A field and its end (RFC 4180): a comma, a line break, or the end. */
const FIELD = /("(?:[^"]|"")*"|[^",\r\n][^,\r\n]*|)(,|\r?\n|$)/y

const TEXTS = new Set(
  Object.entries({ ...reportColumns, ...roasHistoryColumns })
    .filter(([, kind]) => !/^(whole|number)/.test(kind))
    .map(([name]) => name),
)

/** Rows of a CSV file of the service: numbers as the contract declares, null for empty cells. */
export function csvRows(text: string): object[] {
  const [names = [], ...records] = recordsOf(text.replace(/^\uFEFF/, ''))
  const isText = names.map(name => TEXTS.has(name))
  return records.map(record =>
    Object.fromEntries(names.map((name, index) => [name, isText[index] ? record[index] : numberOf(record[index])])),
  )
}

function recordsOf(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length) {
    const [, field = '', end] = FIELD.exec(text) ?? []
    if (end === undefined) throw new TypeError('The file is not valid CSV')
    record.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
    if (end === ',' && FIELD.lastIndex < text.length) continue
    if (end === ',') record.push('')
    records.push(record)
    record = []
  }
  return records
}

function numberOf(field: string | undefined): number | null {
  return field ? Number(field) : null
}

type Row = Record<string, unknown>

export async function parquetRows(bytes: Uint8Array<ArrayBuffer>): Promise<object[]> {
  const { parquetMetadata, parquetReadObjects } = await import('hyparquet')
  const metadata = parquetMetadata(bytes.buffer)
  const rows: Row[] = await parquetReadObjects({ file: bytes.buffer, metadata })
  for (const { name, converted_type: type, logical_type: logical } of metadata.schema.slice(1)) {
    const write = type === 'DATE' ? day : logical?.type === 'TIMESTAMP' || type?.startsWith('TIMESTAMP') ? moment : plain
    // A column has one type in all rows, except for nulls.
    if (write !== plain || rows.some(row => typeof row[name] === 'bigint')) for (const row of rows) row[name] = write(row[name])
  }
  return rows
}

function day(value: unknown): unknown {
  return moment(value)?.slice(0, 10) ?? null
}

function moment(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : null
}

/** Never BigInt, which does not mix with numbers. */
function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
