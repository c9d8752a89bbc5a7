import t from 'tap'
import { appRow, cohortRow, minimalDelivery, runRow } from '../../../reference/minimal-delivery.ts'
import { lakeOf } from '../../../support/lake.ts'
import { startService } from '../../../support/service.ts'

const REPORT = '&granularity=campaign&metrics=spend&startDate=2026-03-01'

t.test('imports from two nodes at once, of one app and of others, all come in', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  const first = minimalDelivery({
    apps: [1, 2].map(app_id => appRow({ app_id })),
    app_access: [1, 2].map(app_id => ({ company_id: 1, app_id })),
  })
  const nodes = [
    await startService(t, { environment: lake.environment, deliveries: [first] }),
    await startService(t, { environment: lake.environment }),
  ]
  const run = (id: number, app: number) => ({
    runs: [runRow({ run_id: id, app_id: app, created_at: `2026-03-31T12:00:${id}.000Z` })],
    cohorts: [cohortRow({ run_id: id, campaign: `Campaign ${id}` })],
  })
  const order: number[] = []
  const load = async (node: number, id: number, app: number) => {
    await nodes[node]!.import(run(id, app))
    order.push(id)
  }
  await Promise.all([load(0, 11, 1), load(1, 12, 1), load(0, 13, 2), load(1, 14, 2)])
  for (const node of nodes) {
    node.passSecond()
    for (const [app, latest] of [
      [1, 12],
      [2, 14],
    ]) {
      const answer = await node.get(`/v1/report?appId=${app}${REPORT}`)
      t.equal(answer.status, 200)
      t.equal(answer.headers['run-id'], String(latest))
    }
    const ids = (await node.store.catalog(1)).runs.map(({ run_id: id }) => id)
    t.strictSame(ids, [...new Set(ids)])
    t.ok(
      [11, 12].every(id => ids.includes(id)),
      ids.join(),
    )
    t.equal((await node.store.catalog(1)).files[1]!.identities!.rows, 3, 'each campaign has an id of its own')
  }
  t.equal(order.length, 4)
})
