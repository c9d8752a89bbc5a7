import t from 'tap'
import { formatTable } from '../../../server/core/runtime/table.ts'

t.test('columns are aligned, whatever they contain', async t => {
  t.strictSame(
    formatTable([
      { name: '星屑サーガ', runs: 12, note: 'a' },
      { name: 'e\u0301tude', runs: 1234, note: null },
      { name: '\u001b[2Jx\n', runs: 0, note: 'c' },
    ]),
    [
      'name              runs  note',
      '星屑サーガ          12  a',
      'e\u0301tude            1,234  -',
      '\\u{1b}[2Jx\\u{a}      0  c',
    ],
  )
  t.strictSame(formatTable([]), [''])
})
