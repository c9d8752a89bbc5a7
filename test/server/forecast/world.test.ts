import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { MODEL } from '../../support/forecast/simulated-decisions.ts'
import { worldFigures } from '../../support/forecast/figures.ts'
import { oracle } from '../../../scripts/lab/world/oracle.ts'
import { smallSegments } from '../../support/forecast/small-segments.ts'
import { makeWorld, WORLD } from '../../../scripts/lab/world/world.ts'

// The figures themselves are the bench's, over many worlds. One world, a smaller one, holds what must never break.
const SMALL = { campaigns: 24, networks: 4, countries: 6, countriesPerCampaign: 5 }

t.test('a seed always gives the same world, and another seed another', t => {
  const world = (seed: number) => makeWorld({ ...WORLD, ...SMALL, days: 40, seed })
  t.ok(isDeepStrictEqual(world(3).facts, world(3).facts))
  t.notOk(isDeepStrictEqual(world(3).facts, world(4).facts))
  t.end()
})

t.test("a world's revenue is on average the expectation of its oracle", t => {
  const world = makeWorld({ ...WORLD, ...SMALL, days: 90, installs: 600, seed: 3, beyond: 30 })
  const truth = oracle(world, 'all')
  const { cells, revenue } = world.facts
  let [expected, actual] = [0, 0]
  for (let i = 0; i < cells.count; i++) {
    expected += truth.future(i, cells.day[i]! - 1, 30)
    for (let row = revenue[0]!.start[i]!; row < revenue[0]!.start[i + 1]!; row++)
      if (revenue[0]!.age[row]! <= 30) actual += revenue[0]!.gross[row]!
  }
  t.ok(Math.abs(actual / expected - 1) < 0.05, 'within what chance leaves', { actual, expected })
  t.end()
})

t.test("the model's advice at DSI 90 matches the world's mean more often than naive rules", t => {
  const world = makeWorld({ ...WORLD, ...SMALL, seed: 11 })
  const { same, opposite, wape, coverage, flips, status } = worldFigures(world, 90)
  t.ok(same[MODEL]! >= 0.8, 'the same action', same)
  t.ok(opposite[MODEL]! <= 0.03, 'hardly ever the opposite', opposite)
  for (const rule of ['D7 x ratio', 'last mature cohorts', 'last actual', 'chain ladder'])
    t.ok(same[MODEL]! > same[rule]! + 0.05, rule)
  t.ok(
    wape[MODEL]! < wape['chain ladder']! && wape[MODEL]! < wape['pooled ratio']!,
    'what came',
    wape,
  )
  t.ok(coverage.all > 0.65 && coverage.all < 0.95, '80 % intervals', coverage)
  t.ok(flips.model <= flips.truth + 0.05, 'flips', flips)
  t.ok(status.HIGH.count > 50 && status.HIGH.right >= 0.8, 'HIGH is right', status)
  t.end()
})

t.test('small segments borrow from their kind', t => {
  const world = makeWorld({ ...WORLD, ...SMALL, seed: 11 })
  const { firstDay } = world.facts
  const small = smallSegments(world, 90, [firstDay + 150, firstDay + 206, firstDay + 262])
  t.ok(small.model < 0.95 * small.without, 'WAPE', small)
  t.end()
})
