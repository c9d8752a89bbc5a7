import t from 'tap'
import { sigmaOf, spread } from '../../../../server/forecast/model/interval.ts'
import fc from '../../../support/fast-check.ts'

t.test('widened intervals cover the stated share of past outcomes', t => {
  fc.assert(
    fc.property(fc.double({ min: 0.7, max: 3, noNaN: true }), fc.double({ min: 0, max: 0.1, noNaN: true }), (scale, growth) => {
      // Evenly drawn up to twice what the model says, times `scale`.
      const residuals = Array.from({ length: 4000 }, (_, index) => {
        const [rest, distance] = [0.0001 * (1 + (index % 7)), (index % 5) / 10]
        const unit = scale * 2 * ((((index * 2654435761) % 4000) + 0.5) / 4000)
        return { needed: unit * Math.sqrt(rest + growth * distance ** 2), rest, distance }
      })
      const widened = { growth, spread: new Map([[30, spread(residuals, growth)]]) }
      const held = residuals.filter(one => one.needed <= sigmaOf(one, 30, widened)).length / residuals.length
      return held > 0.75 && held < 0.85
    }),
  )
  t.end()
})

t.test('campaigns with a large and a small variance are widened apart, and in proportion between', t => {
  const of = (rest: number, unit: number) => Array.from({ length: 20_000 }, () => ({ needed: unit * Math.sqrt(rest), rest, distance: 0 }))
  const found = spread([...of(0.01, 1), ...of(1, 3)], 0)
  t.ok(Math.abs(found.large.factor - 1) < 0.02 && Math.abs(found.small.factor - 3) < 0.02)
  const factor = (rest: number) => sigmaOf({ rest, distance: 0 }, 30, { growth: 0, spread: new Map([[30, found]]) }) / Math.sqrt(rest)
  t.ok(Math.abs(factor(0.1) - Math.sqrt(3)) < 0.02)
  t.equal(factor(0.0001), found.large.factor)
  t.equal(factor(100), found.small.factor)
  t.end()
})

t.test('little is known from few, and nothing from none', t => {
  const wide = { needed: 1, rest: 0.01, distance: 0 }
  const factorOf = (count: number) =>
    spread(
      Array.from({ length: count }, () => wide),
      0,
    ).large.factor
  t.equal(factorOf(0), 1)
  t.equal(spread([{ needed: NaN, rest: 0, distance: 0 }], 0).small.factor, 1)
  const [one, some, many] = [factorOf(2), factorOf(100), factorOf(10_000)]
  t.ok(one > 1 && one < 1.1)
  t.ok(some > one && some < many)
  t.ok(many <= 6, 'one broken year is no law')
  const three = { variance: 0, factor: 3 }
  t.equal(sigmaOf(wide, 7, { growth: 0, spread: new Map([[30, { large: three, small: three }]]) }), 0.1, 'each DSI has its own')
  t.end()
})
