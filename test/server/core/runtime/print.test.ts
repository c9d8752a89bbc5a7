import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { printable } from '../../../../server/core/runtime/print.ts'

t.test('control characters are printed, not executed', async t => {
  t.equal(
    printable('\u001b[2J\u009b31m\u007f\r\nrow'),
    '\\u{1b}[2J\\u{9b}31m\\u{7f}\\u{d}\\u{a}row',
  )
  t.equal(
    printable('a\u202eb\u2066c\u200fd\u061ce\u2028f\u200bg\ufeffh\ud800i'),
    'a\\u{202e}b\\u{2066}c\\u{200f}d\\u{61c}e\\u{2028}f\\u{200b}g\\u{feff}h\\u{d800}i',
  )
  for (const name of [
    'Größe (neu) – 報告',
    '星屑サーガ',
    'می‌خواهم',
    '👨‍👩‍👧 🚀',
    'tab-less \\ "quotes"',
  ])
    t.equal(printable(name), name)
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      name =>
        !/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(printable(name)) &&
        printable(printable(name)) === printable(name),
    ),
  )
})
