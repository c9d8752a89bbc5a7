import t from 'tap'
import { Density, Scatter } from '../../../../server/forecast/response/density.ts'

t.test('the interval contains 80 % of the distribution', async t => {
  const { mean, low, high } = Density.normal(0.5, 0.1).summary()
  t.ok(Math.abs(mean - 0.5) < 1e-6)
  t.ok(Math.abs(high - 0.5 - 0.12816) < 0.002 && Math.abs(0.5 - low - 0.12816) < 0.002)
})

t.test('a product has the precision of both factors, and a sum is a mixture', async t => {
  const [left, right] = [Density.normal(0.4, 0.1), Density.normal(0.6, 0.1)]
  const both = left.times(right).summary()
  t.ok(Math.abs(both.mean - 0.5) < 1e-6)
  t.ok(Math.abs(both.high - both.low - (2 * 0.12816) / Math.SQRT2) < 0.002)
  t.ok(Math.abs(left.times(right).over(right).summary().low - left.summary().low) < 1e-9)
  const mixture = Density.sum([left, right.times(Density.of(() => Math.log(3)))])
  t.ok(Math.abs(mixture.summary().mean - 0.55) < 1e-4, 'weighed by totals')
})

t.test('products of a thousand likelihoods do not vanish', async t => {
  const all = Array.from({ length: 1000 }, () => Density.normal(0.3, 0.02))
  t.ok(
    Math.abs(
      Density.of(() => 0)
        .times(...all)
        .summary().mean - 0.3,
    ) < 1e-9,
  )
})

t.test('scatter adds its variance, upward and downward', async t => {
  const scatter = new Scatter(0.08)
  const width = (density: Density): number => density.summary().high - density.summary().low
  for (const spread of [
    scatter.downward(Density.normal(0.6, 0.06)),
    scatter.upward(Density.normal(0.6, 0.06)),
  ])
    t.ok(Math.abs(width(spread) - 2 * 0.12816) < 0.005, `${width(spread)}`)
})
