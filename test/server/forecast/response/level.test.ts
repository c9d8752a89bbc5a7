import t from 'tap'
import { chance } from '../../../../scripts/lab/world/chance.ts'
import { levelFilter, smoothed, whitened } from '../../../../server/forecast/response/level.ts'
import { dot as product } from '../../../../server/forecast/response/vectors.ts'

const random = chance(9)
const days = 60
const x = Float64Array.from({ length: days }, (_, at) => (at < 25 ? 0 : 0.3))
const variances = x.map(() => 0.01)

t.test('the estimate is generalized least squares over the full covariance', async t => {
  const z = Float64Array.from(x, value => 0.7 * value + 0.1 * random.normal())
  const noise = { drift: 0.02 ** 2, day: 0.05 ** 2 }
  const filter = levelFilter(
    variances.map((own, day) => (day === 10 ? Infinity : own)),
    noise,
  )
  const [white, outcome] = [whitened(x, filter), whitened(z, filter)]
  // Differences of consecutive known days have a band covariance; solved by elimination.
  const at = [...z.keys()].filter(day => day !== 10)
  const own = 0.01 + noise.day
  const n = at.length - 1
  const covariance = Array.from({ length: n }, (_, i) =>
    Float64Array.from({ length: n }, (_, j) =>
      i === j ? 2 * own + noise.drift * (at[i + 1]! - at[i]!) : Math.abs(i - j) === 1 ? -own : 0,
    ),
  )
  const change = (values: Float64Array) =>
    Float64Array.from({ length: n }, (_, i) => values[at[i + 1]!]! - values[at[i]!]!)
  const solved = solve(covariance, change(x))
  const dot = (values: Float64Array) =>
    values.reduce((sum, value, i) => sum + value * solved[i]!, 0)
  t.ok(Math.abs(product(white, white) / dot(change(x)) - 1) < 1e-9, 'information')
  t.ok(Math.abs(product(white, outcome) / dot(change(z)) - 1) < 1e-9, 'score')
})

function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const m = matrix.map((row, i) => [...row, right[i]!])
  for (let i = 0; i < m.length; i++) {
    for (let r = i + 1; r < m.length; r++) {
      const factor = m[r]![i]! / m[i]![i]!
      if (factor !== 0) for (let k = i; k <= m.length; k++) m[r]![k]! -= factor * m[i]![k]!
    }
  }
  const solution = new Float64Array(m.length)
  for (let i = m.length - 1; i >= 0; i--) {
    let sum = m[i]![m.length]!
    for (let k = i + 1; k < m.length; k++) sum -= m[i]![k]! * solution[k]!
    solution[i] = sum / m[i]![i]!
  }
  return solution
}

t.test('spend without moves gives no information', async t => {
  const filter = levelFilter(variances, { drift: 0.01, day: 0 })
  t.ok(whitened(new Float64Array(days).fill(3), filter).every(value => Math.abs(value) < 1e-12))
})

t.test('a level without drift is the mean; with much drift, the values themselves', async t => {
  const values = Float64Array.of(9, 1, 3, 9, 5)
  const own = Float64Array.of(Infinity, 0.01, 0.01, Infinity, 0.01)
  const flat = smoothed(values, own, { drift: 0, day: 0 })
  for (const at of [0, 1, 2, 3, 4]) t.ok(Math.abs(flat[at]! - 3) < 1e-9)
  const free = smoothed(values, own, { drift: 1e6, day: 0 })
  for (const at of [1, 2, 4]) t.ok(Math.abs(free[at]! - values[at]!) < 1e-6)
  t.ok(Math.abs(free[3]! - 4) < 1e-3, 'between its neighbors')
  t.ok(Math.abs(free[0]! - 1) < 1e-6, 'the first known one')
})
