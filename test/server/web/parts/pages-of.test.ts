import t from 'tap'
import { pagesOf } from '../../../../server/web/parts/pages-of.ts'

t.test('rows beyond the first page can be reached page by page, and back', async t => {
  const labels = (...args: Parameters<typeof pagesOf>) => pagesOf(...args).map(({ label }) => label)
  t.strictSame(labels({}, {}), [])
  t.strictSame(pagesOf({ truncatedBy: 'limit', nextOffset: 100 }, {}), [
    { label: 'Show more', arguments: { limit: 500 } },
  ])
  t.strictSame(pagesOf({ truncatedBy: 'size', nextOffset: 230 }, { limit: 500 }), [
    { label: 'Next rows', arguments: { offset: 230 } },
  ])
  t.strictSame(labels({ truncatedBy: 'limit', nextOffset: 500 }, { limit: 500 }), ['Next rows'])
  t.strictSame(labels({ truncatedBy: 'size', nextOffset: 460 }, { limit: 500, offset: 230 }), [
    'First rows',
    'Next rows',
  ])
  t.strictSame(labels({}, { limit: 500, offset: 460 }), ['First rows'])
})
