import t from 'tap'
import { apportion, blend } from '../../../../server/forecast/write/blend.ts'
import fc from '../../../support/fast-check.ts'
import { type CellRow, factsOf } from './facts-of-rows.ts'

function row(over: Partial<CellRow>): CellRow {
  return {
    day: 1,
    platform: 'IOS',
    network: 'Meta',
    campaign: 'A',
    country: 'US',
    spend: 10,
    installs: 10,
    ...over,
  }
}

function organic(over: Partial<CellRow>): CellRow {
  return row({ network: 'Organic', campaign: null, spend: 0, ...over })
}

t.test('the largest remainders get the rest, the first of equal ones', async t => {
  t.strictSame(apportion(10, [1, 1, 1]), [4, 3, 3])
  t.strictSame(apportion(5, [7, 3, 0]), [4, 1, 0])
  t.strictSame(apportion(5, [0, 0]), [0, 0])
})

t.test(
  'organic installs and their revenue go to paid ones of their segment, else of their platform',
  async t => {
    const facts = factsOf([
      row({ installs: 30 }),
      row({ campaign: 'B', installs: 10 }),
      organic({ installs: 8 }),
      // No paid install in France: to all of the platform.
      organic({ country: 'FR', installs: 4 }),
      // None on the platform.
      organic({ platform: 'ANDROID', installs: 3 }),
      // None on the day.
      organic({ day: 2, installs: 2 }),
    ])
    const { count } = facts.cells
    const of = (values: Float64Array) => [...values].filter((_, i) => facts.cells.organic[i] === 0)
    const value = Float64Array.from({ length: count }, (_, i) =>
      facts.cells.organic[i] === 0 ? 100 : 20,
    )

    const without = blend(facts.cells, count, 0)
    t.match(without, { hasOrganic: true, organicInstalls: 17, unallocated: 5 })
    t.strictSame(of(without.incrementalInstalls), [30, 10])
    t.strictSame(of(without.fullInstalls), [39, 13])
    t.strictSame(of(without.revenue(value).incremental), [100, 100])
    t.strictSame(of(without.revenue(value).full), [100 + 15 + 15, 100 + 5 + 5])

    const lifted = blend(facts.cells, count, 0.1)
    t.strictSame(of(lifted.incrementalInstalls), [33, 11])
    t.strictSame(of(lifted.fullInstalls), [39, 13])
    t.strictSame(of(lifted.revenue(value).incremental), [107.5, 102.5])
    t.strictSame(
      of(blend(facts.cells, count, 9).incrementalInstalls),
      [36, 12],
      'no more than there are',
    )

    t.match(blend(facts.cells, 0, 0), { hasOrganic: false, organicInstalls: 0 })
  },
)

t.test('any world gives whole installs, ascending by type, none lost or added', async t => {
  const name = (...names: (string | null)[]) => fc.constantFrom(...names)
  const cell = fc.record({
    day: fc.integer({ min: 1, max: 2 }),
    platform: name('IOS', 'ANDROID', null),
    network: name('Meta', 'Organic', null),
    campaign: name('A', 'B', null),
    country: name('US', 'DE', null),
    installs: fc.integer({ min: 0, max: 40 }),
  })
  fc.assert(
    fc.property(
      fc.array(cell, { maxLength: 25 }),
      fc.double({ min: 0, max: 2, noNaN: true }),
      (all, uplift) => {
        const keys = new Map(
          all.map(one => [
            JSON.stringify([one.day, one.platform, one.network, one.campaign, one.country]),
            row(one),
          ]),
        )
        const { cells } = factsOf([...keys.values()])
        const mixed = blend(cells, cells.count, uplift)
        const worth = cells.installs.map(installs => installs * 1.3)
        const { incremental, full } = mixed.revenue(worth)
        let [paid, all2, money, allMoney] = [0, 0, 0, 0]
        for (let i = 0; i < cells.count; i++) {
          money += worth[i]!
          if (cells.organic[i] !== 0) continue
          const [a, b, c] = [
            cells.installs[i]!,
            mixed.incrementalInstalls[i]!,
            mixed.fullInstalls[i]!,
          ]
          if (!(Number.isInteger(b) && Number.isInteger(c) && a <= b && b <= c))
            throw new Error(`${a} ${b} ${c}`)
          if (!(worth[i]! <= incremental[i]! && incremental[i]! <= full[i]!))
            throw new Error('revenue')
          paid += a
          all2 += c
          allMoney += full[i]!
        }
        if (all2 !== paid + mixed.organicInstalls - mixed.unallocated)
          throw new Error('installs got lost')
        if (Math.abs(allMoney - (money - 1.3 * mixed.unallocated)) > 1e-6)
          throw new Error('money got lost')
      },
    ),
  )
  t.pass()
})
