import t from 'tap'
import {
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueRow,
} from '../../../reference/minimal-delivery.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

const IN_BERLIN = { country: 'DE', spend: '30' }
const BETA = { campaign: 'Beta', spend: '50' }
const NEW = { campaign: 'Launched', spend: '10' }

const DELIVERY = minimalDelivery({
  cohorts: [
    cohortRow(),
    cohortRow(IN_BERLIN),
    cohortRow(BETA),
    cohortRow(NEW),
    cohortRow({ campaign: 'Free', spend: '0' }),
  ],
  cohort_revenue: [revenueRow()],
  recommendations: [
    recommendationRow({ country: 'GLOBAL', target_paid_gross_roas: 0.4 }),
    recommendationRow({ recommendation_id: 2, campaign: 'Beta', target_paid_gross_roas: 0.8 }),
    recommendationRow({ recommendation_id: 3, campaign: 'Launched', target_paid_gross_roas: null }),
    recommendationRow({
      recommendation_id: 4,
      campaign: 'Free',
      spend: '6',
      target_paid_gross_roas: 5,
    }),
    recommendationRow({
      recommendation_id: 5,
      granularity: 'campaign_geo',
      country: 'DE',
      target_paid_gross_roas: 0.3,
    }),
  ],
})

async function lines({ get }: TestService, query: string): Promise<string[]> {
  const { status, body } = await get(
    `/v1/report?appId=1&format=csv&metrics=spend&targets=true&${query}`,
  )
  if (status !== 200) throw new Error(body.toString())
  return body.toString().trimEnd().split(/\r?\n/)
}

t.test(
  "a row has its campaign's target, or the spend-weighted mean of several campaigns",
  async t => {
    const service = await startService(t, { deliveries: [DELIVERY] })
    t.strictSame(await lines(service, 'granularity=campaign&groupBy=campaign'), [
      'install_cohort,campaign,spend,target_roas_paid_gross_d7',
      '2026-03-30,Alpha,40.0,0.4',
      '2026-03-30,Beta,50.0,0.8',
      '2026-03-30,Free,0.0,',
      '2026-03-30,Launched,10.0,',
    ])
    t.strictSame(await lines(service, 'granularity=campaign&groupBy=none'), [
      'install_cohort,spend,target_roas_paid_gross_d7',
      `2026-03-30,100.0,${(40 * 0.4 + 50 * 0.8) / 90}`,
    ])
    t.strictSame(
      await lines(
        service,
        'granularity=campaign_geo&groupBy=country&sort=-target_roas_paid_gross_d7',
      ),
      [
        'install_cohort,country,spend,target_roas_paid_gross_d7',
        '2026-03-30,DE,30.0,0.3',
        '2026-03-30,US,70.0,',
      ],
      'at campaign_geo those of campaigns in a country, and sorted by it',
    )
  },
)

t.test(
  'the target is the last column, occurs once in a comparison, and is the same on every page',
  async t => {
    const service = await startService(t, { deliveries: [DELIVERY] })
    const all =
      'granularity=campaign&groupBy=campaign&installGrouping=total&partial=true&maturity=true&compare=previous'
    const [header, alpha] = await lines(service, all)
    t.match(header, /,period_days,period_days_before,target_roas_paid_gross_d7$/)
    t.match(alpha, /,0\.4$/)
    const page = await lines(
      service,
      'granularity=campaign&groupBy=campaign&sort=target_roas_paid_gross_d7&limit=1&offset=1',
    )
    t.strictSame(page.slice(1), ['2026-03-30,Beta,50.0,0.8'])
  },
)

t.test('the settings have the mean by daily spend, like the overview', async t => {
  const service = await startService(t, { deliveries: [DELIVERY] })
  const { target } = (await service.get('/v1/app-settings?appId=1')).json() as { target: number }
  // Two spend 10 a day, one 1.
  t.equal(target, (10 * 0.4 + 10 * 0.8 + 1 * 5) / 21)
  t.equal(((await service.get('/v1/overview')).json() as { target: number }[])[0]!.target, target)
  const without = await startService(t, { deliveries: [minimalDelivery({ recommendations: [] })] })
  t.match((await without.get('/v1/app-settings?appId=1')).json(), { target: null })
})
