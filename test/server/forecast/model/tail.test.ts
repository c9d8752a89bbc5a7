import t from 'tap'
import { tail } from '../../../../server/forecast/model/tail.ts'

/** A shape whose increments are (n + 1)^-exponent. */
function powerLaw(exponent: number, lastAge: number, revenue: number) {
  const cumulative = new Float64Array(lastAge + 1)
  for (let n = 0; n <= lastAge; n++)
    cumulative[n] = (n > 0 ? cumulative[n - 1]! : 0) + (n + 1) ** -exponent
  return { cumulative, weight: new Float64Array(lastAge + 1).fill(revenue) }
}

t.test('a tail with much revenue is the power law of the preceding ages', t => {
  for (const exponent of [0.4, 0.85, 1.5]) {
    const fitted = tail(powerLaw(exponent, 200, 1e9), 1)
    t.ok(Math.abs(fitted.exponent - exponent) < 0.02, `${fitted.exponent}`)
    t.ok(
      Math.abs(fitted.level * 300 ** -fitted.exponent * 300 ** exponent - 1) < 0.05,
      'and goes on where they end',
    )
    t.ok(fitted.error < 0.01)
  }
  t.end()
})

t.test('a tail with almost no revenue is the usual one', t => {
  const { exponent, error } = tail(powerLaw(2, 200, 1e-9), 1)
  t.ok(Math.abs(exponent - 0.7) < 1e-6)
  t.ok(Math.abs(error - 0.3) < 1e-6)
  t.end()
})

t.test('a tail with some revenue lies between, more certain than the prior', t => {
  const { exponent, error } = tail(powerLaw(2, 50, 0.5), 1)
  t.ok(exponent > 0.75 && exponent < 1.95, `${exponent}`)
  t.ok(error > 0.01 && error < 0.3, `${error}`)
  t.end()
})

t.test('the level of the tail matches the revenue of the ages before it', t => {
  // One bin only: ages 2 to 2.
  const { level, exponent } = tail(
    { cumulative: Float64Array.of(0.5, 0.8, 1), weight: Float64Array.of(1, 1, 1) },
    1,
  )
  t.ok(Math.abs(exponent - 0.7) < 1e-12)
  t.ok(Math.abs(level * 3 ** -0.7 - 0.2) < 1e-12)
  t.end()
})

t.test('a limit that is reached is as uncertain as the value it cuts', t => {
  const { error, exponent } = tail(powerLaw(-0.4, 200, 1e9), 1)
  t.equal(exponent, 0.2)
  t.ok(Math.abs(error - 0.6) < 0.03, `${error}`)
  t.end()
})

t.test('exponents stay plausible, and no revenue gives no tail', t => {
  t.equal(tail(powerLaw(6, 200, 1e9), 1).exponent, 3)
  t.equal(tail(powerLaw(-2, 200, 1e9), 1).exponent, 0.2)
  t.same(tail({ cumulative: Float64Array.of(1), weight: Float64Array.of(5) }, 1), {
    exponent: 0.7,
    error: 0.3,
    level: 0,
  })
  t.same(tail({ cumulative: new Float64Array(50).fill(1), weight: new Float64Array(50) }, 1), {
    exponent: 0.7,
    error: 0.3,
    level: 0,
  })
  t.end()
})
