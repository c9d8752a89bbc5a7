import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { MODEL } from '../../../scripts/bench/forecast/decisions.ts'
import { calibrationError, worldFigures } from '../../../scripts/bench/forecast/figures.ts'
import { oracle } from '../../../scripts/bench/forecast/oracle.ts'
import { makeWorld, WORLD } from '../../../scripts/bench/forecast/world.ts'

// The figures themselves are the bench's, over many worlds. One world, a smaller one, holds what must never break.
const SMALL = { campaigns: 24, networks: 4, countries: 6, countriesPerCampaign: 5 }

t.test('the same seed is the same world, and another one another', t => {
  const world = (seed: number) => makeWorld({ ...WORLD, ...SMALL, days: 40, seed })
  t.ok(isDeepStrictEqual(world(3), world(3)))
  t.notOk(isDeepStrictEqual(world(3).facts, world(4).facts))
  t.end()
})

t.test("a world's revenue is on average its oracle's expectation", t => {
  const world = makeWorld({ ...WORLD, ...SMALL, days: 90, installs: 600, seed: 3, beyond: 30 })
  const truth = oracle(world, true)
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

t.test('at DSI 90 the model recommends what the oracle of its world does, more often than naive rules', t => {
  const { agreement, flips, small, judged } = worldFigures(11, 90, SMALL)
  const { same, opposite } = agreement[MODEL]!.expectation
  t.ok(same >= 0.8, 'the same action', { same })
  t.ok(opposite <= 0.03, 'hardly ever the opposite', { opposite })
  for (const rule of ['D7 x ratio', 'last mature cohorts', 'last actual']) t.ok(same > agreement[rule]!.expectation.same + 0.05, rule)
  t.ok(flips.model <= flips.oracle + 0.05, 'flips', flips)
  t.ok(small.model < 0.9 * small.without, 'small segments borrow from their kind', small)
  t.ok(calibrationError(judged, 'after') < 0.08, 'probabilities come true')
  t.end()
})
