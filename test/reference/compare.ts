import { isDeepStrictEqual } from 'node:util'
import { decodeCsv, type DecodedFile } from './decode-csv.ts'
import { decodeParquet } from './decode-parquet.ts'
import {
  Accepts,
  type Cell,
  type Column,
  type ExpectedFile,
  type ExpectedList,
  type ExpectedObject,
} from './expected.ts'

const RELATIVE = 1e-12
const TIE = 1.000001e-4
const MARK = Buffer.from('\uFEFF')

/** Two doubles agree up to the last bits of a division. */
export function closeTo(expected: number, actual: number): boolean {
  return Math.abs(expected - actual) <= RELATIVE * Math.max(Math.abs(expected), Math.abs(actual))
}

function sameCell(
  expected: Cell,
  actual: Cell,
  { type, within = 0 }: Column,
  tie: boolean,
): boolean {
  if (typeof expected !== 'number' || typeof actual !== 'number' || type === 'int64')
    return expected === actual
  return (
    closeTo(expected, actual) ||
    Math.abs(expected - actual) <= within ||
    (tie && Math.abs(expected - actual) <= TIE)
  )
}

/** The first difference between a file and what it must be, in words; undefined when they agree in every cell. */
export function compareDecoded(expected: ExpectedFile, actual: DecodedFile): string | undefined {
  const want = expected.columns.map(column => `${column.name} ${column.type}`)
  const have = actual.columns.map(column => `${column.name} ${column.type}`)
  if (!isDeepStrictEqual(want, have))
    return `columns: expected ${want.join(', ')}; got ${have.join(', ')}`
  for (const [index, row] of expected.rows.entries()) {
    const other = actual.rows[index]
    if (other === undefined) break
    for (const [position, column] of expected.columns.entries()) {
      const cell = row[position] ?? null
      const got = other[position] ?? null
      if (!sameCell(cell, got, column, expected.ties.has(`${index}:${column.name}`))) {
        return (
          `row ${index}, ${column.name}: expected ${JSON.stringify(cell)}, got ${JSON.stringify(got)}\n` +
          `expected row ${JSON.stringify(row)}\nactual row   ${JSON.stringify(other)}`
        )
      }
    }
  }
  if (expected.rows.length !== actual.rows.length) {
    const shared = Math.min(expected.rows.length, actual.rows.length)
    const beyond = expected.rows[shared] ?? actual.rows[shared]
    return `expected ${expected.rows.length} rows, got ${actual.rows.length}; first beyond: ${JSON.stringify(beyond)}`
  }
  return undefined
}

/** The same for a response body in the request's format. */
export async function compareFile(
  expected: ExpectedFile,
  body: Uint8Array,
): Promise<string | undefined> {
  try {
    if (expected.marked && !MARK.equals(body.subarray(0, MARK.length))) return 'no byte order mark'
    const text = expected.marked ? body.subarray(MARK.length) : body
    const actual =
      expected.format === 'csv' ? decodeCsv(text, expected.columns) : await decodeParquet(body)
    return compareDecoded(expected, actual)
  } catch (error) {
    return `unreadable ${expected.format}: ${String(error)}`
  }
}

function sameValue(expected: unknown, actual: unknown): boolean {
  if (expected instanceof Accepts) return expected.accepts(actual)
  if (
    typeof expected === 'object' &&
    expected !== null &&
    typeof actual === 'object' &&
    actual !== null
  ) {
    const [want, have] = [Object.entries(expected), actual as Record<string, unknown>]
    if (
      Array.isArray(expected) !== Array.isArray(actual) ||
      want.length !== Object.keys(have).length
    )
      return false
    return want.every(([name, value]) => Object.hasOwn(have, name) && sameValue(value, have[name]))
  }
  if (typeof expected !== 'number' || typeof actual !== 'number') return expected === actual
  return closeTo(expected, actual)
}

/** The first difference between a JSON object and what it must be; undefined when they agree in every field. */
export function compareObject(expected: ExpectedObject, actual: unknown): string | undefined {
  return compareList({ kind: 'list', items: [expected.value] }, [actual])
}

/** The first difference between a JSON array and what it must be; undefined when they agree in every field. */
export function compareList(expected: ExpectedList, actual: unknown): string | undefined {
  if (!Array.isArray(actual)) return `expected an array, got ${JSON.stringify(actual)}`
  for (const [index, item] of expected.items.entries()) {
    const other = actual[index] as Record<string, unknown> | undefined
    if (other === undefined) break
    for (const name of new Set([...Object.keys(item), ...Object.keys(other)])) {
      if (
        !Object.hasOwn(item, name) ||
        !Object.hasOwn(other, name) ||
        !sameValue(item[name], other[name])
      ) {
        return (
          `item ${index}, ${name}: expected ${JSON.stringify(item[name])}, got ${JSON.stringify(other[name])}\n` +
          `expected item ${JSON.stringify(item)}\nactual item   ${JSON.stringify(other)}`
        )
      }
    }
  }
  return expected.items.length === actual.length
    ? undefined
    : `expected ${expected.items.length} items, got ${actual.length}`
}

/** Whether a file is named as expected, whatever the hash of the report's parameters. */
export function sameFileName(expected: ExpectedFile, actual: string): boolean {
  const end = /-########\.(csv|parquet)$/.exec(expected.fileName)
  if (end === null) return expected.fileName === actual
  const stem = expected.fileName.slice(0, end.index)
  return (
    actual.startsWith(`${stem}-`) &&
    new RegExp(`^-[0-9a-f]{8}\\.${end[1]}$`).test(actual.slice(stem.length))
  )
}
