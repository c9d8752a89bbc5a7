import assert from 'node:assert/strict'
import t from 'tap'
import { fit, forecast } from '../../../../server/forecast/model/fit.ts'
import { interval } from '../../../../server/forecast/model/interval.ts'
import { varianceOfGrowth } from '../../../../server/forecast/model/shape-error.ts'
import { bounds } from '../../../../server/forecast/model/outcome.ts'
import fc from '../../../support/fast-check.ts'
import { arbitraryCells } from '../../../support/forecast/arbitrary-cells.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'
import { growing } from '../../../support/forecast/sigma.ts'

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1e-3, Math.abs(a), Math.abs(b))
}

function world(of: (day: number) => Partial<CellOf>): CellOf[] {
  return Array.from({ length: 40 }, (_, day) => ({
    day,
    installs: 50,
    iap: Object.fromEntries(
      Array.from({ length: 40 - day }, (_, n) => [n, (30 + ((day * 7 + n * 3) % 11)) / (n + 1)]),
    ),
    ...of(day),
  }))
}

t.test(
  'total and future are the sums of the forecasts, and the interval never goes below known revenue',
  t => {
    fc.assert(
      fc.property(
        arbitraryCells(),
        fc.integer({ min: 20_000, max: 20_040 }),
        fc.constantFrom(0, 7, 90),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (cells, asOf, dsi, growth) => {
          const facts = factsOf(cells)
          const model = fit(facts, asOf)
          const some = [...facts.cells.day.keys()].slice(0, model.cells).filter(i => i % 3 !== 1) // prettier-ignore
          const { gross, future } = forecast(facts, model, dsi)
          const result = interval(facts, model, some, dsi, growing(growth))
          assert.ok(near(result.total, some.reduce((sum, i) => sum + gross[i]!, 0))) // prettier-ignore
          assert.ok(near(result.future, some.reduce((sum, i) => sum + future[i]!, 0))) // prettier-ignore
          assert.ok(near(result.sigma ** 2, result.restVariance + growth * result.distance ** 2))
          assert.ok(result.low <= result.total && result.total <= result.high)
          assert.ok(result.low >= result.total - result.future - 1e-9 * result.total)
          assert.ok(near(result.low, bounds(result).low) && near(result.high, bounds(result).high))
          if (result.future === 0) assert.equal(result.sigma, 0)
        },
      ),
    )
    t.end()
  },
)

t.test('the variance of one kind and segment has payments, levels, shape, growth and tail', t => {
  const facts = factsOf(world(() => ({})))
  const model = fit(facts, 38)
  const [kind] = model.kinds
  // One week's.
  const cells = [37, 38]
  const dsi = 90
  const { future: f } = forecast(facts, model, dsi)
  const {
    total: P,
    future: F,
    restVariance: rest,
    distance,
  } = interval(facts, model, cells, dsi, growing(0))
  const s = F / P
  const [app, place, network, campaign, country, week, campaignWeek] = kind!.nodeVariance.map(v => v.at(-1)!) as [number, number, number, number, number, number, number] // prettier-ignore
  const u = app + week + campaignWeek + Math.max(place, network, campaign, country)
  const payers = cells.reduce((sum, i) => sum + f[i]! ** 2 * kind!.variance[i]!, 0) / P ** 2
  const tail = kind!.tail.error * Math.log(91 / (kind!.lastAge + 1))
  const parts = cells.map(i => ({
    age: 38 - i,
    weight: kind!.theta[i]! * facts.cells.installs[i]! * kind!.networkCurves.get(0, dsi),
  }))
  const shape = varianceOfGrowth(kind!.shapeError, parts, dsi) / P ** 2
  t.ok(shape > 0)
  t.ok(near(rest, (kind!.phi * F) / P ** 2 + payers + shape + s ** 2 * (u + tail ** 2)))
  const far = cells.reduce((sum, i) => sum + (f[i]! / F) * Math.log(91 / (38 - i + 1)), 0)
  t.ok(near(distance, s * far))
  t.end()
})

t.test('segments vary independently, so that a sum over many is more certain than one', t => {
  const facts = factsOf(['a', 'b', 'c', 'd', 'e', 'f'].flatMap((country, k) => world(() => ({ country, installs: 50 + k })).map(c => ({ ...c, iap: Object.fromEntries(Object.entries(c.iap!).map(([n, x]) => [n, Number(x) * (1 + k / 3)])) })))) // prettier-ignore
  const model = fit(facts, 39)
  const young = [...facts.cells.day.keys()].filter(i => facts.cells.day[i]! > 35)
  const all = interval(facts, model, young, 30, growing(0))
  for (const k of facts.names.country.keys()) {
    const one = interval(facts, model, young.filter(i => facts.cells.country[i] === k), 30, growing(0)) // prettier-ignore
    t.ok(one.sigma > all.sigma, `${one.sigma} and ${all.sigma}`)
  }
  t.end()
})

t.test('variances of revenue kinds add up', t => {
  const cells = world(() => ({})).map(c => ({
    ...c,
    ad: Object.fromEntries(
      Object.entries(c.iap!).map(([n, x]) => [n, Number(x) / (2 + Number(n))]),
    ),
  }))
  const facts = factsOf(cells)
  const [both, iap, ad] = [
    facts,
    { ...facts, revenue: facts.revenue.slice(0, 1) },
    { ...facts, revenue: facts.revenue.slice(1) },
  ].map(f => interval(f, fit(f, 39), [37, 38], 60, growing(0.02)))
  t.ok(near(both!.total, iap!.total + ad!.total))
  t.ok(
    near(
      (both!.sigma * both!.total) ** 2,
      (iap!.sigma * iap!.total) ** 2 + (ad!.sigma * ad!.total) ** 2,
    ),
  )
  t.end()
})

t.test('an empty segment has no variance', t => {
  const facts = factsOf([{ day: 0, installs: 0 }])
  t.same(interval(facts, fit(facts, 5), [0], 30, growing(0.1)), {
    total: 0,
    future: 0,
    sigma: 0,
    low: 0,
    high: 0,
    restVariance: 0,
    distance: 0,
    step: 0,
  })
  t.same(interval(facts, fit(facts, 5), [], 30, growing(0.1)).total, 0)
  t.end()
})
