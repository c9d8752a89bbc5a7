import fc from '../../support/fast-check.ts'
import t from 'tap'
import { rowsOutcome } from '../../../mcp/tools/rows.ts'
import { RESULT_BYTES } from '../../../generated/vocabulary/vocabulary.ts'

t.test('a result may have exactly 36,000 bytes', async t => {
  // Rows of two-byte letters, the last as long as it takes.
  const columns = ['name']
  const head = { context: { name: 'é' } }
  const sized = (bytes: number) => {
    const rows = Array.from({ length: 15 }, () => ['ü'.repeat(1000)])
    const frame = {
      totalRows: 100,
      truncated: true,
      truncatedBy: 'limit',
      nextOffset: 100,
      note: 'é',
      ...head,
      columns,
      rows: [...rows, ['']],
    }
    return [...rows, ['x'.repeat(bytes - Buffer.byteLength(JSON.stringify(frame)))]]
  }
  t.equal(RESULT_BYTES, 36_000)
  for (const { bytes, kept, truncatedBy } of [
    { bytes: 36_000, kept: 16, truncatedBy: 'limit' },
    { bytes: 36_001, kept: 15, truncatedBy: 'size' },
  ]) {
    const { result, json } = rowsOutcome(head, columns, sized(bytes), {
      total: 100,
      offset: 0,
      notes: ['é'],
    })
    t.match(result, { totalRows: 100, truncated: true, truncatedBy, nextOffset: kept })
    t.strictSame(result.rows, sized(bytes).slice(0, kept))
    t.strictSame(JSON.parse(json), result)
    t.ok(Buffer.byteLength(json) <= bytes)
  }
})

t.test('consecutive pages contain all rows, each within the size limit', async () => {
  const row = fc.tuple(fc.string({ maxLength: 3000, unit: 'grapheme' }), fc.integer())
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.integer({ min: 1, max: 60 }), (all, limit) => {
      const seen: unknown[] = []
      let next: number | undefined = 0
      while (next !== undefined) {
        const offset: number = next
        const rows = all.slice(offset, offset + limit)
        const { result, json } = rowsOutcome<object, string | number>(
          {},
          ['text', 'number'],
          rows,
          { total: all.length, offset },
        )
        if (
          Buffer.byteLength(json) > RESULT_BYTES ||
          result.truncated !== (result.nextOffset !== undefined)
        )
          return false
        seen.push(...result.rows)
        next = result.nextOffset
      }
      return JSON.stringify(seen) === JSON.stringify(all)
    }),
    { numRuns: 100 },
  )
})

t.test('the greatest rows keep their order if they decide', async t => {
  const months = ['2026-02', '2026-01', '2026-03', '2026-01', '2026-03', '2026-02']
  const rows = months.map((month, index) => [month, index, 'x'.repeat(11_000)] as const)
  const keepGreatest = (row: readonly unknown[]) => String(row[0])
  const { result } = rowsOutcome({}, ['month', 'index', 'text'], rows, {
    total: 6,
    offset: 0,
    keepGreatest,
    cutAdvice: { size: 'Cut.' },
  })
  t.strictSame(
    result.rows.map(([month, index]) => [month, index]),
    [
      ['2026-02', 0],
      ['2026-03', 2],
      ['2026-03', 4],
    ],
  )
  t.match(result, { truncated: true, truncatedBy: 'size', advice: 'Cut.' })
  t.notOk('nextOffset' in result, 'what is left out does not come next')
  const all = rowsOutcome(
    {},
    ['month', 'index'],
    rows.map(([month, index]) => [month, index]),
    { total: 6, offset: 0, keepGreatest, cutAdvice: { size: 'Cut.' } },
  )
  t.strictSame(
    all.result.rows.map(([, index]) => index),
    [0, 1, 2, 3, 4, 5],
  )
  t.notOk('advice' in all.result)
})
