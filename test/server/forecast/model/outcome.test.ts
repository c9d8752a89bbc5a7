import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import {
  bounds,
  type Outcome,
  probabilityBelow,
  scaled,
  sigmaToCover,
} from '../../../../server/forecast/model/outcome.ts'
import fc from '../../../support/fast-check.ts'

const outcomes = fc
  .record({
    total: fc.double({ min: 1, max: 1e4, noNaN: true }),
    share: fc.double({ min: 0.01, max: 1, noNaN: true }),
    sigma: fc.double({ min: 0.001, max: 1, noNaN: true }),
  })
  .map(({ total, share, sigma }): Outcome => ({ total, future: total * share, sigma, step: 0 }))

t.test('80 % of gamma-distributed futures lie within the interval', t => {
  const random = chance(1)
  for (const shape of [0.5, 1, 4, 50]) {
    const outcome = { total: 3, future: 2, sigma: (2 / 3) * shape ** -0.5, step: 0 }
    const { low, high } = bounds(outcome)
    const came = Array.from({ length: 20_000 }, () => 1 + (2 * random.gamma(shape)) / shape)
    const held = came.filter(value => value >= low && value <= high).length / came.length
    t.ok(Math.abs(held - 0.8) < 0.04, `shape ${shape}: ${held}`)
    const below = came.filter(value => value < 2.5).length / came.length
    t.ok(Math.abs(probabilityBelow(outcome, 2.5) - below) < 0.03, `shape ${shape}: ${below} below`)
  }
  t.end()
})

t.test('an interval with few payments to come may include none', t => {
  const rare = { total: 10, future: 2, sigma: 0.4, step: 0 }
  t.equal(bounds(rare).low, 8)
  t.ok(bounds(rare).high > 13)
  const lumpy = { total: 10, future: 5, sigma: 0.4, step: 3 }
  t.equal(bounds(lumpy).low, 5, 'less than a payment does not come')
  t.ok(bounds({ ...lumpy, step: 0 }).low > 5)
  t.equal(probabilityBelow(rare, 7.99), 0, 'what is known does not go away')
  t.end()
})

t.test('the required sigma is the smallest that contains the outcome', t => {
  fc.assert(
    fc.property(outcomes, fc.double({ min: 0, max: 2, noNaN: true }), (outcome, times) => {
      const actual = outcome.total - outcome.future + outcome.future * times
      const needed = sigmaToCover(outcome, actual)
      const holds = (sigma: number) => {
        const { low, high } = bounds({ ...outcome, sigma })
        return actual >= low - 1e-9 * outcome.total && actual <= high + 1e-9 * outcome.total
      }
      return (
        holds(needed * 1.001 + 1e-9) && (needed < 1e-4 || times < 0.01 || !holds(needed * 0.99))
      )
    }),
  )
  t.equal(sigmaToCover({ total: 2, future: 1, step: 0 }, 9), Infinity)
  t.equal(
    sigmaToCover({ total: 2, future: 1, step: 1 }, 1),
    0,
    'less than a payment was to come, and none came',
  )
  t.ok(Number.isNaN(sigmaToCover({ total: 2, future: 0, step: 0 }, 2)))
  t.end()
})

t.test('a cohort without a future has no uncertainty, and a ROAS has that of its revenue', t => {
  const known = { total: 5, future: 0, sigma: 0, step: 0 }
  t.same(bounds(known), { low: 5, high: 5 })
  t.same([4, 5, 6].map(value => probabilityBelow(known, value)), [0, 0.5, 1]) // prettier-ignore
  const outcome = { total: 10, future: 6, sigma: 0.3, step: 1 }
  const { low, high } = bounds(scaled(outcome, 1))
  t.ok(
    Math.abs(low - bounds(outcome).low / 10) < 1e-12 &&
      Math.abs(high - bounds(outcome).high / 10) < 1e-12,
  )
  t.end()
})
