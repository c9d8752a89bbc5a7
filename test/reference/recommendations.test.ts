import t from 'tap'
import type { ExpectedList } from './expected.ts'
import { appRow, minimalDelivery, recommendationRow } from './minimal-delivery.ts'
import { reference } from './reference.ts'
import type { Delivery, RecommendationRow } from './delivery.ts'
import type { RecommendationsParameters } from './request-types.ts'

function list(
  delivery: Delivery,
  parameters: Partial<RecommendationsParameters> = {},
): Record<string, unknown>[] {
  const answer = reference(delivery, '2026-04-01')
  return (
    answer({
      companyId: 1,
      operation: 'getRecommendations',
      parameters: { appId: 1, ...parameters },
    }) as ExpectedList
  ).items
}

function one(row: Partial<RecommendationRow>): Record<string, unknown> {
  return list(minimalDelivery({ recommendations: [recommendationRow(row)] }))[0] ?? {}
}

t.test('averages are weighted by spend', async t => {
  const item = one({
    spend: '60',
    lookback_days: 6,
    paid_installs: 0,
    incremental_blended_installs: 5,
    full_blended_installs: 8,
  })
  t.match(item, {
    id: 1,
    dailySpend: 10,
    paidCpi: 0,
    incrementalBlendedCpi: 12,
    fullBlendedCpi: 7.5,
    paidInstalls: 0,
  })
})

t.test('the edges of the HOLD band are HOLD', async t => {
  const action = (predicted: number | null, target: number | null = 1) =>
    one({ predicted_paid_gross_roas: predicted, target_paid_gross_roas: target }).action
  t.equal(action(1.05), 'HOLD')
  t.equal(action(0.95), 'HOLD')
  t.equal(action(1.26, 1.2), 'HOLD', '1.26 / 1.2 - 1 is a little over 0.05 in doubles')
  t.equal(action(1.0501), 'SCALE')
  t.equal(action(0.9499), 'REDUCE')
  t.equal(action(null), 'REDUCE')
  t.equal(action(5, null), 'REDUCE')
  t.equal(action(5, 0), 'REDUCE')
  t.equal(action(-1, -1), 'REDUCE')
})

t.test("the app's settings decide the basis and the threshold", async t => {
  const action = (threshold: number | null) =>
    list(
      minimalDelivery({
        apps: [
          appRow({
            target_roas_type: 'full_blended',
            target_revenue_type: 'net',
            action_threshold: threshold,
          }),
        ],
        recommendations: [
          recommendationRow({
            predicted_full_blended_net_roas: 1.04,
            predicted_paid_gross_roas: 0.1,
          }),
        ],
      }),
    )[0]?.action
  t.equal(action(null), 'HOLD', 'by default 0.05')
  t.equal(action(0), 'SCALE')
})

t.test('status follows the stored scores', async t => {
  const status = (score: number | null, row: Partial<RecommendationRow> = {}) =>
    one({ confidence_score: score, ...row }).status
  t.equal(status(0.6), 'HIGH')
  t.equal(status(0.5999), 'MEDIUM')
  t.equal(status(0.3), 'MEDIUM')
  t.equal(status(0.2999), 'LOW')
  t.equal(status(null), 'LOW')
  t.equal(status(1, { spend: '29.9999' }), 'LOW', 'less than 5 a day')
  t.equal(status(1, { spend: '30' }), 'HIGH')
  t.equal(status(1, { network: 'meta' }), 'LOW', 'no row of that name')
  t.equal(status(1, { network: null }), 'LOW')
})

t.test('granularity, filters and order follow the contract', async t => {
  const delivery = minimalDelivery({
    recommendations: [
      recommendationRow({ recommendation_id: 3, spend: '10', country: 'GLOBAL' }),
      recommendationRow({ recommendation_id: 2, spend: '10', platform: '', network: '' }),
      recommendationRow({ recommendation_id: 5, spend: '20' }),
      recommendationRow({ recommendation_id: 6, granularity: 'campaign_geo', country: null }),
      recommendationRow({ recommendation_id: 7, run_id: 99 }),
    ],
  })
  const ids = (parameters?: Partial<RecommendationsParameters>) =>
    list(delivery, parameters).map(item => item.id)
  t.strictSame(ids(), [5, 2, 3])
  t.strictSame(ids({ platforms: ['ios'] }), [5, 3])
  t.strictSame(ids({ networks: ['Unknown'] }), [2])
  t.strictSame(ids({ granularity: 'campaign_geo', countries: ['Unknown'] }), [6])
  t.strictSame(ids({ granularity: 'campaign_geo', countries: ['US'] }), [])
})
