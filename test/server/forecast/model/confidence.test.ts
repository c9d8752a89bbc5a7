import t from 'tap'
import { confidence, identity, probability, wentRight } from '../../../../server/forecast/model/confidence.ts'
import fc from '../../../support/fast-check.ts'

const ACTIONS = ['SCALE', 'HOLD', 'REDUCE'] as const
const positive = fc.double({ min: 1e-3, max: 1e3, noNaN: true })
const forecast = fc.record({ median: positive, sigma: fc.double({ min: 0, max: 3, noNaN: true }) })

t.test('probabilities are the log-normal’s', t => {
  // Quantiles of the normal distribution: 0.6745 is the third quartile, 1.2816 the ninth decile.
  const above = (z: number) => probability('SCALE', { median: Math.exp(0.2 * z), sigma: 0.2 }, 1, 0.05)
  t.ok(Math.abs(above(0.6744897501960817) - 0.75) < 2e-7)
  t.ok(Math.abs(above(1.2815515655446004) - 0.9) < 2e-7)
  t.ok(Math.abs(above(-1.2815515655446004) - 0.1) < 2e-7)
  t.ok(Math.abs(above(0) - 0.5) < 2e-7)
  const within = probability('HOLD', { median: 1, sigma: 0.1 }, 1, 0.05)
  // Of ln 0.85 = -1.6252 sigma to ln 1.15 = 1.3976 sigma: 0.91888 - 0.05206.
  t.ok(Math.abs(within - 0.86682) < 1e-4, `${within}`)
  t.end()
})

t.test('they are probabilities; above and below make one', t => {
  fc.assert(
    fc.property(forecast, positive, fc.double({ min: 0, max: 0.5, noNaN: true }), (roas, target, threshold) => {
      const [scale, hold, reduce] = ACTIONS.map(action => probability(action, roas, target, threshold)) as [number, number, number]
      if (![scale, hold, reduce].every(p => p >= 0 && p <= 1)) throw new Error(`${scale} ${hold} ${reduce}`)
      if (Math.abs(scale + reduce - 1) > 1e-9) throw new Error(`${scale} and ${reduce}`)
      for (const action of ACTIONS) {
        const score = confidence(action, roas, target, threshold, identity())
        if (!(score >= 0 && score <= 1)) throw new Error(`${action} ${score}`)
      }
    }),
  )
  t.end()
})

t.test('a certain forecast is a certain decision; a far one is surer than a near one', t => {
  const certain = { median: 1.2, sigma: 0 }
  t.same(ACTIONS.map(action => confidence(action, certain, 1, 0.05, identity())), [1, 0, 0]) // prettier-ignore
  t.equal(confidence('HOLD', { median: 1.1, sigma: 0 }, 1, 0.05, identity()), 1, 'within three thresholds')
  const score = (median: number) => confidence('SCALE', { median, sigma: 0.3 }, 1, 0.05, identity())
  t.ok(score(1.5) > score(1.2) && score(1.2) > score(1.06))
  t.end()
})

t.test('HIGH is right in four of five cases, a coin toss is 0', t => {
  const z = 0.8416212335729143
  t.ok(Math.abs(confidence('SCALE', { median: Math.exp(0.1 * z), sigma: 0.1 }, 1, 0.05, identity()) - 0.6) < 1e-6)
  t.equal(confidence('SCALE', { median: 0, sigma: 0.1 }, 1, 0.05, identity()), 0)
  t.equal(confidence('REDUCE', { median: 0, sigma: 0 }, 0, 0.05, identity()), 0)
  t.end()
})

t.test('the right actions are those whose probability was stated', t => {
  t.same([1.2, 1, 0.9].map(roas => wentRight('SCALE', roas, 1, 0.05)), [true, true, false]) // prettier-ignore
  t.same([1.2, 1, 0.9].map(roas => wentRight('REDUCE', roas, 1, 0.05)), [false, false, true]) // prettier-ignore
  t.same([1.2, 1.14, 0.86, 0.84].map(roas => wentRight('HOLD', roas, 1, 0.05)), [false, true, true, false]) // prettier-ignore
  t.end()
})
