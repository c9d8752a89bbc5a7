import t from 'tap'
import { arbitraryDelivery } from '../../../../reference/arbitrary.ts'
import {
  alertRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
  snapshotRow,
} from '../../../../reference/minimal-delivery.ts'
import { toUrl } from '../../../../reference/request-types.ts'
import { arbitraryRequest } from '../../../../reference/requests.ts'
import fc from '../../../../support/fast-check.ts'
import { emptyDatabase } from '../../../../support/mariadb.ts'
import { startService } from '../../../../support/started-service.ts'
import { randomOf, seed } from '../../../../support/seed.ts'

const today = '2026-03-20'
const METRICS =
  'metrics=spend,installs,cpi,ltv,roas&dsiValues=7&format=csv&roasTypes=incremental_blended,full_blended'
const EXPORT_SECRET = 'a secret of these tests'

t.test('both engines give the same bytes as CSV, Parquet and JSON', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const delivery = fc.sample(arbitraryDelivery({ today, firstId: 1 }), { numRuns: 1, seed })[0]!
  const deliveries = [delivery]
  const now = `${today}T12:00:00Z`
  const [embedded, database] = await Promise.all([
    startService(t, { now, deliveries }),
    startService(t, { now, deliveries, environment: { DATABASE_URL: url, EXPORT_SECRET } }),
  ])
  for (const request of fc.sample(arbitraryRequest(delivery, today), {
    numRuns: 60,
    seed: seed - 1,
  })) {
    const path = toUrl(request)
    const [one, other] = await Promise.all([
      embedded.get(path, request.companyId),
      database.get(path, request.companyId),
    ])
    t.strictSame(
      [other.status, other.headers['total-rows']],
      [one.status, one.headers['total-rows']],
      path,
    )
    t.ok(one.body.equals(other.body), path)
  }
})

t.test('large sums stay exact, without floating point', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const most = '99999999999999.9999'
  const campaigns = Array.from({ length: 50 }, (_, index) => `Campaign ${index}`)
  const each = campaigns.flatMap(campaign =>
    ['2026-03-29', '2026-03-30'].map(install_date => ({ campaign, install_date })),
  )
  // Nine of them: a run's sum fits 64 bits.
  const amount = (index: number): string =>
    index % 12 === 0 ? most : `0.${String(1 + ((index * 37) % 9999)).padStart(4, '0')}`
  const installs = 2 ** 53 - 1
  const random = randomOf()
  const delivery = minimalDelivery({
    runs: [runRow(), runRow({ run_id: 2, kind: 'alert' })],
    cohorts: each.map((row, index) =>
      cohortRow({
        ...row,
        country: index % 2 ? 'US' : 'DE',
        spend: amount(index),
        paid_installs: 0,
        incremental_blended_installs: 1,
        full_blended_installs: installs,
      }),
    ),
    cohort_revenue: each.map((row, index) =>
      revenueRow({ ...row, country: index % 2 ? 'US' : 'DE', ...revenueOf(amount(index + 1)) }),
    ),
    roas_snapshots: each.map((row, index) =>
      snapshotRow({
        ...row,
        install_date: '2026-03-20',
        country: index % 2 ? 'US' : 'DE',
        spend: amount(index),
        ...revenueOf(amount(index + 1)),
      }),
    ),
    recommendations: campaigns.map((campaign, index) =>
      recommendationRow({
        campaign,
        recommendation_id: index + 1,
        spend: amount(index * 3),
        lookback_days: 7,
        confidence_score: random(),
        optimisation_raw_roas: -1.2345678901234567e-300 * random(),
        optimisation_live_roas: random() * 1e300,
      }),
    ),
    alerts: campaigns.map((campaign, index) =>
      alertRow({ campaign, alert_id: 2 ** 53 - 1 - index, daily_spend: amount(index) }),
    ),
  })
  const [embedded, database] = await Promise.all([
    startService(t, { deliveries: [delivery] }),
    startService(t, { deliveries: [delivery], environment: { DATABASE_URL: url, EXPORT_SECRET } }),
  ])
  const paths = [
    ...['daily', 'weekly', 'monthly'].flatMap(grouping =>
      ['campaign', 'campaign_geo'].map(
        granularity =>
          `/v1/report?appId=1&granularity=${granularity}&installGrouping=${grouping}&${METRICS}`,
      ),
    ),
    '/v1/roas-history?appId=1&granularity=app&format=csv&installGrouping=monthly',
    '/v1/roas-history?appId=1&granularity=campaign&format=csv',
    '/v1/recommendations?appId=1',
    '/v1/alerts?appId=1',
  ]
  for (const path of paths) {
    const [one, other] = await Promise.all([embedded.get(path), database.get(path)])
    t.equal(one.status, 200, `${path} ${one.body.toString().slice(0, 300)}`)
    t.equal(other.body.toString(), one.body.toString(), path)
  }
})

t.test(
  'a byte order mark at the start of a name is kept, from CSV and Parquet, on both engines',
  async t => {
    const url = await emptyDatabase(t)
    if (url === undefined) return
    const campaign = '\ufeffAlpha'
    const delivery = minimalDelivery({
      companies: [{ company_id: 1, name: '\ufeffStudio' }],
      networks: [{ network: '\ufeff\ufeffMeta', traditional: true }],
      cohorts: [cohortRow({ campaign })],
      cohort_revenue: [1, 7, 365].map(dsi => revenueRow({ campaign, dsi })),
      recommendations: [recommendationRow({ campaign })],
      roas_snapshots: [snapshotRow({ campaign })],
      alerts: [alertRow({ campaign })],
    })
    const embedded = await startService(t, { deliveries: [delivery] })
    const database = await startService(t, {
      deliveries: [delivery],
      environment: { DATABASE_URL: url, EXPORT_SECRET },
    })
    const parquet = await startService(t, { deliveries: [delivery], format: 'parquet' })
    for (const service of [embedded, parquet, database]) {
      const catalog = await service.store.catalog()
      t.equal(catalog.companies[0]!.name, '\ufeffStudio')
      t.equal(catalog.networks[0]!.network, '\ufeff\ufeffMeta')
      for (const list of ['recommendations', 'alerts']) {
        t.match((await service.get(`/v1/${list}?appId=1`)).json(), [{ campaign }], list)
      }
      const report = async (name: string) =>
        (
          await service.get(
            `/v1/report?appId=1&granularity=campaign&metrics=spend&format=csv&startDate=2026-03-30&campaigns=${encodeURIComponent(name)}`,
          )
        ).headers['total-rows']
      t.equal(await report(campaign), '1')
      t.equal(await report('Alpha'), '0')
    }
  },
)
