import t from 'tap'
import { HALF_WIDTH, sigmaOf, spread } from '../../../../server/forecast/model/interval.ts'
import fc from '../../../support/fast-check.ts'

t.test('widened intervals cover the stated share of past outcomes', t => {
  fc.assert(
    fc.property(fc.double({ min: 0.7, max: 3, noNaN: true }), fc.double({ min: 0, max: 0.1, noNaN: true }), (scale, growth) => {
      // Evenly drawn quantiles of errors that are `scale` times as large as the model says.
      const residuals = Array.from({ length: 4000 }, (_, index) => {
        const [rest, distance] = [0.0001 * (1 + (index % 7)), (index % 5) / 10]
        const unit = scale * 2 * HALF_WIDTH * ((((index * 2654435761) % 4000) + 0.5) / 4000)
        return { error: (index % 2 === 0 ? 1 : -1) * unit * Math.sqrt(rest + growth * distance ** 2), rest, distance }
      })
      const widened = { growth, spread: new Map([[30, spread(residuals, growth)]]) }
      const held = residuals.filter(one => Math.abs(one.error) <= HALF_WIDTH * sigmaOf(one, 30, widened)).length / residuals.length
      return held > 0.75 && held < 0.85
    }),
  )
  t.end()
})

t.test('little is known from few, and nothing from none', t => {
  const wide = { error: 1, rest: 0.01, distance: 0 }
  t.equal(spread([], 0), 1)
  t.equal(spread([{ error: NaN, rest: 0, distance: 0 }], 0), 1)
  const [one, some, many] = [1, 100, 10_000].map(count =>
    spread(
      Array.from({ length: count }, () => wide),
      0,
    ),
  ) as [number, number, number]
  t.ok(one > 1 && one < 1.05)
  t.ok(some > one && some < many)
  t.ok(many <= 6, 'one broken year does not make a law')
  t.equal(sigmaOf(wide, 7, { growth: 0, spread: new Map([[30, 3]]) }), 0.1, 'each DSI has its own')
  t.end()
})
