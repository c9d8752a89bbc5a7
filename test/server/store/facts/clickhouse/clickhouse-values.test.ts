import t from 'tap'
import { cohortRow, minimalDelivery, revenueRow } from '../../../../reference/minimal-delivery.ts'
import { clickhouseLake } from '../../../../support/clickhouse.ts'
import { startService } from '../../../../support/started-service.ts'

/** As many of the largest counts as an import accepts, and as much money. */
const CAMPAIGNS = Array.from({ length: 1000 }, (_, index) => `It's \\ "${index}" {1;2} %`)
const LARGEST = Number.MAX_SAFE_INTEGER
const LARGEST_MONEY = '900000000000.0001'

t.test('the largest sums and odd names give the same bytes as without ClickHouse', async t => {
  const lake = await clickhouseLake(t, 's3')
  if (lake === undefined) return
  const cohorts = CAMPAIGNS.map(campaign =>
    cohortRow({
      campaign,
      spend: LARGEST_MONEY,
      paid_installs: LARGEST,
      incremental_blended_installs: LARGEST,
      full_blended_installs: LARGEST,
    }),
  )
  const revenue = CAMPAIGNS.slice(1).map(campaign =>
    revenueRow({ campaign, paid_gross: LARGEST_MONEY, paid_net: '-0.0001' }),
  )
  const delivery = minimalDelivery({
    cohorts,
    cohort_revenue: revenue,
    roas_snapshots: [],
    recommendations: [],
  })
  const service = await startService(t, { environment: lake.environment, deliveries: [delivery] })
  const { CLICKHOUSE_URL: _, ...withoutClickhouse } = lake.environment
  const duckdb = await startService(t, { environment: withoutClickhouse })
  const some = new URLSearchParams({ campaigns: CAMPAIGNS.slice(0, 40).join() }).toString()
  const all =
    'appId=1&granularity=campaign&metrics=spend,installs,revenue,ltv,roas&revenueTypes=gross,net&startDate=2026-03-01&format=csv'
  for (const what of [
    '',
    '&groupBy=none',
    '&groupBy=network',
    '&groupBy=campaign',
    '&partial=true',
    '&installGrouping=monthly',
    `&${some}`,
  ]) {
    const url = `/v1/report?${all}${what}`
    const before = lake.clickhouse.queries.length
    const [one, other] = [await service.get(url), await duckdb.get(url)]
    t.equal(one.status, 200, one.body.toString().slice(0, 200))
    t.ok(one.body.equals(other.body), what.slice(0, 40))
    t.ok(lake.clickhouse.queries.length > before, 'ClickHouse was asked')
  }
})
