import { createHash } from 'node:crypto'
import { steadyClock, type SteadyClock } from '../runtime/shared-work.ts'
import type { Row } from './records.ts'

/** Bytes of a seal, which detects flipped bits but not manipulation. */
const LENGTH = 8

/** A short SHA-256 over a row's table and the names and values of its columns that are not null, so that added columns change no seal. */
export function sealOf(table: string, row: Row): Buffer {
  const values = Object.entries(row).filter(([name, value]) => name !== 'seal' && value !== null)
  const text = JSON.stringify([
    table,
    ...values.map(([name, value]) => [name, Buffer.isBuffer(value) ? [value.toString('base64')] : value]),
  ])
  return createHash('sha256').update(text).digest().subarray(0, LENGTH)
}

/** True for rows of a database without seals, whose pages have checksums. `row` must have all columns. */
export function isIntact(table: string, row: Row): boolean {
  if (!('seal' in row)) return true
  return Buffer.isBuffer(row['seal']) && row['seal'].equals(sealOf(table, row))
}

export type Tell = (line: string) => void

/** Minimum interval of reports of the same damage, ms. */
const REPORT_INTERVAL = 60_000

/** Reports damaged rows of a `SELECT *` and leaves them out. */
export function intactRows(table: string, tell: Tell, clock: SteadyClock = steadyClock): (rows: readonly Row[]) => Row[] {
  let reported = { rows: new Set<unknown>(), at: -Infinity }
  const report = ({ id }: Row): void => {
    if (clock() - reported.at > REPORT_INTERVAL) reported = { rows: new Set(), at: clock() }
    if (reported.rows.has(id)) return
    reported.rows.add(id)
    tell(`The record ${String(id)} in the table ${table} is damaged. It is ignored: run \`admin verify\``)
  }
  return rows =>
    rows.filter(row => {
      const isWhole = isIntact(table, row)
      if (!isWhole) report(row)
      return isWhole
    })
}
