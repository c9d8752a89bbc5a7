import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import { expectedSteps } from '../../../../server/forecast/response/steps.ts'

const NOISE = 0.05 ** 2
const SPREAD = 0.2 ** 2
const CHANCE = 1 / 30

t.test('the expectation averages over all ways to split the days', async t => {
  const random = chance(3)
  const values = Float64Array.from(
    { length: 11 },
    (_, at) => (at < 5 ? -0.1 : 0.12) + 0.05 * random.normal(),
  )
  const { level, chance: chances } = expectedSteps(values, NOISE, SPREAD)
  let total = 0
  const sums = new Float64Array(values.length)
  const steps = new Float64Array(values.length)
  // Bit k: a step before day k + 1. Levels have at least two days.
  for (let cuts = 0; cuts < 1 << (values.length - 1); cuts++) {
    const bounds = [
      0,
      ...[...values.slice(1)].flatMap((_, k) => ((cuts >> k) & 1 ? [k + 1] : [])),
      values.length,
    ]
    const levels = bounds.slice(1).map((to, k) => values.slice(bounds[k], to))
    if (levels.some(({ length }) => length < 2)) continue
    const weight = levels.reduce(
      (all, days) => all * density(days),
      (CHANCE / (1 - CHANCE)) ** (levels.length - 1),
    )
    total += weight
    levels.forEach((days, k) => {
      const mean = days.reduce((sum, value) => sum + value, 0) / (days.length + NOISE / SPREAD)
      for (let at = bounds[k]!; at < bounds[k + 1]!; at++) sums[at]! += weight * mean
      if (k > 0) steps[bounds[k]!]! += weight
    })
  }
  values.forEach((_, at) => {
    t.ok(Math.abs(level[at]! - sums[at]! / total) < 1e-9, `level of day ${at}`)
    t.ok(Math.abs(chances[at]! - steps[at]! / total) < 1e-9, `chance of a step on day ${at}`)
  })
})

/** Density of days around a level that is normal around 0, day by day. */
function density(days: Float64Array): number {
  let [mean, variance, all] = [0, SPREAD, 1]
  for (const value of days) {
    const own = variance + NOISE
    all *= Math.exp(-((value - mean) ** 2) / (2 * own)) / Math.sqrt(own)
    mean += (variance / own) * (value - mean)
    variance *= 1 - variance / own
  }
  return all
}

t.test('expected steps are on average no larger than true ones, unlike detected ones', async t => {
  const random = chance(8)
  let [above, below] = [0, 0]
  for (let draw = 0; draw < 200; draw++) {
    const before = 0.1 * random.normal()
    const after = 0.1 * random.normal()
    const { level, chance: chances } = expectedSteps(
      Float64Array.from(
        { length: 40 },
        (_, at) => (at < 20 ? before : after) + 0.1 * random.normal(),
      ),
      0.1 ** 2,
      0.1 ** 2,
    )
    if (Math.max(...chances) < 0.3) continue
    above += (after - before) * (level[39]! - level[0]!)
    below += (level[39]! - level[0]!) ** 2
  }
  t.ok(Math.abs(above / below - 1) < 0.1, `true over expected: ${above / below}`)
})

t.test('few days and no days give no steps', async t => {
  t.strictSame(expectedSteps(new Float64Array(), NOISE, SPREAD), {
    level: new Float64Array(),
    chance: new Float64Array(),
  })
  const { level, chance: chances } = expectedSteps(Float64Array.of(0.3, 0.3, 0.3), NOISE, SPREAD)
  t.strictSame(chances, new Float64Array(3))
  for (const value of level) t.ok(Math.abs(value - 0.9 / (3 + NOISE / SPREAD)) < 1e-9)
})
