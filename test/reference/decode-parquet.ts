import { parquetMetadata, parquetReadObjects, type SchemaElement } from 'hyparquet'
import { gunzipSync } from 'node:zlib'
import type { Cell, ColumnType } from './expected.ts'
import type { DecodedFile } from './decode-csv.ts'

type Compressors = NonNullable<Parameters<typeof parquetReadObjects>[0]['compressors']>

/** A decoded Parquet file with its key-value metadata and the compression codecs of its column chunks. */
export interface DecodedParquet extends DecodedFile {
  metadata: Record<string, string>
  codecs: string[]
}

/** The file's own type of a column, as one of those in openapi.yaml. */
function columnType(element: SchemaElement): ColumnType {
  const logical = element.logical_type?.type
  const converted = element.converted_type
  if (element.type === 'INT32' && (logical === 'DATE' || converted === 'DATE')) return 'date'
  if (
    element.type === 'INT64' &&
    element.logical_type?.type === 'TIMESTAMP' &&
    element.logical_type.isAdjustedToUTC
  )
    return 'timestamp'
  if (element.type === 'INT64' && (logical === undefined || logical === 'INTEGER')) return 'int64'
  if (element.type === 'DOUBLE') return 'double'
  if (element.type === 'BYTE_ARRAY' && (logical === 'STRING' || converted === 'UTF8'))
    return 'string'
  throw new Error(
    `column ${element.name}: unexpected type ${element.type} ${logical ?? converted ?? ''}`,
  )
}

function cell(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null
  if (value instanceof Date)
    return type === 'date' ? value.toISOString().slice(0, 10) : value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number' || typeof value === 'string') return value
  throw new Error(`unexpected value ${String(value)}`)
}

/**
 * Reads a Parquet body with a reader that shares nothing with the engine which wrote it. Snappy and gzip are understood;
 * `compressors` adds others.
 */
export async function decodeParquet(
  body: Uint8Array,
  compressors: Compressors = {},
): Promise<DecodedParquet> {
  const file = new Uint8Array(body).buffer
  const metadata = parquetMetadata(file)
  const columns = metadata.schema
    .slice(1)
    .map(element => ({ name: element.name, type: columnType(element) }))
  const objects = await parquetReadObjects({
    file,
    metadata,
    compressors: { GZIP: input => gunzipSync(input), ...compressors },
  })
  return {
    columns,
    rows: objects.map(object => columns.map(({ name, type }) => cell(object[name], type))),
    metadata: Object.fromEntries(
      (metadata.key_value_metadata ?? []).map(({ key, value }) => [key, value ?? '']),
    ),
    codecs: [
      ...new Set(
        metadata.row_groups.flatMap(group =>
          group.columns.map(column => column.meta_data?.codec ?? 'none'),
        ),
      ),
    ],
  }
}
