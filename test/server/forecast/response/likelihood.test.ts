import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import { Density } from '../../../../server/forecast/response/density.ts'
import { mixtureOf } from '../../../../server/forecast/response/likelihood.ts'
import { PRIORS } from '../../../../server/forecast/response/regressors.ts'

const random = chance(21)
const DAYS = 120
const NOISE = { drift: 0.01 ** 2, day: 0.05 ** 2 }
const moved = Float64Array.from({ length: DAYS }, (_, t) => (t < 40 ? 0 : t < 80 ? 0.4 : -0.2))
const fast = moved.map(() => 0.1 * random.normal())
const square = moved.map(value => (value + 0.2) ** 2)
const regressors = [moved, square, moved.map((_, t) => Math.sin(t / 9) / 10), fast]

function outcome(coefficients: readonly number[], noise = 0.05): Float64Array {
  return moved.map((_, t) =>
    regressors.reduce(
      (sum, values, j) => sum + coefficients[j]! * values[t]!,
      noise * random.normal(),
    ),
  )
}
const variances = moved.map(() => 1e-6)
function observe(z: Float64Array, errorShare = 0) {
  return { z, variances, regressors, errorShare }
}

t.test('coefficients are those of the days, drawn to their priors', async t => {
  const truth = [0.5, -0.1, 0.9, 0.2]
  const { coefficients } = mixtureOf(observe(outcome(truth, 0.002)), [{ drift: 1e-6, day: 1e-6 }])
  for (const j of [0, 3]) t.ok(Math.abs(coefficients[j]! - truth[j]!) < 0.1, `${coefficients}`)
  const nothing = regressors.map(values => values.map(() => 0))
  const without = mixtureOf({ ...observe(outcome(truth)), regressors: nothing }, [NOISE])
  t.strictSame(
    without.coefficients.map(value => value.toFixed(9)),
    PRIORS.map(({ mean }) => mean.toFixed(9)),
  )
})

t.test('the likelihood and the prior of a response give its mean', async t => {
  const { likelihood, coefficients } = mixtureOf(observe(outcome([0.6, 0, 0.5, 0.4])), [NOISE])
  const [{ mean, deviation }] = PRIORS
  const posterior = likelihood().times(Density.normal(mean, deviation)).summary()
  t.ok(Math.abs(posterior.mean - coefficients[0]!) < 1e-3, `${posterior.mean} ${coefficients[0]}`)
})

t.test('the noise of the days is the likelier one, and others are dropped', async t => {
  const loud = { drift: 0.01 ** 2, day: 0.26 ** 2 }
  const { noises, noise, evidence } = mixtureOf(observe(outcome([0.6, 0, 0.5, 0.4])), [NOISE, loud])
  t.strictSame(noises, [NOISE])
  t.ok(Math.abs(noise.day - NOISE.day) < 1e-4)
  t.ok(evidence > mixtureOf(observe(outcome([0.6, 0, 0.5, 0.4])), [loud]).evidence)
  t.equal(mixtureOf(observe(outcome([0.6, 0, 0.5, 0.4])), []).evidence, -Infinity)
})

t.test(
  'errors of jumps draw the response and the coefficient of fast changes together',
  async t => {
    const z = outcome([0.4, -0.1, 0.4, 0.9])
    const distance = (errorShare: number): number => {
      const [response, , , ofFast] = mixtureOf(observe(z, errorShare), [NOISE]).coefficients
      return Math.abs(response! - ofFast!)
    }
    t.ok(distance(0.3) < 0.8 * distance(0), `${distance(0.3)} ${distance(0)}`)
  },
)
