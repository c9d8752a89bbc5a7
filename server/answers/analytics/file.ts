import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import {
  joined,
  literal,
  plain,
  quoted,
  type Session,
  sql,
  type Sql,
} from '../../core/model/sql.ts'

/** A column of a file: its name, its SQL, and whether its cells are outside text or UTC timestamps. */
export interface FileColumn {
  name: string
  sql: Sql
  text?: boolean
  timestamp?: boolean
}

export interface Encoding {
  format: 'parquet' | 'csv'
  /** Prefix text cells that a spreadsheet would read as a formula with an apostrophe. */
  csvSafe: boolean
  /** Start a CSV file with a byte order mark. */
  csvBom: boolean
  /** Written into a Parquet file's key-value metadata; undefined values are left out. */
  metadata: Record<string, string | number | undefined>
}

/** First characters of formulas: OWASP's list on CSV injection, and the full-width signs that some spreadsheets accept. */
const FORMULA = sql`('=', '+', '-', '@', chr(9), chr(10), chr(13), '＝', '＋', '－', '＠')`

// An instant in UTC.
function parquetCell({ sql: cell, timestamp }: FileColumn): Sql {
  return timestamp ? sql`${cell} AT TIME ZONE 'UTC'` : cell
}

function csvCell({ sql: cell, text, timestamp }: FileColumn, safe: boolean): Sql {
  if (timestamp) return sql`strftime(${cell}, '%Y-%m-%dT%H:%M:%S.%gZ')`
  if (text && safe)
    return sql`CASE WHEN left(${cell}, 1) IN ${FORMULA} THEN '''' || ${cell} ELSE ${cell} END`
  return cell
}

// DuckDB has no option for a byte order mark: it is part of the first column's name.
function csvName(name: string, marked: boolean): Sql {
  const checked = plain(name)
  return marked ? quoted(`\uFEFF${checked}`) : checked
}

export function selectList(
  columns: readonly FileColumn[],
  { format, csvSafe, csvBom }: Encoding,
): Sql {
  return joined(
    columns.map((column, index) =>
      format === 'csv'
        ? sql`${csvCell(column, csvSafe)} AS ${csvName(column.name, csvBom && index === 0)}`
        : sql`${parquetCell(column)} AS ${plain(column.name)}`,
    ),
    sql`,\n  `,
  )
}

/**
 * Writes a query's rows with DuckDB's own encoders, several times faster than through JavaScript. A Parquet file's
 * metadata gets `Total-Rows`: `total`, or by default the number of rows written. Returns the same number.
 */
export async function writeFile(
  session: Session,
  query: Sql,
  path: string,
  { format, metadata }: Encoding,
  total?: number,
): Promise<number> {
  const target = sql`TO ${literal(path)}`
  if (format === 'csv') {
    const written = await session.run(
      sql`COPY (${query}) ${target} (FORMAT csv, HEADER true, QUOTE '"', ESCAPE '"', NULLSTR '')`,
    )
    return total ?? written
  }
  // COPY needs the metadata before the row count is known, and counting first would run the query twice.
  const placeholder = randomUUID()
  const entries = Object.entries({ ...metadata, 'Total-Rows': total ?? placeholder }).filter(
    ([, value]) => value !== undefined,
  )
  const fields = joined(entries.map(([name], index) => sql`${quoted(name)}: $${index + 1}`))
  const values = entries.map(([, value]) => String(value))
  // Version 1: more programs read it, and version 2 makes the demo's reports 1 to 2 % larger.
  const written = await session.run(
    sql`COPY (${query}) ${target} (FORMAT parquet, COMPRESSION snappy, KV_METADATA {${fields}})`,
    values,
  )
  if (total === undefined) await replaceInFooter(path, placeholder, String(written))
  return total ?? written
}

// Reserved on Windows, able to leave the folder, or misleading in print.
const UNSAFE = /[/\\:*?"<>|\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Maximum bytes of a name. A header contains it twice, once with up to three characters per byte, and stays below 1 KB. File systems allow 255. */
const LONGEST_BYTES = 230

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A download's name: parts joined with `-`, invalid characters replaced with `_`, then the extension. Truncates a long app name. */
export function fileName(
  [name = '', ...others]: readonly string[],
  format: 'parquet' | 'csv',
): string {
  const end = `${['', ...others].join('-').replace(UNSAFE, '_')}.${format}`
  return (cut(name.replace(UNSAFE, '_'), LONGEST_BYTES - Buffer.byteLength(end)) || '_') + end
}

/** Truncates to a number of UTF-8 bytes at a grapheme boundary. */
function cut(text: string, bytes: number): string {
  let bytesLeft = bytes
  let length = 0
  for (const { segment } of graphemes.segment(text)) {
    bytesLeft -= Buffer.byteLength(segment)
    if (bytesLeft < 0) break
    length += segment.length
  }
  return text.slice(0, length)
}

export interface Sorting {
  column: string
  descending: boolean
}

/** Parses `sort`: a column (ascending), or `-` and a column (descending). */
export function parseSort(sort: string): Sorting {
  const descending = sort.startsWith('-')
  return { column: descending ? sort.slice(1) : sort, descending }
}

/** The ORDER BY term, nulls last. The query must have the column. */
export function orderBy({ column, descending }: Sorting): Sql {
  return sql`${quoted(column)} ${descending ? sql`DESC` : sql`ASC`} NULLS LAST`
}

const FILTERS = ['platforms', 'networks', 'campaigns', 'countries'] as const

type Filters = Partial<Record<(typeof FILTERS)[number], readonly string[] | undefined>>

/** Sorts the values of each filter. */
export function withSortedFilters<Query extends Filters>(query: Query): Query {
  return {
    ...query,
    ...Object.fromEntries(
      FILTERS.flatMap(name => (query[name] === undefined ? [] : [[name, query[name].toSorted()]])),
    ),
  }
}

export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => (isRecord(item) ? byKey(item) : item))
}

function isRecord(item: unknown): item is Record<string, unknown> {
  return typeof item === 'object' && item !== null && !Array.isArray(item)
}

function byKey(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A Parquet file ends with the footer's length, four bytes little-endian, and `PAR1`. */
const END_BYTES = 8

/**
 * Replaces the text `placeholder` in a Parquet file's footer by `value`; both below 128 bytes. The footer is one struct in Thrift's
 * compact protocol (https://github.com/apache/parquet-format, "File format"), in which only texts have a length: no other byte changes.
 */
export async function replaceInFooter(
  path: string,
  placeholder: string,
  value: string,
): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const end = await readAt(file, size - END_BYTES, END_BYTES)
    const start = size - END_BYTES - end.readUInt32LE(0)
    const footer = await readAt(file, start, size - END_BYTES - start)
    const text = lengthPrefixed(placeholder)
    const at = footer.indexOf(text)
    if (at === -1) throw new Error('the footer does not hold the placeholder')
    const changed = Buffer.concat([
      footer.subarray(0, at),
      lengthPrefixed(value),
      footer.subarray(at + text.length),
    ])
    end.writeUInt32LE(changed.length, 0)
    await file.write(Buffer.concat([changed, end]), 0, changed.length + END_BYTES, start)
    await file.truncate(start + changed.length + END_BYTES)
  } finally {
    await file.close()
  }
}

async function readAt(
  file: Awaited<ReturnType<typeof open>>,
  position: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  await file.read(buffer, 0, length, position)
  return buffer
}

function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.from([bytes.length, ...bytes])
}
