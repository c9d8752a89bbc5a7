type Row = Record<string, unknown>

/** The rows of a Parquet file. */
export async function parquetRows(bytes: Uint8Array<ArrayBuffer>): Promise<object[]> {
  const { parquetMetadata, parquetReadObjects } = await import('hyparquet')
  const metadata = parquetMetadata(bytes.buffer)
  const rows: Row[] = await parquetReadObjects({ file: bytes.buffer, metadata })
  for (const { name, converted_type: type, logical_type: logical } of metadata.schema.slice(1)) {
    const write = type === 'DATE' ? day : logical?.type === 'TIMESTAMP' || type?.startsWith('TIMESTAMP') ? moment : plain
    // What a column holds in one row it holds in all of them, but for nulls.
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
