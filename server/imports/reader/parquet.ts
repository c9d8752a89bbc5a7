import { openPlainFile } from '../../core/runtime/files.ts'
import { joined, literal, readPath, sql } from '../../core/model/sql.ts'
import type { Workspace } from '../workspace.ts'

interface ParquetShape {
  columns: { name: string; type: string }[]
  rows: number
}

export const MAX_COLUMNS = 2000
const MEGABYTE = 2 ** 20
/** Bytes; far more than 2^31 rows need. */
const LARGEST_FOOTER = 64 * MEGABYTE
/** Maximum cells per byte of the file above the base allowance; without repetition there is less than one. */
const CELLS_PER_BYTE = 100
const FREE_CELLS = 10_000_000
/** Maximum bytes of pages, or of a copy, per byte of the file above the base allowance; real pipelines stay below 20. */
export const BYTES_PER_BYTE = 200
export const FREE_BYTES = 64 * MEGABYTE
/** A Parquet file ends with the footer's length, four bytes little-endian, and `PAR1`. */
const END_BYTES = 8

/**
 * Inspects a Parquet file without reading rows. A few bytes can expand to billions of rows or gigabytes of text: returns the rule that such
 * a file breaks. `wanted`: the columns to read.
 * @throws if it cannot be read as Parquet
 */
export async function parquetShape(
  workspace: Workspace,
  path: string,
  size: number,
  wanted: readonly string[],
): Promise<ParquetShape | string> {
  if ((await footerLength(path, size)) > LARGEST_FOOTER)
    return `must have a footer of at most ${LARGEST_FOOTER} bytes`
  const file = readPath(path)
  const { elements } = await workspace.counts<'elements'>(
    sql`SELECT count(*) AS elements FROM parquet_schema(${file})`,
  )
  if (elements - 1 > MAX_COLUMNS)
    return `must have at most ${MAX_COLUMNS} columns: it has ${elements - 1}`
  const { rows, bytes, fewest } = await workspace.counts<
    'rows' | 'bytes' | 'fewest'
  >(sql`SELECT coalesce(sum(rows), 0) AS rows, coalesce(sum(bytes), 0) AS bytes,
      coalesce(min(least(rows, bytes)), 0) AS fewest
    FROM (SELECT any_value(row_group_num_rows) AS rows,
        coalesce(sum(total_uncompressed_size) FILTER (WHERE path_in_schema IN (${joined(wanted.map(literal))})), 0) AS bytes
      FROM parquet_metadata(${file}) GROUP BY row_group_id)`)
  if (fewest < 0) throw new Error('a size is negative')
  if (rows * wanted.length > FREE_CELLS + CELLS_PER_BYTE * size) {
    return `must be less compressed: it has ${rows} rows in ${size} bytes`
  }
  if (bytes > FREE_BYTES + BYTES_PER_BYTE * size) {
    return `must be less compressed: it unpacks ${size} to ${bytes} bytes`
  }
  const described = await workspace.rows(sql`DESCRIBE SELECT * FROM read_parquet(${file})`)
  return {
    columns: described.map(({ column_name: name, column_type: type }) => ({
      name: String(name),
      type: String(type),
    })),
    rows,
  }
}

async function footerLength(path: string, size: number): Promise<number> {
  if (size < END_BYTES) throw new Error('too small to be a Parquet file')
  const handle = await openPlainFile(path)
  try {
    const end = Buffer.alloc(END_BYTES)
    await handle.read(end, 0, END_BYTES, size - END_BYTES)
    if (!/^PAR[1E]$/.test(end.toString('latin1', 4))) throw new Error('no magic bytes at its end')
    const length = end.readUInt32LE(0)
    if (length > size) throw new Error('no magic bytes at its start')
    return length
  } finally {
    await handle.close()
  }
}

/** DuckDB's messages without quoted names, and our own. */
const PARQUET_RULES: [said: RegExp, rule: string][] = [
  [
    /no magic bytes|too small to be/i,
    'must be a complete Parquet file: it is truncated, or not Parquet',
  ],
  [/encrypt/i, 'must not be encrypted'],
  [/UTF-?8|string encoding/i, 'must be UTF-8'],
  [
    /unsupported compression/i,
    'must be uncompressed or compressed with snappy, gzip, zstd, lz4 or brotli',
  ],
]

/** The error for a Parquet file that DuckDB cannot read. Omits DuckDB's message, which names server paths. */
export function parquetRule(error: unknown): string {
  const message = String(error).replace(/"[^"]*"|'[^']*'/g, '')
  return (
    PARQUET_RULES.find(([said]) => said.test(message))?.[1] ??
    'cannot be read as Parquet: it may be damaged'
  )
}
