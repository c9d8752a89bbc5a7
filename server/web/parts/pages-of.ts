import { MAX_LIMIT } from '../../../generated/vocabulary/vocabulary.ts'

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
  args: { limit?: number; offset?: number },
): Page[] {
  const isFirst = (args.offset ?? 0) === 0
  const back: Page[] = isFirst ? [] : [{ label: 'First rows', arguments: { offset: 0 } }]
  if (truncatedBy === 'limit' && isFirst && args.limit !== MAX_LIMIT)
    return [{ label: 'Show more', arguments: { limit: MAX_LIMIT } }]
  return nextOffset === undefined
    ? back
    : [...back, { label: 'Next rows', arguments: { offset: nextOffset } }]
}
