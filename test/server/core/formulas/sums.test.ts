import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { addUp, explain, paybackOf, type Sums } from '../../../../server/core/formulas/sums.ts'

const cents = fc.integer({ min: 0, max: 10_000_000 }).map(value => value / 100)
const sums: fc.Arbitrary<Sums> = fc.record({
  spend: cents,
  installs: fc.nat(5000),
  organic: fc.nat(5000),
  revenue: fc.array(fc.oneof({ weight: 9, arbitrary: cents }, fc.constant(null)), {
    minLength: 3,
    maxLength: 3,
  }),
})

t.test('a sum does not depend on the order of its rows', async () => {
  fc.assert(
    fc.property(fc.array(sums, { maxLength: 30 }), rows => {
      t.same(addUp(rows, 3), addUp(rows.toReversed(), 3))
    }),
    { numRuns: 200 },
  )
})

t.test('revenue is unknown if that of one row is', async t => {
  const row = { spend: 1, installs: 2, organic: 3, revenue: [1, null] }
  t.same(addUp([row, { ...row, revenue: [2, 5] }], 2), {
    spend: 2,
    installs: 4,
    organic: 6,
    revenue: [3, null],
  })
  t.same(addUp([], 2), { spend: 0, installs: 0, organic: 0, revenue: [0, 0] })
})

t.test('contributions add up to the change of the total', async () => {
  const ratio = fc.record({ top: cents, bottom: fc.oneof(cents, fc.constant(0)) })
  fc.assert(
    fc.property(
      fc.array(fc.record({ now: ratio, before: ratio }), { minLength: 1, maxLength: 12 }),
      groups => {
        const total = (of: 'now' | 'before', part: 'top' | 'bottom') =>
          groups.reduce((sum, group) => sum + group[of][part], 0)
        const parts = explain(groups)
        if (total('now', 'bottom') === 0 || total('before', 'bottom') === 0)
          return parts.every(({ mix }) => mix === null)
        const change =
          total('now', 'top') / total('now', 'bottom') -
          total('before', 'top') / total('before', 'bottom')
        const sum = parts.reduce((sum, { rate, mix }) => sum + rate! + mix!, 0)
        const scale = Math.max(1, ...groups.flatMap(({ now, before }) => [now.top, before.top]))
        return Math.abs(sum - change) <= 1e-6 * Math.max(1, Math.abs(change)) * scale
      },
    ),
    { numRuns: 300 },
  )
})

t.test('a group that changed only its share counts as mix', async t => {
  const parts = explain([
    { before: { top: 50, bottom: 100 }, now: { top: 25, bottom: 50 } },
    { before: { top: 100, bottom: 100 }, now: { top: 150, bottom: 150 } },
  ])
  t.same(
    parts.map(({ rate }) => rate),
    [0, 0],
  )
  t.ok(Math.abs(parts[0]!.mix! + parts[1]!.mix! - 0.125) < 1e-12)
})

t.test('an unknown numerator has no contribution', async t => {
  t.same(explain([{ before: { top: null, bottom: 1 }, now: { top: 1, bottom: 1 } }]), [
    { mix: null, rate: null },
  ])
})

t.test('payback is interpolated between DSIs', async t => {
  const of = (revenue: (number | null)[], spend = 100) =>
    paybackOf({ spend, installs: 1, organic: 0, revenue }, [0, 7, 30])
  t.equal(of([20, 60, 120]), 22.3)
  t.equal(of([100, 110, 120]), 0, 'the first DSI if it suffices there')
  t.equal(of([20, null, 180]), 15, 'across an unknown DSI')
  t.equal(of([20, 60, 99]), null)
  t.equal(of([20, 60, 120], 0), null)
})
