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

/** The requested part of a list. */
export interface ListPage {
  /** A field or another order, descending after `-`; undefined keeps the list's order. */
  sort?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Values of orders that are not fields, by the rows' `id`. */
export type ListOrders = Readonly<Record<string, ReadonlyMap<unknown, number | null>>>

/** The requested part of a list, and the number of all its rows. */
export async function pageOf(
  all: readonly unknown[],
  { sort, limit, offset = 0 }: ListPage = {},
  orders: ListOrders = {},
): Promise<{ rows: readonly unknown[]; total: number }> {
  const rows = sort === undefined ? all : await sortRows(all, sort, orders)
  return {
    rows: limit === undefined ? rows : rows.slice(offset, offset + limit),
    total: rows.length,
  }
}

/** Stable; text in byte order, false before true, nulls and missing values last. */
async function sortRows(
  rows: readonly unknown[],
  sort: string,
  orders: ListOrders,
): Promise<readonly unknown[]> {
  const { column, descending } = parseSort(sort)
  const sign = descending ? -1 : 1
  const order = orders[column]
  const keyed = await mapInSlices(rows as readonly Record<string, unknown>[], row => ({
    row,
    key: keyOf(order === undefined ? row[column] : order.get(row['id'])),
  }))
  const sorted = await sortInSlices(keyed, ({ key: a }, { key: b }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : sign * compare(a, b),
  )
  return sorted.map(({ row }) => row)
}
