import assert from 'node:assert/strict'
import t from 'tap'
import { fit, forecast } from '../../../../server/forecast/model/fit.ts'
import fc from '../../../support/fast-check.ts'
import { arbitraryCells } from '../../../support/forecast/arbitrary-cells.ts'
import { type CellOf, factsOf } from '../../../support/forecast/facts.ts'

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
}

/** A month of cohorts that bring 10, 5 and then 1 a day until the day after the last. */
function month(of: Partial<CellOf> = {}): CellOf[] {
  return Array.from({ length: 30 }, (_, day) => ({
    day,
    platform: 'IOS',
    network: 'Meta',
    installs: 100,
    iap: Object.fromEntries(Array.from({ length: 30 - day }, (_, n) => [n, [10, 5][n] ?? 1])),
    ...of,
  }))
}

t.test(
  'the forecast of an old enough cell is its actual, plus its share of the curve beyond',
  t => {
    const facts = factsOf(month())
    const model = fit(facts, 29)
    const { gross, future, net } = forecast(facts, model, 7)
    t.equal(gross[0], 21)
    t.equal(future[0], 0)
    t.equal(gross[22], 21, 'seven days old')
    t.ok(
      Math.abs(gross[29]! / 21 - 1) < 1e-9,
      'of an age of 0 days, where all cohorts are the same',
    )
    t.ok(near(gross[29]! - future[29]!, 10))
    t.same(net, gross, 'no fees, no refunds')
    t.end()
  },
)

t.test('revenue of an old enough cell is known at its actual ages, however it is split', t => {
  const amounts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(amounts, list => {
      const facts = factsOf([
        { day: 0, installs: 5, iap: Object.fromEntries(list.map((x, n) => [n, x])) },
      ])
      const model = fit(facts, 40)
      let sum = 0
      list.forEach((x, n) => assert.equal(forecast(facts, model, n).gross[0], (sum += x)))
    }),
  )
  t.end()
})

t.test(
  "net revenue is actuals after fees and refunds, then gross times the platform's share less refunds",
  t => {
    // A tenth is given back of what 70 % are left of.
    const refunded = month().map(c => ({
      ...c,
      iap: Object.fromEntries(
        Object.entries(c.iap!).map(([n, x]) => [n, [Number(x), Number(x) * 0.63] as const]),
      ),
    }))
    const facts = factsOf(refunded, { iap: 0.7 })
    const { gross, net, future } = forecast(facts, fit(facts, 29), 60)
    for (let i = 0; i < 30; i++)
      t.ok(near(net[i]!, (gross[i]! - future[i]!) * 0.63 + future[i]! * 0.63))
    t.end()
  },
)

t.test('a network with more refunds on a platform gets a forecast with more refunds', t => {
  const kept = { a: 0.9, b: 0.5 }
  const facts = factsOf(
    (['a', 'b'] as const).flatMap(network =>
      month({ network }).map(c => ({
        ...c,
        iap: Object.fromEntries(
          Object.entries(c.iap!).map(([n, x]) => [
            n,
            [Number(x), Number(x) * kept[network]] as const,
          ]),
        ),
      })),
    ),
  )
  const { gross, net, future } = forecast(facts, fit(facts, 29), 60)
  const share = (i: number): number =>
    (net[i]! - (gross[i]! - future[i]!) * (facts.cells.network[i] === 0 ? 0.9 : 0.5)) / future[i]!
  const young = [...facts.cells.day.keys()].filter(i => facts.cells.day[i] === 29)
  t.ok(share(young[0]!) > 0.8 && share(young[0]!) <= 0.9, `${share(young[0]!)}`)
  t.ok(share(young[1]!) < 0.6 && share(young[1]!) >= 0.5, `${share(young[1]!)}`)
  t.end()
})

