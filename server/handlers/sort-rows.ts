import { parseSort } from '../analytics/file.ts'

/** Sorts and pages lists: of REST, which have `sort`, `limit` and `offset`. */

type Key = number | Buffer | null

function keyOf(value: unknown): Key {
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value)
  return typeof value === 'string' ? Buffer.from(value) : null
}

function compare(a: number | Buffer, b: number | Buffer): number {
  return typeof a === 'number' || typeof b === 'number' ? Number(a) - Number(b) : Buffer.compare(a, b)
}

/** Sorts by a field (`sort`; undefined: as given), text in byte order, false before true, nulls and missing values last. Ties keep their order. */
export function sortRows<Row extends object>(rows: readonly Row[], sort: string | undefined): readonly Row[] {
  if (sort === undefined) return rows
  const { column, descending } = parseSort(sort)
  const sign = descending ? -1 : 1
  return rows
    .map(row => ({ row, key: keyOf((row as Record<string, unknown>)[column]) }))
    .sort((a, b) => (a.key === null || b.key === null ? Number(a.key === null) - Number(b.key === null) : sign * compare(a.key, b.key)))
    .map(({ row }) => row)
}

/** The rows of a list that takes `limit` and `offset`, and how many there are. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Row[] | { rows: Row[]; total: number } {
  return limit === undefined ? [...rows] : { rows: rows.slice(offset, offset + limit), total: rows.length }
}
