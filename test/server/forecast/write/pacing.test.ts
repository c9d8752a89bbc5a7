import t from 'tap'
import { targetFor } from '../../../../server/forecast/config/forecast-config.ts'
import { bidsAt, recommendedBid } from '../../../../server/forecast/write/bids.ts'

const pacing = { step: 0.2, days: 3 }
const sure = { confidence: 0.8, asOf: 100, pacing }

t.test('bids move towards the target, within the pacing rules', async t => {
  const bid = { live: 0.3, since: 50 }
  const roas = { optimisation: 0.2, target: 1, predicted: 0.8 }
  t.strictSame(recommendedBid(bid, roas, sure), { live: 0.3, raw: 0.25, paced: 0.25 })
  t.strictSame(recommendedBid(bid, { ...roas, predicted: 0.4 }, sure), { live: 0.3, raw: 0.5, paced: 0.36 })
  t.strictSame(recommendedBid(bid, { ...roas, predicted: 2 }, sure), { live: 0.3, raw: 0.1, paced: 0.24 })
  t.strictSame(recommendedBid({ live: 0.3, since: 99 }, roas, sure), { live: 0.3, raw: 0.25, paced: 0.3 }, 'two days after a change')
  t.strictSame(recommendedBid({ live: 0.3, since: 98 }, roas, sure), { live: 0.3, raw: 0.25, paced: 0.25 }, 'three')
  t.strictSame(recommendedBid(bid, roas, { ...sure, confidence: null }), { live: 0.3, raw: 0.25, paced: 0.3 })
  t.strictSame(recommendedBid(bid, { ...roas, predicted: null }, sure), { live: 0.3, raw: null, paced: null })
  t.strictSame(recommendedBid(bid, { ...roas, optimisation: 0 }, sure), { live: 0.3, raw: null, paced: null })
  t.strictSame(recommendedBid(null, roas, sure), { live: null, raw: null, paced: null })
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