t.test('refunds of a kind without gross revenue still count', t => {
  const facts = factsOf([{ day: 0, installs: 5, iap: { 0: [0, -3] } }])
  const { gross, net } = forecast(facts, fit(facts, 5), 5)
  t.same([...gross, ...net], [0, -3])
  t.end()
})

t.test('revenue kinds are forecast separately and added', t => {
  fc.assert(
    fc.property(
      arbitraryCells(),
      fc.integer({ min: 20_000, max: 20_040 }),
      fc.constantFrom(0, 7, 90),
      (cells, asOf, dsi) => {
        const of = (...kinds: ('iap' | 'ad')[]): Float64Array => {
          const facts = factsOf(
            cells.map(({ iap, ad, ...cell }) => ({
              ...cell,
              ...(kinds.includes('iap') && iap && { iap }),
              ...(kinds.includes('ad') && ad && { ad }),
            })),
          )
          return forecast(facts, fit(facts, asOf), dsi).gross
        }
        const [both, iap, ad] = [of('iap', 'ad'), of('iap'), of('ad')]
        both.forEach((value, i) => assert.ok(near(value, iap[i]! + ad[i]!)))
      },
    ),
  )
  t.end()
})

t.test(
  'an extra campaign with unknown names changes nothing, and equal segments equal the app',
  t => {
    const model = (cells: CellOf[]) => {
      const facts = factsOf(cells)
      return forecast(facts, fit(facts, 29), 30).gross.reduce((sum, value) => sum + value, 0)
    }
    const alone = model(month())
    t.ok(near(model([...month(), ...month({ network: 'zero', installs: 0, iap: {} })]), alone))
    const halves = ['a', 'b'].flatMap(country =>
      month({ country, installs: 50 }).map(c => ({
        ...c,
        iap: Object.fromEntries(Object.entries(c.iap!).map(([n, x]) => [n, Number(x) / 2])),
      })),
    )
    t.ok(Math.abs(model(halves) / alone - 1) < 0.001)
    t.end()
  },
)

t.test('a kind that began late is learned from the cohorts that existed then', t => {
  // Advertising from day 60 on brings 2 on the day of install and 1 a day after; who came before sees it at greater ages first.
  const cells = Array.from({ length: 100 }, (_, day) => ({
    day,
    installs: 100,
    iap: { 0: 1000 },
    ad: Object.fromEntries(
      Array.from({ length: 100 - day }, (_, n) => [n, n === 0 ? 2 : 1] as const).filter(
        ([n]) => day + n >= 60,
      ),
    ),
  }))
  const facts = factsOf(cells)
  const model = fit(facts, 99)
  const ad = model.kinds.find(k => k.kind === 'ad')!
  t.equal(ad.lastAge, 39)
  t.equal(model.limit, 299, 'a kind of a hundredth of the revenue does not shorten it')
  t.ok(
    Math.abs(
      forecast({ ...facts, revenue: facts.revenue.slice(1) }, model, 30).gross[99]! / 32 - 1,
    ) < 0.01,
  )
  const large = factsOf(cells.map(c => ({ ...c, iap: { 0: 100 } })))
  t.equal(fit(large, 99).limit, 119, 'one that counts does')
  t.same(fit(factsOf(cells.map(c => ({ ...c, installs: 5 }))), 99).kinds.map(k => k.lastAge), [80, 80], 'of few installs none may just not have paid') // prettier-ignore
  t.end()
})

t.test('a forecast can be limited to the newest cells; a DSI out of reach is an error', t => {
  const facts = factsOf(month())
  const model = fit(facts, 29)
  const all = forecast(facts, model, 30).gross
  t.same(forecast(facts, model, 30, 20).gross, all.map((value, i) => (i < 20 ? 0 : value))) // prettier-ignore
  t.throws(
    () => forecast(facts, model, model.reach + 1),
    new RangeError('DSI 1096 is not within 0 to 1095'),
  )
  t.throws(() => forecast(facts, model, -1), RangeError)
  t.end()
})
