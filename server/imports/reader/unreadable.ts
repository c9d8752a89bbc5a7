import { DeliveryError, engineFault } from '../delivery-faults.ts'
import { parquetRule } from './parquet.ts'
import { csvRecords, RaggedRows } from './readable-copy.ts'

/** The errors of a file that DuckDB failed to read with `error`. */
export async function unreadable(
  source: { file: string; format: 'csv' | 'parquet'; path: string; header: readonly string[] },
  error: unknown,
): Promise<DeliveryError> {
  const { file, format, path, header } = source
  const fault = engineFault(error, { file })
  if (fault !== undefined) return new DeliveryError([fault])
  if (format === 'parquet') return new DeliveryError([{ file, rule: parquetRule(error) }])
  const ragged = new RaggedRows(file, header.length)
  for await (const { line, cells } of csvRecords(path)) ragged.add(line, cells)
  const { faults, total, groups } = ragged.findings()
  if (total > 0) return new DeliveryError(faults, total, groups)
  const line = /CSV Error on Line: (\d+)/.exec(String(error))?.[1]
  const rule = 'must be valid CSV (RFC 4180)'
  return new DeliveryError([{ file, ...(line === undefined ? {} : { row: Number(line) }), rule }])
}
