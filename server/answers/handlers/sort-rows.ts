import { parseSort } from '../analytics/file.ts'
import { mapInSlices, sortInSlices } from '../../core/runtime/slices.ts'

type Key = number | Buffer | null

function keyOf(value: unknown): Key {
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value)
  return typeof value === 'string' ? Buffer.from(value) : null
}

function compare(a: number | Buffer, b: number | Buffer): number {
  return typeof a === 'number' || typeof b === 'number'
    ? Number(a) - Number(b)
    : Buffer.compare(a, b)
}

/**
 * Sorts by a field (`sort`; undefined keeps the order), text in byte order, false before true, nulls and missing values last. Stable.
 * @param orders values of orders that are not fields
 */
export async function sortRows<Row extends object>(
  rows: readonly Row[],
  sort: string | undefined,
  orders: Readonly<Record<string, (row: Row) => number | null>> = {},
): Promise<readonly Row[]> {
  if (sort === undefined) return rows
  const { column, descending } = parseSort(sort)
  const sign = descending ? -1 : 1
  const keyed = await mapInSlices(rows, row => ({
    row,
    key: keyOf(orders[column]?.(row) ?? (row as Record<string, unknown>)[column]),
  }))
  const sorted = await sortInSlices(keyed, ({ key: a }, { key: b }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : sign * compare(a, b),
  )
  return sorted.map(({ row }) => row)
}

/** The rows of a list selected by `limit` and `offset`, and the number of all. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Row[] | { rows: Row[]; total: number } {
  return limit === undefined
    ? [...rows]
    : { rows: rows.slice(offset, offset + limit), total: rows.length }
}
