import t from 'tap'
import { namesBy, revenueColumns } from '../../../../../server/answers/analytics/report-columns.ts'
import { servedRun } from '../../../../../server/core/model/runs.ts'
import { sql } from '../../../../../server/core/model/sql.ts'
import type { ReportGroupsQuery } from '../../../../../server/core/model/store.ts'
import { arbitraryDelivery } from '../../../../reference/arbitrary.ts'
import fc from '../../../../support/fast-check.ts'
import { emptyDatabase } from '../../../../support/mariadb.ts'
import { workOf } from '../../../../support/work.ts'
import { load, openNode } from '../../../../support/mysql-storage.ts'

const COLUMNS = {
  metrics: ['ltv'],
  roasTypes: ['paid'],
  revenueTypes: ['gross', 'net'],
  dsiValues: [0, 1, 7, 30, 400],
} as const

t.test('sums of parts equal the sum of the whole', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const node = await openNode(t, url)
  const today = '2026-03-20'
  const [delivery] = fc.sample(arbitraryDelivery({ today, firstId: 1 }), { numRuns: 1, seed: 3 })
  await load(node, delivery!)
  const store = await node.openStore()
  t.teardown(() => store.close())
  for (const app of (await store.catalog()).apps) {
    const catalog = await store.catalog(app.app_id)
    const run = servedRun(catalog, app.app_id, 'recommendation')
    if (!run?.facts) continue
    const { facts } = run
    const range = { start: facts.first_install_date, end: facts.last_install_date }
    for (const groupBy of [
      [],
      ['network'],
      namesBy('campaign'),
      namesBy('campaign_geo'),
    ] as const) {
      for (const grouping of ['daily', 'monthly', 'total'] as const) {
        for (const partial of [false, true]) {
          const revenue = revenueColumns({ ...COLUMNS, app })
          const rowsOf = (rows: number): Promise<unknown[]> => {
            // So many rows pass for as many parts as there can be.
            const large = { ...run, facts: { ...facts, rows } }
            const query: ReportGroupsQuery = {
              app,
              run: large,
              range,
              grouping,
              groupBy,
              partial,
              revenue,
              identityIds: undefined,
              limit: undefined,
            }
            return store.withReportGroups(workOf(1), catalog, query, async (session, groups) =>
              session.rows(
                sql`SELECT COLUMNS(*)::VARCHAR FROM (${await groups.groups()}) ORDER BY ALL`,
              ),
            )
          }
          t.strictSame(
            await rowsOf(1e9),
            await rowsOf(1),
            `${app.app_id}: ${groupBy.join()} ${grouping} ${partial}`,
          )
        }
      }
    }
  }
})
