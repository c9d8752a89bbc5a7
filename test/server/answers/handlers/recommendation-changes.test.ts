import t from 'tap'
import { byIdentity, identityOf } from '../../../../server/answers/handlers/judge.ts'
import type { StoredRecommendation } from '../../../../server/core/model/store.ts'

function row(
  id: number,
  spend: number,
  lookback_days: number,
  country = 'US',
): StoredRecommendation {
  const names = { platform: 'IOS', network: 'Meta', campaign: 'Alpha', country }
  return { recommendation_id: id, spend, lookback_days, ...names } as StoredRecommendation
}

t.test('the row with the highest daily spend represents its identity', async t => {
  const rows = [row(1, 60, 6), row(2, 30, 2), row(3, 70, 6), row(4, 15, 1), row(5, 1, 1, 'DE')]
  const highest = await byIdentity(rows)
  t.equal(highest.size, 2)
  t.equal(
    highest.get(identityOf(row(0, 0, 1)))?.recommendation_id,
    2,
    'the first of those that spend as much',
  )
  t.equal(highest.get(identityOf(row(0, 0, 1, 'DE')))?.recommendation_id, 5)
})
