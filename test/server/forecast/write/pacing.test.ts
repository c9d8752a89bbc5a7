import t from 'tap'
import { targetFor } from '../../../../server/forecast/config/forecast-config.ts'
import { classifyAction } from '../../../../server/core/model/classification.ts'
import { bidsAt, recommendedBid } from '../../../../server/forecast/write/bids.ts'

const pacing = { step: 0.2, days: 3 }
const sure = { confidence: 0.8, asOf: 100, pacing }

t.test(
  'bids move as far as the prediction is from the target, within the pacing rules',
  async t => {
    const bid = { live: 0.3, since: 50 }
    const roas = { action: 'REDUCE', target: 1, predicted: 0.9375 } as const
    t.strictSame(recommendedBid(bid, roas, sure), { live: 0.3, raw: 0.32, paced: 0.32 })
    t.strictSame(recommendedBid(bid, { ...roas, predicted: 0.5 }, sure), {
      live: 0.3,
      raw: 0.6,
      paced: 0.36,
    })
    t.strictSame(recommendedBid(bid, { ...roas, action: 'SCALE', predicted: 2 }, sure), {
      live: 0.3,
      raw: 0.15,
      paced: 0.24,
    })
    t.strictSame(recommendedBid(bid, { ...roas, action: 'HOLD', predicted: 1.03 }, sure), {
      live: 0.3,
      raw: 0.3,
      paced: 0.3,
    })
    t.strictSame(
      recommendedBid({ live: 0.3, since: 99 }, roas, sure),
      { live: 0.3, raw: 0.32, paced: 0.3 },
      'two days after a change',
    )
    t.strictSame(
      recommendedBid({ live: 0.3, since: 98 }, roas, sure),
      { live: 0.3, raw: 0.32, paced: 0.32 },
      'three',
    )
    t.strictSame(recommendedBid(bid, roas, { ...sure, confidence: null }), {
      live: 0.3,
      raw: 0.32,
      paced: 0.3,
    })
    t.strictSame(recommendedBid(bid, { ...roas, predicted: null }, sure), {
      live: 0.3,
      raw: null,
      paced: null,
    })
    t.strictSame(recommendedBid(bid, { ...roas, predicted: 0 }, sure), {
      live: 0.3,
      raw: null,
      paced: null,
    })
    t.strictSame(recommendedBid(null, roas, sure), { live: null, raw: null, paced: null })
  },
)

t.test('a bid never moves against the action', async t => {
  for (let live = 0.02; live < 2; live += 0.017) {
    for (let predicted = 0.05; predicted < 5; predicted *= 1.13) {
      const action = classifyAction(predicted, 0.6, 0.05)
      const { paced, raw } = recommendedBid(
        { live, since: 0 },
        { action, target: 0.6, predicted },
        sure,
      )
      const wanted = { SCALE: -1, HOLD: 0, REDUCE: 1 }[action]
      if (Math.sign(raw! - live) !== wanted || Math.sign(paced! - live) !== wanted)
        t.fail(`${action}: ${live} to ${paced} and ${raw}`)
      if (Math.abs(paced! - live) > 0.2 * live + 1e-9) t.fail(`${live} to ${paced}`)
    }
  }
  t.pass()
})

t.test('the live bid is the newest up to the as-of day, with its first day', async t => {
  const names = { platform: 'IOS', network: 'TikTok', campaign: 'Alpha' }
  const bids = [
    { ...names, country: null, day: 12, liveRoas: 0.4 },
    { ...names, country: null, day: 5, liveRoas: 0.2 },
    { ...names, country: null, day: 8, liveRoas: 0.3 },
    { ...names, country: null, day: 9, liveRoas: 0.3 },
    { ...names, country: 'DE', day: 1, liveRoas: 0.5 },
    { ...names, campaign: null, country: null, day: 1, liveRoas: 0.9 },
  ]
  const at = bidsAt(bids, 10)
  t.strictSame(at({ ...names, country: 'GLOBAL' }), { live: 0.3, since: 8 })
  t.strictSame(at({ ...names, country: 'DE' }), { live: 0.5, since: 1 })
  t.strictSame(at({ ...names, country: 'FR' }), { live: 0.3, since: 8 })
  t.equal(at({ ...names, campaign: 'Beta', country: 'FR' }), null)
  t.equal(bidsAt(bids, 4)({ ...names, country: 'FR' }), null)
})

t.test('the first matching target applies', async t => {
  const targets = {
    dsi: 30,
    roasType: 'paid' as const,
    revenueType: 'gross' as const,
    roas: 1,
    by: [
      { platform: 'IOS' as const, country: 'US', roas: 1.2 },
      { network: 'TikTok', roas: 0.9 },
      { platform: 'IOS' as const, roas: 1.1 },
    ],
  }
  const place = { platform: 'IOS', network: 'TikTok', campaign: 'Alpha', country: 'US' }
  t.equal(targetFor(targets, place), 1.2)
  t.equal(targetFor(targets, { ...place, country: 'GLOBAL' }), 0.9)
  t.equal(targetFor(targets, { ...place, country: null, network: null }), 1.1)
  t.equal(targetFor(targets, { ...place, platform: 'WEB', network: null }), 1)
  t.equal(targetFor({ ...targets, roas: null }, { ...place, platform: 'WEB', network: null }), null)
})
