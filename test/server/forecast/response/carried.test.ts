import t from 'tap'
import {
  CARRIED,
  CARRIED_PRIOR,
  carried,
  regressorsOf,
} from '../../../../server/forecast/response/carried.ts'

t.test('a step takes effect day by day, in the carried shares', async t => {
  const step = Float64Array.from({ length: 40 }, (_, day) => (day < 10 ? 0 : 1))
  t.equal(carried(step, 0), step)
  const half = carried(step, 0.5)
  t.equal(half[9], 0)
  ;[0.5, 0.75, 0.875].forEach((value, lag) =>
    t.ok(Math.abs(half[10 + lag]! - value) < 1e-3, `${lag}`),
  )
  t.ok(Math.abs(carried(step, 0.92)[24]! - 1) < 1e-12, 'all of it comes within 14 days')
})

t.test('days without spend stay unknown, and following days skip them', async t => {
  const carriedSpend = carried(Float64Array.from([2, NaN, 2, 2]), 0.5)
  t.ok(Number.isNaN(carriedSpend[1]!))
  t.strictSame([carriedSpend[0], carriedSpend[2], carriedSpend[3]], [2, 2, 2])
})

t.test("the distance to today's spend is squared", async t => {
  const moved = Float64Array.from([0, 0, 0.5])
  const rest = new Float64Array(3)
  const all = regressorsOf({
    moved,
    slow: rest,
    fast: rest,
    jumps: [],
    unsure: 0,
    lasting: { autocorrelation: 0, days: 3 },
  })
  t.equal(all.length, CARRIED.length)
  t.strictSame([...all[0]![1]!], [0.25, 0.25, 0])
  t.ok(Math.abs(CARRIED_PRIOR.reduce((sum, one) => sum + one, 0) - 1) < 1e-12)
})
