import { csvRecords } from '../csv/csv-records.ts'
import { DeliveryError, LISTED_FAULTS, LONGEST_VALUE, type DeliveryFault } from '../delivery-error.ts'
import { parquetRule } from './parquet-rule.ts'
import type { Source } from './source.ts'

/** Turns an error of reading a file's rows into a refusal that says where. */
export async function unreadable(source: Pick<Source, 'file' | 'format' | 'path' | 'header'>, error: unknown): Promise<DeliveryError> {
  const { file, format, path, header } = source
  if (format === 'parquet') return new DeliveryError([{ file, rule: parquetRule(error) }])
  const faults: DeliveryFault[] = []
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
