import t from 'tap'
import { agreesWithReference } from '../../../support/agreement.ts'
import { clickhouseLake } from '../../../support/clickhouse.ts'
import { draws } from '../../../support/draws.ts'

for (const kind of ['file', 's3'] as const) {
  t.test(`groups that ClickHouse adds up (${kind}:) agree with the reference in every cell`, async t => {
    const lake = await clickhouseLake(t, kind)
    if (lake === undefined) return
    await agreesWithReference(t, { deliveries: draws(1), requestsEach: 60, withdrawn: kind === 's3', environment: lake.environment })
    t.ok(lake.clickhouse.queries.length > 20, `${lake.clickhouse.queries.length} queries ran in ClickHouse`)
  })
}
