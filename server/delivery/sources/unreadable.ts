import { csvRecords } from '../csv/csv-records.ts'
import { DeliveryError, MOST_FAULTS, told, type DeliveryFault } from '../delivery-error.ts'
import { FIRST_PLACES, type FaultGroup } from '../fault-groups.ts'
import { parquetRule } from './parquet-rule.ts'
import type { Source } from './source.ts'

/** Numbers of fields that are told apart. */
const MOST_LENGTHS = 20

/** Turns an error of reading a file's rows into a refusal that says where. */
export async function unreadable(source: Pick<Source, 'file' | 'format' | 'path' | 'header'>, error: unknown): Promise<DeliveryError> {
  const { file, format, path, header } = source
  if (format === 'parquet') return new DeliveryError([{ file, rule: parquetRule(error) }])
  const faults: DeliveryFault[] = []
  const groups = new Map<string, FaultGroup>()
  let total = 0
  for await (const { line, cells } of csvRecords(path)) {
    if (cells.length === header.length) continue
    total++
    const own = fieldsRule(header.length, cells.length)
    const rule = groups.has(own) || groups.size < MOST_LENGTHS ? own : fieldsRule(header.length)
    let group = groups.get(rule)
    if (group === undefined) groups.set(rule, (group = { file, rule, count: 0, first: [] }))
    group.count++
    if (faults.length === MOST_FAULTS && group.first.length === FIRST_PLACES) continue
    const value = told(cells.join(','))
    if (group.first.length < FIRST_PLACES) group.first.push({ row: line, value })
    if (faults.length < MOST_FAULTS) faults.push({ file, row: line, value, rule })
  }
  if (total > 0) return new DeliveryError(faults, total, [...groups.values()])
  const line = /CSV Error on Line: (\d+)/.exec(String(error))?.[1]
  const rule = 'cannot be read as CSV after RFC 4180'
  return new DeliveryError([{ file, ...(line === undefined ? {} : { row: Number(line) }), rule }])
}

function fieldsRule(wanted: number, found?: number): string {
  const rule = `must have ${wanted} fields, as the header has`
  return found === undefined ? `${rule}: these lines have other numbers of them` : `${rule}: this line has ${found}`
}
