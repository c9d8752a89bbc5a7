import t from 'tap'
import { dispersion } from '../../../../server/forecast/model/dispersion.ts'
import { Grid } from '../../../../server/forecast/model/grid.ts'

function curveOf(...values: number[]): Grid {
  const curves = new Grid(1, values.length)
  curves.row(0).set(values)
  return curves
}

const curves = curveOf(...Array.from({ length: 20 }, (_, n) => n + 1))

t.test('dispersion is squared errors over expectations, in blocks of seven days', t => {
  const revenue = {
    kind: 'iap' as const,
    start: Uint32Array.of(0, 3, 4),
    age: Uint16Array.of(0, 6, 7, 2),
    gross: Float64Array.of(4, 5, 1, 8),
    net: new Float64Array(4),
  }
  const of = {
    count: 2,
    from: 0,
    known: Int32Array.of(8, 3),
    network: Int32Array.of(0, 0),
    installs: new Float64Array(2),
  }
  const means = { scale: Float64Array.of(1, 2), curves }
  // Cell 0 expects 7 in ages 0-6 and 2 in 7-8; cell 1 expects 8 in 0-3, the last block being as long as it is.
  const terms = [[9, 7], [1, 2], [8, 8]] as const // prettier-ignore
  const k = 3
  const expected =
    terms.reduce((sum, [x, m]) => sum + (x - m) ** 2 / (m + k), 0) /
    terms.reduce((sum, [, m]) => sum + m / (m + k), 0)
  t.ok(Math.abs(dispersion(of, means, revenue, k).phi - expected) < 1e-12)
  const mean = terms.reduce((sum, [x, m]) => sum + (x - m) ** 2 / m, 0) / 3
  t.ok(
    Math.abs(dispersion(of, means, revenue, 0).phi - mean) < 1e-12,
    'without k: the mean of (x - mu)^2 / mu',
  )
  t.end()
})

t.test('rows after the known age do not count, nor do cells that expect nothing', t => {
  const revenue = {
    kind: 'iap' as const,
    start: Uint32Array.of(0, 2, 3),
    age: Uint16Array.of(0, 5, 0),
    gross: Float64Array.of(3, 99, 7),
    net: new Float64Array(3),
  }
  const of = {
    count: 2,
    from: 0,
    known: Int32Array.of(4, 4),
    network: Int32Array.of(0, 0),
    installs: new Float64Array(2),
  }
  const means = { scale: Float64Array.of(1, 0), curves }
  t.same(dispersion(of, means, revenue, 0), { phi: (3 - 5) ** 2 / 5, luck: 0 })
  t.same(dispersion({ ...of, count: 0 }, means, revenue, 1), { phi: 0, luck: 0 })
  t.end()
})

t.test('dispersion of random payments is their mean square over their mean', t => {
  // Payments of 2 and 6, equally likely: (4 + 36) / (2 + 6) = 5. Cells that hardly expect anything must not spoil it.
  let state = 1
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647
  const cells = 20_000
  const scale = Float64Array.from({ length: cells }, (_, i) => [0.02, 0.5, 4][i % 3]!)
  const start = new Uint32Array(cells + 1)
  const gross: number[] = []
  for (let i = 0; i < cells; i++) {
    // The mean number of payments is mu / 4.
    const limit = Math.exp(-scale[i]! / 4)
    let sum = 0
    for (let product = random(); product > limit; product *= random()) sum += random() < 0.5 ? 2 : 6
    gross.push(sum)
    start[i + 1] = i + 1
  }
  const revenue = {
    kind: 'iap' as const,
    start,
    age: new Uint16Array(cells),
    gross: Float64Array.from(gross),
    net: new Float64Array(cells),
  }
  const estimated = dispersion(
    {
      count: cells,
      from: 0,
      known: new Int32Array(cells),
      network: new Int32Array(cells),
      installs: new Float64Array(cells),
    },
    { scale, curves: curveOf(1) },
    revenue,
    5,
  )
  t.ok(Math.abs(estimated.phi - 5) < 0.25, `${estimated.phi}`)
  t.end()
})

t.test('payments of a cell in consecutive blocks raise the dispersion', t => {
  const revenue = {
    kind: 'iap' as const,
    start: Uint32Array.of(0, 2, 4),
    age: Uint16Array.of(0, 7, 0, 7),
    gross: Float64Array.of(10, 9, 3, 2),
    net: new Float64Array(4),
  }
  const of = {
    count: 2,
    from: 0,
    known: Int32Array.of(13, 13),
    network: Int32Array.of(0, 0),
  }
  const means = { scale: Float64Array.of(1, 1), curves }
  // Each expects 7 and 7: misses of 3 and 2, and of -4 and -5.
  const luck = (2 * 3 * 2 + 2 * 4 * 5) / ((2 * 7 * 7) / 10 + (2 * 7 * 7) / 20)
  const { phi, luck: estimated } = dispersion(
    { ...of, installs: Float64Array.of(10, 20) },
    means,
    revenue,
    0,
  )
  t.ok(Math.abs(estimated - luck) < 1e-12)
  const squares = 9 + 4 + 16 + 25
  t.ok(
    Math.abs(phi - (squares / 7 - (luck * (7 + 7)) / 10 - (luck * (7 + 7)) / 20) / 4) < 1e-12,
    'and the rest is chance of payments',
  )
  const none = dispersion({ ...of, installs: Float64Array.of(0, 0) }, means, revenue, 0)
  t.ok(
    Math.abs(none.phi - squares / 28) < 1e-12 && none.luck === 0,
    'without installs there are none',
  )
  t.end()
})
