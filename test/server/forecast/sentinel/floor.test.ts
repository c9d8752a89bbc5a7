import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import { Floor } from '../../../../server/forecast/sentinel/floor.ts'
import { unitsOf } from '../../../../server/forecast/sentinel/segments.ts'
import { watch } from '../../../../server/forecast/sentinel/watch.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'
import { seed } from '../../../support/seed.ts'

const cell: CellOf = {
  day: 20_000,
  platform: 'WEB',
  network: 'Log',
  campaign: 'All',
  country: 'US',
  installs: 1,
  spend: 1,
}
const units = unitsOf(factsOf([cell]))
const APP = 0

/** The app's usual revenue of about 105, from payments of 5, by day. */
function fed(days: number, of: (day: number) => number = () => 1): Floor {
  const floor = new Floor(units)
  for (let day = 0; day < days; day++)
    floor.add('iap', () => 105 * of(day) * (1 + 0.1 * Math.sin(2.3 * day)), 5)
  return floor
}

t.test('two weeks and twenty payments a day are needed for a verdict', t => {
  t.equal(fed(13).depart('iap', APP, 0, 5).isBeyond, false)
  t.equal(fed(14).depart('iap', APP, 0, 5).isBeyond, true)
  t.equal(fed(28).depart('iap', APP, 0, 5.5).isBeyond, false, 'eighteen payments')
  t.equal(fed(28).depart('spend', APP, 0, 5).isBeyond, false, 'another measure')
  t.end()
})

t.test('a day beyond the factor of both medians is beyond', t => {
  for (const [value, isBeyond] of [
    [0, true],
    [30, true],
    [50, false],
    [200, false],
    [300, true],
  ] as const) {
    t.equal(fed(28).depart('iap', APP, value, 5).isBeyond, isBeyond, String(value))
  }
  t.end()
})

t.test('weekdays without revenue are usual', t => {
  const closed = fed(34, day => (day % 7 === 6 ? 0 : 1))
  t.equal(closed.depart('iap', APP, 0, 5).isBeyond, false, 'like the four before')
  closed.add('iap', () => 0, 5)
  t.equal(closed.depart('iap', APP, 0, 5).isBeyond, true, 'not on the day after')
  t.end()
})

t.test('one dear day does not hide another, and is no limit downwards', t => {
  const floor = fed(28, day => (day === 20 ? 50 : 1))
  t.equal(floor.depart('iap', APP, 0, 5).isBeyond, true)
  t.equal(floor.depart('iap', APP, 400, 5).isBeyond, false, 'such days occur')
  t.end()
})

t.test('after ten days a shift is the new level', t => {
  const floor = fed(28)
  for (let day = 0; day < 10; day++) {
    t.equal(floor.depart('iap', APP, 20, 1).isBeyond, true, `day ${day}`)
    floor.add('iap', () => 20, 1)
  }
  t.equal(floor.depart('iap', APP, 20, 1).isBeyond, false)
  t.end()
})

t.test('a day without revenue is found where few customers bring most of the money', t => {
  const random = chance(seed)
  const normal = (): number =>
    Array.from({ length: 12 }, () => random.uniform()).reduce((sum, value) => sum + value, -6)
  const EMPTY = 70
  const cells = Array.from({ length: 80 }, (_, at) => {
    const ages = Array.from({ length: 80 - at }, (_, age): [number, number] => [
      age,
      at + age === EMPTY ? 0 : Math.exp(2 * normal()),
    ])
    return { ...cell, day: cell.day + at, installs: 20, spend: 20, iap: Object.fromEntries(ages) }
  })
  const findings = watch(factsOf(cells)).filter(({ day }) => day === cell.day + EMPTY)
  t.match(findings, [{ test: 'revenue', scope: {}, observed: 0 }])
  t.end()
})
