import t from 'tap'
import { prepare } from '../../../../server/forecast/model/levels.ts'
import { chainLadder, ladderOf } from '../../../../server/forecast/model/shape.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'

function shapeOf(cells: readonly CellOf[], asOf: number, lastAge: number) {
  const { groups, nodes } = prepare(factsOf(cells))
  const iap = groups.get('iap')!
  return chainLadder(iap, asOf, ladderOf(iap, nodes.network.count, asOf, lastAge))
}

t.test('growth is revenue at an age over the revenue before it, of cohorts that reached it', t => {
  const w = 2 ** (-1 / 120)
  const cells = [
    { day: 0, installs: 10, iap: { 0: 100, 1: 20, 2: 12 } },
    { day: 1, installs: 10, iap: { 0: 200, 1: 10, 2: 99 } },
    { day: 2, installs: 10, iap: { 0: 50 } },
  ]
  const { cumulative, weight } = shapeOf(cells, 2, 2)
  const first = (w * 20 + 10) / (w * 100 + 200)
  const second = 12 / 120
  t.ok(Math.abs(cumulative[1]! / cumulative[0]! - 1 - first) < 1e-12)
  t.ok(Math.abs(cumulative[2]! / cumulative[1]! - 1 - second) < 1e-12)
  t.equal(cumulative[2], 1)
  t.ok(
    Math.abs(weight[1]! - (w * 20 + 10)) < 1e-12,
    'the newest cohort that has reached an age weighs 1 at it',
  )
  t.equal(weight[2], 12)
  t.end()
})

t.test('two networks of a day count as their sum', t => {
  const both = shapeOf([{ day: 0, network: 'a', installs: 1, iap: { 0: 3, 1: 1 } }, { day: 0, network: 'b', installs: 1, iap: { 0: 1, 1: 2 } }], 1, 1) // prettier-ignore
  t.same(both, shapeOf([{ day: 0, installs: 2, iap: { 0: 4, 1: 3 } }], 1, 1))
  t.end()
})

t.test('a shape without early revenue begins at the first age with some', t => {
  const { cumulative } = shapeOf([{ day: 0, installs: 10, iap: { 2: 3, 3: 1 } }], 4, 4)
  t.same([...cumulative], [0, 0, 0.75, 1, 1])
  t.end()
})

t.test('a cohort half as old has the weight of the 120-day half-life', t => {
  const { cumulative } = shapeOf([{ day: 0, installs: 10, iap: { 0: 10, 1: 10 } }, { day: 120, installs: 10, iap: { 0: 10, 1: 4 } }], 121, 1) // prettier-ignore
  t.ok(Math.abs(cumulative[1]! / cumulative[0]! - 1 - (5 + 4) / (5 + 10)) < 1e-12)
  t.end()
})

t.test('one unusually large purchase changes overall growth far less than before', t => {
  const cohorts = (whale: number): CellOf[] =>
    Array.from({ length: 60 }, (_, day) => ({
      day,
      installs: 10,
      iap: { 0: 100, 1: 30, 2: 20 + (day === 7 ? whale : 0), 3: 10 },
    }))
  const growthBy = (whale: number, usual: number) => {
    const iap = prepare(factsOf(cohorts(whale))).groups.get('iap')!
    const { cumulative } = chainLadder(iap, 70, ladderOf(iap, 1, 70, 3), usual)
    return cumulative[2]! / cumulative[1]! - 1
  }
  const without = growthBy(0, 40)
  t.equal(without, growthBy(0, Infinity), 'the limit touches nothing that is usual')
  t.ok(growthBy(8500, Infinity) / without > 5)
  t.ok(growthBy(8500, 40) / without < 2.2)
  t.end()
})
