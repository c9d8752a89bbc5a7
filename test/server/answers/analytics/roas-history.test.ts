import t from 'tap'
import {
  firstAge,
  recommendedIdentities,
} from '../../../../server/answers/analytics/roas-history.ts'
import type { BetLookback } from '../../../../server/core/model/catalog.ts'
import type { StoredRecommendation } from '../../../../server/core/model/store.ts'

function lookback(platform: BetLookback['platform'], start_day: number, app_id = 1): BetLookback {
  return {
    app_id,
    platform,
    start_day,
    end_day: 20,
  }
}

t.test('the first age is the smallest lookback start of the selected platforms', t => {
  t.equal(firstAge([], 1), 2)
  t.equal(firstAge([lookback(null, 9, 2)], 1), 2, "another app's")
  t.equal(firstAge([lookback(null, 5)], 1), 5)
  t.equal(firstAge([lookback('IOS', 5)], 1), 2, 'the others have the default')
  t.equal(firstAge([lookback('IOS', 5)], 1, ['IOS']), 5)
  t.equal(firstAge([lookback('IOS', 5), lookback(null, 7)], 1), 5)
  t.equal(firstAge([lookback('IOS', 5), lookback(null, 7)], 1, ['ANDROID', 'WEB']), 7)
  t.equal(
    firstAge([lookback('IOS', 0), lookback('ANDROID', 3), lookback('WEB', 4)], 1, [
      'ANDROID',
      'WEB',
    ]),
    3,
  )
  t.equal(firstAge([lookback('WEB', 0)], 1, ['WEB']), 0)
  t.end()
})

t.test('the recommendation with the higher daily spend represents its identity', async t => {
  const named = { platform: 'IOS', network: 'Meta', campaign: 'Alpha', country: 'US' }
  const recommendation = (recommendation_id: number, spend: number, lookback_days: number) =>
    ({
      ...named,
      granularity: 'campaign',
      recommendation_id,
      spend,
      lookback_days,
    }) as StoredRecommendation
  const both = [recommendation(1, 60, 6), recommendation(2, 50, 2)]
  for (const rows of [both, both.toReversed()]) {
    t.strictSame(
      await recommendedIdentities(rows, [{ ...named, id: 8, campaign_id: 5 }], 'campaign'),
      [{ identity: 5, recommendation_id: 2, daily_spend: 25 }],
    )
  }
})
