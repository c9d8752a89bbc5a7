import t from 'tap'
import type { Request } from '../../../../reference/request-types.ts'
import { agreesWithReference } from '../../../../support/agreement.ts'
import { clickhouseLake } from '../../../../support/clickhouse.ts'

/** Requests that need groups or totals, reports most often. */
const OPERATIONS: readonly Request['operation'][] = [
  ...Array.from({ length: 5 }, () => 'getReport' as const),
  ...Array.from({ length: 3 }, () => 'getRoasHistory' as const),
  'getForecastAccuracy',
  'getTrackRecord',
  'getRecommendations',
  'getOverview',
  'getPacing',
  'getBudgetPlan',
  'listCampaigns',
]

for (const kind of ['file', 's3'] as const) {
  t.test(
    `groups that ClickHouse sums (${kind}:) agree with the reference in every cell`,
    async t => {
      const lake = await clickhouseLake(t, kind)
      if (lake === undefined) return
      const { environment, clickhouse } = lake
      await agreesWithReference(t, {
        deliveries: 1,
        requestsEach: 60,
        operations: OPERATIONS,
        withdrawn: kind === 's3',
        environment,
      })
      // Other seeds may draw deliveries without facts, or withdraw every run.
      if (process.env['UASCOPE_SEED'] === undefined) t.ok(clickhouse.queries.length > 0)
      t.comment(`${clickhouse.queries.length} queries ran in ClickHouse`)
    },
  )
}
