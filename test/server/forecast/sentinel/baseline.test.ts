import t from 'tap'
import { Baseline, type Limits } from '../../../../server/forecast/sentinel/baseline.ts'
import { median } from '../../../../server/forecast/model/median.ts'

const limits: Limits = { up: Math.log(1.8), down: Math.log(1.8), sigmas: 6 }
const FLOOR = 0.05
const MONDAY = 19_723

/** Small deviations that repeat. */
function wobble(day: number): number {
  return 0.03 * Math.sin(day * 2.3)
}

function fed(days: number, of = wobble): Baseline {
  const baseline = new Baseline()
  for (let day = 0; day < days; day++) baseline.add(of(day), MONDAY + day)
  return baseline
}

t.test('nothing is judged before two weeks are known', t => {
  t.equal(fed(13).judge(5, MONDAY + 13, FLOOR, limits).isBeyond, false)
  t.equal(fed(14).judge(5, MONDAY + 14, FLOOR, limits).isBeyond, true)
  t.end()
})

t.test('a day must exceed the smallest deviation and the usual spread', t => {
  const baseline = fed(40)
  t.equal(
    baseline.judge(Math.log(1.7), MONDAY + 40, FLOOR, limits).isBeyond,
    false,
    'below 1.8 times',
  )
  t.equal(baseline.judge(Math.log(1.9), MONDAY + 40, FLOOR, limits).isBeyond, true)
  t.equal(
    baseline.judge(-Math.log(1.9), MONDAY + 40, FLOOR, limits).isBeyond,
    true,
    'downwards too',
  )
  t.equal(
    baseline.judge(Math.log(1.9), MONDAY + 40, 0.2, limits).isBeyond,
    false,
    'few counts are unsure by themselves',
  )
  t.end()
})

t.test('a deviation that already occurred in the history is usual', t => {
  const baseline = fed(40, day => (day === 20 ? 0.9 : wobble(day)))
  t.equal(baseline.judge(0.93, MONDAY + 40, FLOOR, limits).isBeyond, false)
  t.equal(
    baseline.judge(-0.93, MONDAY + 40, FLOOR, limits).isBeyond,
    true,
    'on the other side it had none',
  )
  t.equal(baseline.judge(1.3, MONDAY + 40, FLOOR, limits).isBeyond, true)
  t.end()
})

t.test('a usual deviation is not usual on two days in a row', t => {
  const baseline = fed(40, day => (day === 20 ? 0.95 : wobble(day)))
  const first = baseline.judge(0.9, MONDAY + 40, FLOOR, limits)
  t.match(first, { isBeyond: false, isLarge: true })
  baseline.add(0.9, MONDAY + 40, first)
  t.equal(baseline.judge(-0.7, MONDAY + 41, FLOOR, limits).isBeyond, true, 'downwards it is new')
  t.equal(baseline.judge(0.8, MONDAY + 41, FLOOR, limits).isBeyond, true)
  t.equal(baseline.judge(0.8, MONDAY + 42, FLOOR, limits).isBeyond, false, 'not two days later')
  t.end()
})

t.test('weekdays are judged separately', t => {
  const weekly = (day: number): number => wobble(day) + (day % 7 === 5 ? 0.8 : 0)
  const baseline = fed(56, weekly)
  t.ok(
    Math.abs(baseline.judge(0.8, MONDAY + 61, FLOOR, limits).deviation) < 0.3,
    'a Saturday like the others',
  )
  t.ok(baseline.judge(0.8, MONDAY + 57, FLOOR, limits).deviation > 0.7, 'not on a Tuesday')
  t.end()
})

t.test(
  'after ten days a shift is the new level, and a return to the former one is no deviation',
  t => {
    const baseline = fed(40)
    for (let day = 40; day < 50; day++) {
      t.equal(baseline.judge(-1, MONDAY + day, FLOOR, limits).isBeyond, true, `day ${day}`)
      baseline.refuse(-1, MONDAY + day, { deviation: -1 })
    }
    t.equal(baseline.judge(-1, MONDAY + 50, FLOOR, limits).isBeyond, false)
    t.equal(baseline.judge(0, MONDAY + 50, FLOOR, limits).isBeyond, false)
    t.equal(baseline.judge(1, MONDAY + 50, FLOOR, limits).isBeyond, true)
    t.end()
  },
)

t.test('a usual day in between restarts the count', t => {
  const baseline = fed(40)
  for (let day = 40; day < 62; day++) {
    if (day % 6 === 0) baseline.add(0, MONDAY + day)
    else baseline.refuse(-1, MONDAY + day, { deviation: -1 })
  }
  t.equal(baseline.judge(-1, MONDAY + 62, FLOOR, limits).isBeyond, true)
  t.end()
})

t.test('the median handles odd and even counts', t => {
  t.strictSame([median([]), median([3]), median([4, 1]), median([9, 1, 2])], [0, 3, 2.5, 2])
  t.end()
})
