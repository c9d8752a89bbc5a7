import t from 'tap'
import { agreesWithReference } from '../support/agreement.ts'
import { lakeOf } from '../support/lake.ts'
import { emptyDatabase } from '../support/mariadb.ts'

const OPERATIONS = ['getBudgetPlan', 'getBudgetPlan', 'getBudgetPlan', 'getPacing'] as const

/** `PLAN_REQUESTS=2000` tries as many on each engine. */
const requests = Number(process.env['PLAN_REQUESTS'] ?? 40)

/** Deliveries of so many requests. */
const EACH = 100

const ENGINES: Record<string, () => Promise<Record<string, string> | undefined>> = {
  'an embedded store': async () => ({}),
  'a database': async () => {
    const url = await emptyDatabase(t)
    return url === undefined
      ? undefined
      : { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' }
  },
  'a lake': async () => (await lakeOf(t, 'file'))?.environment,
}

for (const [engine, environmentOf] of Object.entries(ENGINES)) {
  t.test(`plans and pacing of ${engine} agree with the reference`, async t => {
    const environment = await environmentOf()
    if (environment === undefined) return
    const deliveries = Math.max(1, Math.round(requests / EACH))
    await agreesWithReference(t, {
      deliveries,
      requestsEach: Math.ceil(requests / deliveries),
      operations: OPERATIONS,
      environment,
    })
  })
}
