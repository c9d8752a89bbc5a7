/** The contract's largest page. */
const MAX_ROWS = 500

export interface Page {
  label: string
  arguments: { limit?: number; offset?: number }
}

interface Cut {
  truncatedBy?: 'limit' | 'size'
  nextOffset?: number
}

/** Links for a truncated result: a larger page, the next page, the first page. */
export function pagesOf(
  { truncatedBy, nextOffset }: Cut,
  given: { limit?: number; offset?: number },
): Page[] {
  const isFirst = (given.offset ?? 0) === 0
  const back: Page[] = isFirst ? [] : [{ label: 'First rows', arguments: { offset: 0 } }]
  if (truncatedBy === 'limit' && isFirst && given.limit !== MAX_ROWS)
    return [{ label: 'Show more', arguments: { limit: MAX_ROWS } }]
  return nextOffset === undefined
    ? back
    : [...back, { label: 'Next rows', arguments: { offset: nextOffset } }]
}
