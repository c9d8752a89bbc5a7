import t from 'tap'
import { prepare } from '../../../../server/forecast/model/levels.ts'
import { ladderOf, networkShapes } from '../../../../server/forecast/model/shape.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'

const APP = Float64Array.of(0.5, 0.7, 0.8, 0.9, 1)

function shapes(cells: readonly CellOf[], phi: number, asOf = 4) {
  const { groups, nodes } = prepare(factsOf(cells))
  const all = networkShapes(ladderOf(groups.get('iap')!, nodes.network.count, asOf, 4), APP, phi)
  return Array.from({ length: all.rows }, (_, k) => all.row(k))
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-12
}

t.test("a network without revenue has the app's shape", t => {
  const [, none] = shapes([{ day: 0, network: 'a', installs: 1, iap: { 0: 1 } }, { day: 0, network: 'b', installs: 1 }], 1) // prettier-ignore
  t.ok(none!.every((value, n) => near(value, APP[n]!)))
  t.end()
})

t.test(
  "a network's growth in a band is the app's times the factor, which starts the next band",
  t => {
    const [own] = shapes(
      [{ day: 0, network: 'a', installs: 1, iap: { 0: 100, 1: 60, 2: 30, 3: 40, 4: 10 } }],
      2,
    )
    const [g1, g2, g3, g4] = [1, 2, 3, 4].map(n => APP[n]! / APP[n - 1]! - 1) as [
      number,
      number,
      number,
      number,
    ]
    const w = (age: number) => 2 ** ((age - 4) / 120)
    const first =
      (20 + (w(1) * 60 + w(2) * 30) / 2) / (20 + (w(1) * 100 * g1 + w(2) * 160 * g2) / 2)
    const second =
      (20 * first + (w(3) * 40 + w(4) * 10) / 2) / (20 + (w(3) * 190 * g3 + w(4) * 230 * g4) / 2)
    t.ok(near(own![1]! / own![0]! - 1, g1 * first))
    t.ok(near(own![2]! / own![1]! - 1, g2 * first))
    t.ok(near(own![4]! / own![3]! - 1, g4 * second))
    t.equal(own![4], 1, 'what it has in common with the app is the last age')
    t.end()
  },
)

t.test("the app's weight falls with the network's revenue", t => {
  const cells = [{ day: 0, network: 'a', installs: 1, iap: { 0: 100, 1: 100, 2: 0.001 } }]
  const distance = (phi: number) =>
    Math.abs(shapes(cells, phi, 1)[0]![1]! / shapes(cells, phi, 1)[0]![0]! - 2)
  t.ok(distance(1) > distance(0.01))
  t.ok(distance(1e-9) < 1e-6, 'in the end it is the network’s own')
  t.end()
})
