import type { ExpectedList } from './expected.ts'
import { compareBytes } from './identity.ts'
import type { Page } from './request-types.ts'

type Item = Record<string, unknown>

/** By a field, the other way where its name follows a minus; what is null, or not there, is last. */
export function compareFields(a: Item, b: Item, sort: string): number {
  const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1]
  const [one, other] = [a[field] ?? null, b[field] ?? null]
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return (
    sign *
    (typeof one === 'number' && typeof other === 'number'
      ? one - other
      : compareBytes(String(one), String(other)))
  )
}

/** The rows of a page, sorted by a field. */
export function sortedPage(items: readonly Item[], { sort, ...page }: Page): ExpectedList {
  const sorted = sort === undefined ? items : items.toSorted((a, b) => compareFields(a, b, sort))
  return pageOf(sorted, page)
}

/** The rows of a page. */
export function pageOf(
  items: readonly Item[],
  { limit, offset = 0 }: Omit<Page, 'sort'>,
): ExpectedList {
  return {
    kind: 'list',
    items: limit === undefined ? [...items] : items.slice(offset, offset + limit),
    totalRows: items.length,
  }
}
