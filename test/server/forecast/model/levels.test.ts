import t from 'tap'
import { betweenNodes, credibility } from '../../../../server/forecast/model/levels.ts'
import fc from '../../../support/fast-check.ts'

t.test('much revenue gives chain ladder, none Bornhuetter-Ferguson, some a mix', t => {
  const money = fc.double({ min: 0.01, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(
      money,
      money,
      money,
      fc.double({ min: 0.001, max: 2, noNaN: true }),
      (c, e, phi, tau2) => {
        const factorOf = (scale: number) =>
          credibility(Float64Array.of((c * scale) / phi), Float64Array.of((e * scale) / phi), tau2)
            .factor[0]!
        const own = c / e
        if (Math.abs(factorOf(1e15) / own - 1) > 1e-3) throw new Error('not the chain ladder')
        if (Math.abs(factorOf(1e-15) - 1) > 1e-3 * (1 + own))
          throw new Error('not what was expected')
        const some = factorOf(1)
        if (some < Math.min(1, own) - 1e-9 || some > Math.max(1, own) + 1e-9)
          throw new Error('not in between')
        const z = (tau2 * e) / (tau2 * e + phi)
        if (Math.abs(some - (z * own + 1 - z)) > 1e-9 * (1 + own))
          throw new Error('not the credibility-weighted mean')
      },
    ),
  )
  t.end()
})

t.test(
  'the factor is the mean of the gamma posterior, and its variance falls with expected revenue',
  t => {
    const { factor, variance } = credibility(
      Float64Array.of(15, 0, 0),
      Float64Array.of(10, 10, 0),
      0.5,
    )
    t.same([...factor], [(2 + 15) / (2 + 10), 2 / 12, 1])
    t.same([...variance], [1 / 12, 1 / 12, 0.5])
    t.end()
  },
)

t.test('the variance between nodes is the Bühlmann-Straub estimate', t => {
  const c = Float64Array.of(120, 80, 260, 30, 7)
  const e = Float64Array.of(100, 100, 200, 50, 0)
  // By the book, with exposures as weights and phi = 2, over the nodes with any exposure.
  const m = 450
  const mean = 490 / m
  const within = [0, 1, 2, 3].reduce((sum, j) => sum + e[j]! * (c[j]! / e[j]! - mean) ** 2, 0)
  const expected = (within - 3 * 2) / (m - (100 ** 2 + 100 ** 2 + 200 ** 2 + 50 ** 2) / m)
  const over = (values: Float64Array) => values.map(value => value / 2)
  t.ok(Math.abs(betweenNodes(over(c), over(e)) - expected) < 1e-12)
  t.end()
})

t.test('few nodes give a variance of 0.1, equal ones the minimum, wild ones the maximum', t => {
  t.equal(betweenNodes(Float64Array.of(1, 9, 5), Float64Array.of(1, 1, 0)), 0.1)
  t.equal(betweenNodes(Float64Array.of(5, 5, 5), Float64Array.of(5, 5, 5)), 0.001)
  t.equal(betweenNodes(Float64Array.of(0, 0, 999), Float64Array.of(9, 9, 9)), 2)
  t.equal(betweenNodes(new Float64Array(0), new Float64Array(0)), 0.1)
  t.end()
})
