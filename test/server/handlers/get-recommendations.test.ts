import t from 'tap'
import { appRow, minimalDelivery, recommendationRow } from '../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../support/service.ts'

interface Shown {
  id: number
  action: string
  status: string
}

async function list({ get }: TestService, query = ''): Promise<Shown[]> {
  const answer = await get(`/v1/recommendations?appId=1${query}`)
  if (answer.status !== 200) throw new Error(answer.body.toString())
  return answer.json() as Shown[]
}

t.test("action and status come from the stored numbers, by the app's target types", async t => {
  const deciding = (predicted: number | null, target: number | null = 0.2) => ({
    predicted_full_blended_net_roas: predicted,
    target_full_blended_net_roas: target,
  })
  const rows = [
    // [id, what differs, action, status]; the other ROAS columns say HOLD.
    [1, deciding(0.21), 'HOLD', 'HIGH'],
    [2, deciding(0.2101), 'SCALE', 'HIGH'],
    [3, deciding(0.19), 'HOLD', 'HIGH'],
    [4, deciding(0.1899), 'REDUCE', 'HIGH'],
    [5, deciding(null), 'REDUCE', 'HIGH'],
    [6, deciding(0), 'REDUCE', 'HIGH'],
    [7, deciding(0.2, null), 'REDUCE', 'HIGH'],
    [8, deciding(0.2, 0), 'REDUCE', 'HIGH'],
    [9, { confidence_score: 0.6 }, 'HOLD', 'HIGH'],
    [10, { confidence_score: 0.5999 }, 'HOLD', 'MEDIUM'],
    [11, { confidence_score: 0.3 }, 'HOLD', 'MEDIUM'],
    [12, { confidence_score: 0.2999 }, 'HOLD', 'LOW'],
    [13, { confidence_score: null }, 'HOLD', 'LOW'],
    [14, { spend: '30', lookback_days: 6 }, 'HOLD', 'HIGH'],
    [15, { spend: '29.9999', lookback_days: 6 }, 'HOLD', 'LOW'],
    [16, { network: 'Newcomer' }, 'HOLD', 'LOW'],
    [17, { network: 'Unlisted' }, 'HOLD', 'LOW'],
    [18, { network: null }, 'HOLD', 'LOW'],
    [19, { network: 'meta' }, 'HOLD', 'LOW'],
    [20, { network: 'Unknown', country: 'FR' }, 'HOLD', 'LOW'],
  ] as const
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        apps: [appRow({ action_threshold: null, target_roas_type: 'full_blended', target_revenue_type: 'net' })],
        // Even where somebody calls it traditional, an unknown network is not.
        networks: [
          { network: 'Meta', traditional: true },
          { network: 'Newcomer', traditional: false },
          { network: 'Unknown', traditional: true },
        ],
        recommendations: rows.map(([recommendation_id, overrides]) =>
          recommendationRow({ recommendation_id, campaign: `c${recommendation_id}`, ...deciding(0.2), ...overrides }),
        ),
      }),
    ],
  })
  const shown = new Map((await list(service)).map(row => [row.id, row]))
  for (const [id, overrides, action, status] of rows) t.match(shown.get(id), { action, status }, JSON.stringify(overrides))
})

t.test('every field, by hand', async t => {
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        recommendations: [
          recommendationRow({
            recommendation_id: 77,
            platform: null,
            network: '',
            campaign: null,
            country: null,
            confidence_score: null,
            spend: '10.0001',
            lookback_days: 4,
            paid_installs: 0,
            incremental_blended_installs: 4,
            full_blended_installs: 8,
            optimisation_live_roas: null,
            target_paid_gross_roas: 0.25,
            predicted_full_blended_net_roas: -0.5,
          }),
        ],
      }),
    ],
  })
  t.strictSame(await list(service), [
    {
      id: 77,
      country: 'Unknown',
      platform: 'Unknown',
      network: 'Unknown',
      campaign: 'Unknown',
      action: 'SCALE',
      status: 'LOW',
      confidenceScore: null,
      dailySpend: 10.0001 / 4,
      paidInstalls: 0,
      incrementalBlendedInstalls: 4,
      fullBlendedInstalls: 8,
      paidCpi: 0,
      incrementalBlendedCpi: 10.0001 / 4,
      fullBlendedCpi: 10.0001 / 8,
      optimisationDsi: 1,
      targetDsi: 7,
      optimisationLiveRoas: null,
      optimisationPacedRoas: 0.21,
      optimisationRawRoas: 0.25,
      optimisationPredictedRoas: 0.2,
      targetPaidGrossRoas: 0.25,
      predictedPaidGrossRoas: 1,
      targetPaidNetRoas: 1,
      predictedPaidNetRoas: 1,
      targetIncrementalBlendedGrossRoas: 1,
      predictedIncrementalBlendedGrossRoas: 1,
      targetIncrementalBlendedNetRoas: 1,
      predictedIncrementalBlendedNetRoas: 1,
      targetFullBlendedGrossRoas: 1,
      predictedFullBlendedGrossRoas: 1,
      targetFullBlendedNetRoas: 1,
      predictedFullBlendedNetRoas: -0.5,
      createdAt: '2026-03-31T06:00:00.000Z',
    },
  ])
})

t.test('granularity, filters and order', async t => {
  const row = (recommendation_id: number, overrides: Parameters<typeof recommendationRow>[0]) =>
    recommendationRow({
      recommendation_id,
      ...overrides,
    })
  const geo = { granularity: 'campaign_geo' as const }
  const service = await startService(t, {
    deliveries: [
      minimalDelivery({
        recommendations: [
          row(1, { country: 'GLOBAL', spend: '60' }),
          row(2, { campaign: 'Beta', country: 'US', platform: 'ANDROID', spend: '20', lookback_days: 2 }),
          row(3, { campaign: 'Gamma', country: 'GLOBAL', network: null, spend: '70', lookback_days: 7 }),
          row(4, { campaign: 'Delta', spend: '90', lookback_days: 30 }),
          row(5, { ...geo, country: 'US', spend: '1' }),
          row(6, { ...geo, country: 'DE', spend: '2' }),
          row(7, { ...geo, country: null, platform: 'WEB', spend: '3' }),
        ],
      }),
    ],
  })
  const ids = async (query: string) => (await list(service, query)).map(({ id }) => id)
  for (const [query, expected] of [
    // 10 a day each for 1, 2 and 3; 3 a day for 4.
    ['', [1, 2, 3, 4]],
    ['&granularity=campaign', [1, 2, 3, 4]],
    ['&granularity=campaign_geo', [7, 6, 5]],
    ['&granularity=campaign_geo&countries=US,Unknown', [7, 5]],
    ['&granularity=campaign_geo&countries=FR', []],
    ['&platforms=android', [2]],
    ['&platforms=android,ios&networks=Meta', [1, 2, 4]],
    ['&networks=Unknown', [3]],
    ['&networks=META', []],
  ] as const)
    t.strictSame(await ids(query), expected, query)
})
