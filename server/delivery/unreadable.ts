import { csvRecords } from './csv/csv-records.ts'
import { DeliveryError, LISTED_FAULTS, LONGEST_VALUE, type Fault } from './delivery-error.ts'
import type { Source } from './source.ts'

/** What DuckDB says, the names it quotes left out, and what we say. */
const PARQUET_RULES: [said: RegExp, rule: string][] = [
  [/no magic bytes|too small to be/i, 'must be a whole Parquet file: it is cut off, or no Parquet at all'],
  [/encrypt/i, 'must not be encrypted'],
  [/UTF-?8|string encoding/i, 'must be UTF-8'],
  [/unsupported compression/i, 'must be uncompressed or compressed with snappy, gzip, zstd, lz4 or brotli'],
]

/** Turns an error of reading a file's rows into a refusal that says where. */
export async function unreadable(source: Source, error: unknown): Promise<DeliveryError> {
  const { file, format, path, header } = source
  if (format === 'parquet') return new DeliveryError([{ file, rule: parquetRule(error) }])
  const faults: Fault[] = []
  let total = 0
  for await (const { line, cells } of csvRecords(path)) {
    if (cells.length === header.length) continue
    total++
    if (faults.length < LISTED_FAULTS) {
      const rule = `must have ${header.length} fields, as the header has`
      faults.push({ file, row: line, value: cells.join(',').slice(0, LONGEST_VALUE), rule: `${rule}: this line has ${cells.length}` })
    }
  }
  if (total > 0) return new DeliveryError(faults, total)
  const line = /CSV Error on Line: (\d+)/.exec(String(error))?.[1]
  const rule = 'cannot be read as CSV after RFC 4180'
  return new DeliveryError([{ file, ...(line === undefined ? {} : { row: Number(line) }), rule }])
}

/** What a Parquet file breaks that DuckDB cannot read, without a word of its own: it names paths of the server. */
export function parquetRule(error: unknown): string {
  const message = String(error).replace(/"[^"]*"|'[^']*'/g, '')
  return PARQUET_RULES.find(([said]) => said.test(message))?.[1] ?? 'cannot be read as Parquet: it may be damaged'
}
