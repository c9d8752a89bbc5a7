import assert from 'node:assert/strict'
import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { splitList } from '../../../../server/core/checks/comma-list.ts'
import { formatList } from '../../../support/format-list.ts'

t.test('a list survives writing and reading', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', ',', 'a', ' ') }),
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1 }), values => {
      assert.deepEqual(splitList(formatList(values)), { items: values })
    }),
    { numRuns: 300 },
  )
})

t.test('items are quoted only if necessary', async t => {
  t.equal(
    formatList(['US, Tier 1', 'Other', '"A"', 'a"b', ' x ']),
    '"US, Tier 1",Other,"""A""",a"b, x ',
  )
})

t.test('lists are parsed', async t => {
  const cases: [string, string[]][] = [
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['"US, Tier 1",Other', ['US, Tier 1', 'Other']],
    ['"a"', ['a']],
    ['5" screen,b', ['5" screen', 'b']],
    ['"say ""hi"", you",b', ['say "hi", you', 'b']],
    ['""', ['']],
    ['""""', ['"']],
    [' a, b ', [' a', ' b ']],
  ]
  for (const [text, items] of cases) t.strictSame(splitList(text), { items }, text)
})

t.test('malformed lists are refused', async t => {
  const cases: [string, RegExp][] = [
    ['', /^must not be empty$/],
    [',a', /empty value, as item 1 is/],
    ['a,', /empty value, as item 2 is/],
    ['a,,b', /empty value, as item 2 is/],
    ['"a",', /empty value, as item 2 is/],
    ['a,"US"x', /stray double quote; item 2/],
    ['"US" ,b', /stray double quote; item 1/],
    ['b,"US, Tier 1', /item 2 has no closing double quote/],
    ['"', /item 1 has no closing double quote/],
    ['"""', /item 1 has no closing double quote/],
  ]
  for (const [text, fault] of cases) t.match(splitList(text), { fault }, text)
})
