import t from 'tap'
import { sigmaOf, spread } from '../../../../server/forecast/model/interval.ts'
import fc from '../../../support/fast-check.ts'

t.test('widened intervals cover the stated share of past outcomes', t => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.7, max: 3, noNaN: true }),
      fc.double({ min: 0, max: 0.1, noNaN: true }),
      (scale, growth) => {
        // Evenly drawn up to twice what the model says, times `scale`.
        const residuals = Array.from({ length: 4000 }, (_, index) => {
          const [restVariance, distance] = [0.0001 * (1 + (index % 7)), (index % 5) / 10]
          const unit = scale * 2 * ((((index * 2654435761) % 4000) + 0.5) / 4000)
          return {
            needed: unit * Math.sqrt(restVariance + growth * distance ** 2),
            restVariance,
            distance,
            error: index % 2 === 0 ? 0.1 : -0.1,
            block: index,
          }
        })
        const widened = { growth, spread: new Map([[30, spread(residuals, growth)]]) }
        const held =
          residuals.filter(one => one.needed <= sigmaOf(one, 30, widened)).length / residuals.length
        return held > 0.75 && held < 0.85
      },
    ),
  )
  t.end()
})

t.test('few outcomes widen little, and without outcomes nothing is widened', t => {
  const wide = { needed: 1, restVariance: 0.01, distance: 0, error: 1, block: 0 }
  const factorOf = (count: number) =>
    spread(
      Array.from({ length: count }, (_, block) => ({ ...wide, block })),
      0,
    )
  t.equal(factorOf(0), 1)
  t.equal(spread([{ ...wide, needed: NaN, restVariance: 0 }], 0), 1)
  const [one, some, many] = [factorOf(2), factorOf(100), factorOf(10_000)]
  t.ok(one > 1 && one < 1.6, `${one}`)
  t.ok(some > one && some < many)
  t.ok(many <= 6, 'one broken year does not make a law')
  t.equal(sigmaOf(wide, 7, { growth: 0, spread: new Map([[30, 3]]) }), 0.1, 'each DSI has its own')
  t.end()
})

t.test('cases that share days count as few', t => {
  // Whole blocks too high or too low: the cases of one say nothing new.
  const of = (blocks: number) =>
    Array.from({ length: 600 }, (_, index) => {
      const block = index % blocks
      return {
        needed: 0.3,
        restVariance: 0.01,
        distance: 0,
        error: block % 2 === 0 ? 1 : -1,
        block,
      }
    })
  const [alike, apart] = [spread(of(4), 0), spread(of(600), 0)]
  t.ok(alike < 2.1 && apart > 2.9, `${alike} and ${apart} of 3`)
  t.end()
})

t.test(
  'a level and age band without outcomes has the uncertainty of the previous band; some outcomes adjust it',
  t => {
    const held = (count: number, unit: number) =>
      Array.from({ length: count }, (_, block) => ({
        needed: unit * 0.1,
        restVariance: 0.01,
        distance: 0,
        error: block % 2 === 0 ? 1 : -1,
        block,
      }))
    const prior = spread(held(1000, 2), 0)
    t.same(spread([], 0, prior), prior)
    const few = spread(held(10, 4), 0, prior)
    t.ok(few > 2.3 && few < 3.7, `${few}`)
    t.ok(spread(held(1000, 4), 0, prior) > 3.8)
    t.end()
  },
)
