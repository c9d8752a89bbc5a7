import t from 'tap'
import { liftsOf } from '../../../../server/forecast/write/lifts.ts'

t.test('a lift test gives an elasticity, of raised or lowered spend alike', async t => {
  const spend = 1.5
  const [raised, lowered, ...others] = liftsOf(
    [
      { network: 'Meta Ads', spend, installsLow: spend ** 0.5, installsHigh: spend ** 0.7 },
      {
        network: 'Meta Ads',
        spend: 1 / spend,
        installsLow: spend ** -0.7,
        installsHigh: spend ** -0.5,
      },
      { network: 'Nowhere', spend, installsLow: 1.1, installsHigh: 1.2 },
    ],
    ['Google Ads', 'Meta Ads'],
  )
  for (const one of [raised!, lowered!]) {
    t.equal(one.network, 1)
    t.ok(Math.abs(one.elasticity - 0.6) < 1e-9, `${one.elasticity}`)
    t.ok(Math.abs(one.deviation - 0.1 / 1.2816) < 1e-3, `${one.deviation}`)
  }
  t.strictSame(others, [], 'networks without data')
})
