import t from 'tap'
import {
  confidence,
  identity,
  probability,
  wentRight,
} from '../../../../server/forecast/model/confidence.ts'
import fc from '../../../support/fast-check.ts'

const ACTIONS = ['SCALE', 'HOLD', 'REDUCE'] as const
const positive = fc.double({ min: 1e-3, max: 1e3, noNaN: true })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const forecast = fc
  .record({ total: positive, share, sigma: fc.double({ min: 0, max: 3, noNaN: true }) })
  .map(({ total, share, sigma }) => ({ total, future: total * share, sigma, step: 0 }))

function roas(total: number, sigma: number) {
  return { total, future: total, sigma, step: 0 }
}

t.test('probabilities follow the normal cube root', t => {
  // Quantiles of the normal distribution: 0.6745 is the third quartile, 1.2816 the ninth decile.
  const above = (z: number) =>
    probability('SCALE', roas(1 / (1 - 0.2 ** 2 / 9 - (0.2 * z) / 3) ** 3, 0.2), 1, 0.05)
  t.ok(Math.abs(above(0.6744897501960817) - 0.75) < 2e-7)
  t.ok(Math.abs(above(1.2815515655446004) - 0.9) < 2e-7)
  t.ok(Math.abs(above(-1.2815515655446004) - 0.1) < 2e-7)
  t.ok(Math.abs(above(0) - 0.5) < 2e-7)
  const within = probability('HOLD', roas(1, 0.1), 1, 0.05)
  // Cube roots of 0.85 and 1.15, about 1 - 0.01 / 9 by 0.1 / 3: -1.5487 and 1.4640.
  t.ok(Math.abs(within - 0.8677) < 1e-3, `${within}`)
  t.equal(
    probability('SCALE', { total: 1.5, future: 0.4, sigma: 0.5, step: 0 }, 1, 0.05),
    1,
    'what is there already is certain',
  )
  t.end()
})

t.test('probabilities lie between 0 and 1; above and below add up to 1', t => {
  fc.assert(
    fc.property(
      forecast,
      positive,
      fc.double({ min: 0, max: 0.5, noNaN: true }),
      (roas, target, threshold) => {
        const [scale, hold, reduce] = ACTIONS.map(action =>
          probability(action, roas, target, threshold),
        ) as [number, number, number]
        if (![scale, hold, reduce].every(p => p >= 0 && p <= 1))
          throw new Error(`${scale} ${hold} ${reduce}`)
        if (Math.abs(scale + reduce - 1) > 1e-9) throw new Error(`${scale} and ${reduce}`)
        for (const action of ACTIONS) {
          const score = confidence(action, roas, target, threshold, identity())
          if (!(score >= 0 && score <= 1)) throw new Error(`${action} ${score}`)
        }
      },
    ),
  )
  t.end()
})

t.test(
  'a certain forecast gives a certain decision; a distant one is surer than a close one',
  t => {
    const certain = roas(1.2, 0)
    t.same(ACTIONS.map(action => confidence(action, certain, 1, 0.05, identity())), [1, 0, 0]) // prettier-ignore
    t.equal(confidence('HOLD', roas(1.1, 0), 1, 0.05, identity()), 1, 'within three thresholds')
    const score = (total: number) => confidence('SCALE', roas(total, 0.3), 1, 0.05, identity())
    t.ok(score(1.5) > score(1.2) && score(1.2) > score(1.06))
    t.end()
  },
)

t.test('HIGH is right in four of five cases, a coin toss is 0', t => {
  const z = 0.8416212335729143
  t.ok(
    Math.abs(
      confidence(
        'SCALE',
        roas(1 / (1 - 0.1 ** 2 / 9 - (0.1 * z) / 3) ** 3, 0.1),
        1,
        0.05,
        identity(),
      ) - 0.6,
    ) < 1e-6,
  )
  t.equal(confidence('SCALE', roas(0, 0.1), 1, 0.05, identity()), 0)
  t.equal(confidence('REDUCE', roas(0, 0), 0, 0.05, identity()), 0)
  t.end()
})

t.test('actions are right as often as their probability states', t => {
  t.same([1.2, 1, 0.9].map(roas => wentRight('SCALE', roas, 1, 0.05)), [true, true, false]) // prettier-ignore
  t.same([1.2, 1, 0.9].map(roas => wentRight('REDUCE', roas, 1, 0.05)), [false, false, true]) // prettier-ignore
  t.same([1.2, 1.14, 0.86, 0.84].map(roas => wentRight('HOLD', roas, 1, 0.05)), [false, true, true, false]) // prettier-ignore
  t.end()
})
