import t from 'tap'
import { sum } from '../../../../server/core/formulas/sums.ts'
import {
  CARRYOVERS,
  carried,
  regressorsOf,
} from '../../../../server/forecast/response/regressors.ts'

t.test('a step takes effect day by day, in the carried shares', async t => {
  const step = Float64Array.from({ length: 40 }, (_, day) => (day < 10 ? 0 : 1))
  const known = step.map(() => 1)
  t.strictSame(carried(step, known, 0), step)
  const half = carried(step, known, 0.5)
  t.equal(half[9], 0)
  ;[0.5, 0.75, 0.875].forEach((value, lag) =>
    t.ok(Math.abs(half[10 + lag]! - value) < 1e-3, `${lag}`),
  )
  t.ok(Math.abs(carried(step, known, 0.92)[24]! - 1) < 1e-12, 'all of it comes within 14 days')
})

t.test('days without spend are 0, and following days skip them', async t => {
  const known = Float64Array.of(1, 0, 1, 1)
  t.strictSame(carried(Float64Array.of(2, 0, 2, 2), known, 0.5), Float64Array.of(2, 0, 2, 2))
})

t.test("the distance to today's spend is squared", async t => {
  const moved = Float64Array.from([0, 0, 0.5])
  const rest = new Float64Array(3)
  const all = regressorsOf({
    known: Float64Array.of(1, 1, 1),
    moved,
    slow: rest,
    fast: rest,
    jumps: [],
    errorShare: 0,
    autocorrelation: { value: 0, days: 3 },
  })
  t.equal(all.length, CARRYOVERS.length)
  t.strictSame([...all[0]![1]!], [0.25, 0.25, 0])
  t.ok(Math.abs(sum(CARRYOVERS, ({ prior }) => prior) - 1) < 1e-12)
})
