import { csvReader } from './csv.ts'
import type { DownloadedFile } from './downloaded-file.ts'
import { UascopeError } from './errors.ts'

/**
 * The file's rows as plain objects: dates as `YYYY-MM-DD`, timestamps in ISO 8601 with milliseconds, as in the service's JSON. Reads Parquet
 * in plain JavaScript with `hyparquet`, and CSV without a dependency.
 */
export async function toRows<Row>(file: DownloadedFile<Row>): Promise<Row[]> {
  return (
    file.format === 'csv' ? csvRows(await file.text()) : await parquetRows(await file.bytes())
  ) as Row[]
}

/** Rows of a whole CSV file of the service. */
export function csvRows(text: string): object[] {
  return csvReader()(text.replace(/^\uFEFF/, ''), true)
}

type Row = Record<string, unknown>

/** Bundlers let an import fail at run time if it is in a `try`: a program that reads only CSV is built without `hyparquet`. */
async function parquetReader() {
  try {
    return await import('hyparquet')
  } catch (cause) {
    throw new UascopeError(
      'Reading rows of Parquet needs the package hyparquet: install it, or request format csv',
      { cause },
    )
  }
}

async function parquetRows(bytes: Uint8Array<ArrayBuffer>): Promise<object[]> {
  const { parquetMetadata, parquetReadObjects } = await parquetReader()
  const metadata = parquetMetadata(bytes.buffer)
  const rows: Row[] = await parquetReadObjects({ file: bytes.buffer, metadata })
  for (const { name, converted_type: type, logical_type: logical } of metadata.schema.slice(1)) {
    const write =
      type === 'DATE'
        ? day
        : logical?.type === 'TIMESTAMP' || type?.startsWith('TIMESTAMP')
          ? moment
          : plain
    // A column has the same type in all rows, except for nulls.
    if (write !== plain || rows.some(row => typeof row[name] === 'bigint'))
      for (const row of rows) row[name] = write(row[name])
  }
  return rows
}

function day(value: unknown): unknown {
  return moment(value)?.slice(0, 10) ?? null
}

function moment(value: unknown): string | null {
  return value instanceof Date ? value.toISOString() : null
}

/** Never returns BigInt, which does not mix with numbers. */
function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
