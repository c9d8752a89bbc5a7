import { hash } from 'node:crypto'
import { steadyClock, type SteadyClock } from '../../core/runtime/shared-work.ts'
import type { Row } from './records.ts'

/** Hexadecimal digits of a seal, which detects flipped bits but not manipulation. */
const LENGTH = 16

/**
 * A short SHA-256 over a row's table and the names, types and values of its columns that are not null, so that added columns change no seal.
 * JSON tells texts from numbers; bytes are marked.
 */
export function sealOf(table: string, row: Row): Buffer {
  return Buffer.from(digestOf(table, row), 'hex')
}

/** JSON is put together here: whole tables are checked. */
function digestOf(table: string, row: Row): string {
  let text = `["${table}"`
  for (const name of Object.keys(row)) {
    const value = row[name]!
    if (value === null || name === 'seal') continue
    text += `,["${name}",${JSON.stringify(Buffer.isBuffer(value) ? [value.toString('base64')] : value)}]`
  }
  return hash('sha256', `${text}]`).slice(0, LENGTH)
}

/** True for rows of a database without seals, whose pages have checksums. `row` must have all columns. */
export function isIntact(table: string, row: Row): boolean {
  if (!('seal' in row)) return true
  return Buffer.isBuffer(row['seal']) && row['seal'].toString('hex') === digestOf(table, row)
}

export type Tell = (line: string) => void

/** Minimum interval of reports of the same damage, ms. */
const REPORT_INTERVAL = 60_000

/** Reports damaged rows of a `SELECT *` and leaves them out. */
export function intactRows(
  table: string,
  tell: Tell,
  clock: SteadyClock = steadyClock,
): (rows: readonly Row[]) => Row[] {
  let reported = { rows: new Set<unknown>(), at: -Infinity }
  const report = ({ id }: Row): void => {
    if (clock() - reported.at > REPORT_INTERVAL) reported = { rows: new Set(), at: clock() }
    if (reported.rows.has(id)) return
    reported.rows.add(id)
    tell(
      `The record ${String(id)} in the table ${table} is damaged. It is ignored: run \`admin verify\``,
    )
  }
  return rows =>
    rows.filter(row => {
      const isWhole = isIntact(table, row)
      if (!isWhole) report(row)
      return isWhole
    })
}
