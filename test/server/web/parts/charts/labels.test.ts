import fc from '../../../../support/fast-check.ts'
import t from 'tap'
import {
  joinLetters,
  placeLabel,
  spreadLabels,
  thinLabels,
  widthOf,
} from '../../../../../server/web/parts/charts/labels.ts'

t.test('labels of a column keep their distance and order', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.float({ min: 20, max: 114, noNaN: true }), { minLength: 1, maxLength: 4 }),
      at => {
        const placed = spreadLabels(at, 14, 20, 114)
        const order = at.map((_, index) => index).sort((a, b) => at[a]! - at[b]! || a - b)
        order.forEach((index, rank) => {
          t.ok(placed[index]! >= 20 - 1e-9 && placed[index]! <= 114 + 1e-9)
          if (rank > 0) t.ok(placed[index]! - placed[order[rank - 1]!]! >= 14 - 1e-9)
        })
      },
    ),
    { numRuns: 200 },
  )
})

t.test('labels that have room stay where they are', async t => {
  t.same(spreadLabels([30, 80], 14, 20, 114), [30, 80])
  t.same(spreadLabels([50, 50], 14, 20, 114), [43, 57], 'two move half each')
  t.same(spreadLabels([60, 50, 55], 14, 20, 114), [69, 41, 55], 'three stay around their mean')
})

t.test('labels below an axis do not touch, and the last is shown', async () => {
  const texts = fc.array(fc.constantFrom('Nov 16', 'Oct 5', 'Sep 28, 2025', '9'), {
    minLength: 1,
    maxLength: 60,
  })
  fc.assert(
    fc.property(texts, fc.integer({ min: 120, max: 900 }), (names, width) => {
      const at = names.map(
        (_, index) => 40 + (index * (width - 90)) / Math.max(1, names.length - 1),
      )
      const placed = thinLabels(at, names, width)
      t.equal(placed.at(-1)?.index, names.length - 1)
      placed.forEach(({ index, x }, rank) => {
        t.ok(x >= 0 && x + widthOf(names[index]!) <= width + 1e-9)
        const before = placed[rank - 1]
        if (before !== undefined) t.ok(before.x + widthOf(names[before.index]!) + 10 <= x + 1e-9)
      })
    }),
    { numRuns: 200 },
  )
})

t.test('letters that would overlap share a label', async t => {
  const marks = [
    { x: 10, letter: 'A' },
    { x: 12, letter: 'B' },
    { x: 14, letter: 'C' },
    { x: 90, letter: 'D' },
  ]
  t.same(joinLetters(marks), [
    { x: 12, text: 'A–C' },
    { x: 90, text: 'D' },
  ])
  t.same(
    joinLetters([
      { x: 10, letter: 'A' },
      { x: 24, letter: 'E' },
      { x: 70, letter: 'F' },
    ]),
    [
      { x: 17, text: 'A+1' },
      { x: 70, text: 'F' },
    ],
    'letters beside each other are joined, too; E does not follow A',
  )
})

t.test('a label makes room for others, on the nearer side within the chart', async t => {
  t.equal(placeLabel(50, [80], 14, 20, 114), 50)
  t.equal(placeLabel(50, [55], 14, 20, 114), 41)
  t.equal(placeLabel(50, [45, 30], 14, 20, 114), 59)
  t.equal(placeLabel(22, [24], 14, 20, 114), 38)
})
