import { type FileMetaData, parquetMetadataAsync, type SchemaElement } from 'hyparquet'
import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { DataFile } from '../../common/parquet-groups.ts'
import type { Objects } from '../objects/objects.ts'

export interface Field {
  name: string
  /** "Primitive Types". */
  type: string
  nullable: true
  metadata: Record<string, never>
}

export interface Footer {
  fields: Field[]
  /** JSON: "Per-file Statistics". */
  stats: string
}

/** Bytes that hold most footers. */
const FIRST_READ = 131_072

/** As the reference implementation: its default of `delta.dataSkippingNumIndexedCols`. */
const MAX_COLUMNS = 32

export async function readFooter(objects: Objects, { file, bytes }: DataFile & { bytes: number }): Promise<Footer> {
  return await footerOf(bytes, async (start, end) => await buffer(await objects.get(file, { range: { start, end } })))
}

/** Before the upload: costs no request. */
export async function readLocalFooter(path: string, bytes: number): Promise<Footer> {
  const file = await open(path)
  try {
    return await footerOf(bytes, async (start, end) => {
      const read = Buffer.alloc(end - start)
      const { bytesRead } = await file.read(read, 0, read.length, start)
      return read.subarray(0, bytesRead)
    })
  } finally {
    await file.close()
  }
}

/** Columns and statistics of a data file, from its last bytes. */
async function footerOf(bytes: number, read: (start: number, end: number) => Promise<Buffer>): Promise<Footer> {
  const metadata = await parquetMetadataAsync(
    {
      byteLength: bytes,
      async slice(start, end = bytes) {
        const part = await read(start, end)
        return part.buffer.slice(part.byteOffset, part.byteOffset + part.length) as ArrayBuffer
      },
    },
    { initialFetchSize: FIRST_READ },
  )
  const columns = metadata.schema.slice(1)
  const fields = columns.map((column): Field => ({ name: column.name, type: deltaType(column), nullable: true, metadata: {} }))
  return { fields, stats: JSON.stringify(statistics(metadata, fields.slice(0, MAX_COLUMNS))) }
}

/** Types that imports write, by "Delta Data Type to Parquet Type Mappings". */
function deltaType({ name, type, converted_type: converted, precision, scale }: SchemaElement): string {
  const kind = converted ?? type
  if (kind === 'DECIMAL') return `decimal(${precision},${scale ?? 0})`
  const found = kind === undefined ? undefined : TYPES[kind]
  if (found === undefined) throw new Error(`the column ${name} has a type that open tables do not have: ${kind}`)
  return found
}

const TYPES: Record<string, string> = {
  BOOLEAN: 'boolean',
  DATE: 'date',
  DOUBLE: 'double',
  INT_32: 'integer',
  INT32: 'integer',
  INT_64: 'long',
  INT64: 'long',
  UTF8: 'string',
}

type Bound = number | string

interface Statistics {
  numRecords: number
  minValues: Record<string, Bound>
  maxValues: Record<string, Bound>
  nullCount: Record<string, number>
}

/** Bounds only of whole numbers and dates: decimals would be rounded here, and texts are names. */
function statistics(metadata: FileMetaData, fields: readonly Field[]): Statistics {
  const found: Statistics = { numRecords: Number(metadata.num_rows), minValues: {}, maxValues: {}, nullCount: {} }
  for (const [index, { name, type }] of fields.entries()) {
    const chunks = metadata.row_groups.map(group => group.columns[index]?.meta_data)
    const nulls = chunks.map(chunk => chunk?.statistics?.null_count)
    if (nulls.includes(undefined)) continue
    found.nullCount[name] = nulls.reduce<number>((sum, count) => sum + Number(count), 0)
    if (!['date', 'integer', 'long'].includes(type)) continue
    const filled = chunks.filter((chunk, group) => Number(nulls[group]) < Number(chunk!.num_values))
    const low = filled.map(chunk => bound(chunk!.statistics!.min_value))
    const high = filled.map(chunk => bound(chunk!.statistics!.max_value))
    if (filled.length === 0 || low.includes(undefined) || high.includes(undefined)) continue
    found.minValues[name] = low.reduce((one, other) => (other! < one! ? other : one))!
    found.maxValues[name] = high.reduce((one, other) => (other! > one! ? other : one))!
  }
  return found
}

function bound(value: unknown): Bound | undefined {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  const number = typeof value === 'bigint' ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : undefined
}
