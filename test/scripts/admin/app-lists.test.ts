import t, { type Test } from 'tap'
import { appRow, budgetRow, eventRow, minimalDelivery } from '../../reference/minimal-delivery.ts'
import { admin } from '../../support/admin.ts'
import { startService, type TestService } from '../../support/started-service.ts'

async function twoApps(t: Test): Promise<TestService> {
  return await startService(t, {
    deliveries: [
      minimalDelivery({
        apps: [appRow(), appRow({ app_id: 2 })],
        app_access: [1, 2].map(app_id => ({ company_id: 1, app_id })),
        events: [
          eventRow({ event_id: 1, start_date: '2026-01-05' }),
          eventRow({ event_id: 2, start_date: '2026-03-25', network: 'Meta', title: 'Flight' }),
          eventRow({ event_id: 3, start_date: '2026-03-01', end_date: '2026-03-31' }),
          eventRow({ event_id: 4, app_id: 2 }),
        ],
        budgets: [
          budgetRow(),
          budgetRow({ budget_id: 2, month: '2026-01' }),
          budgetRow({ budget_id: 3, app_id: 2 }),
        ],
      }),
    ],
  })
}

async function idsOf({ get, passSecond }: TestService, path: string): Promise<number[]> {
  passSecond()
  const rows = (await get(path)).json() as { id?: number; budgetId?: number }[]
  return rows.map(({ id, budgetId }) => (id ?? budgetId)!).sort()
}

t.test('events are listed and removed for one app only', async t => {
  const service = await twoApps(t)
  const { dataDir, get } = service
  const list = await admin(dataDir, 'events', 'list', '--app', '1')
  t.match(
    list.stdout,
    /^id +kind +start +end +title +concerns\n1 +attribution +2026-01-05 +2026-01-05 +SDK broken +all\n2 .*Flight +Meta\n/,
  )
  const before = (await get('/v1/events?appId=1')).headers.etag
  t.match(await admin(dataDir, 'events', 'remove', '--app', '1', '--ids', '2,4'), {
    code: 1,
    stderr: 'admin: this removes 1 event of app 1. To confirm, add --yes\n',
  })
  t.match(await admin(dataDir, 'events', 'remove', '--app', '1', '--ids', '2', '--dry-run'), {
    code: 0,
    stderr: /^Would remove 1 event/,
  })
  t.same(await idsOf(service, '/v1/events?appId=1'), [1, 2, 3], 'nothing was removed')

  t.match(await admin(dataDir, 'events', 'remove', '--app', '1', '--ids', '2,4', '--yes'), {
    code: 0,
    stderr: /Removed 1 event of app 1\.\n$/,
  })
  t.same(await idsOf(service, '/v1/events?appId=1'), [1, 3])
  t.same(await idsOf(service, '/v1/events?appId=2'), [4])
  t.not((await get('/v1/events?appId=1')).headers.etag, before)

  const { stdout } = await admin(
    dataDir,
    'events',
    'remove',
    '--app',
    '1',
    '--before',
    '2026-03-31',
    '--yes',
    '--json',
  )
  t.same(
    JSON.parse(stdout),
    { appId: 1, dryRun: false, removed: [1] },
    'one that ends on the day stays',
  )
  t.match(
    (await admin(dataDir, 'audit', '--action', 'events', '--json')).stdout,
    /"action":"events.removed".*"target":"app:1","details":\{"rows":1\}/,
  )
  await admin(dataDir, 'events', 'remove', '--app', '1', '--ids', '3', '--yes')
  t.equal((await admin(dataDir, 'events', 'list', '--app', '1')).stdout, 'No events.\n')
})

t.test('budgets are listed and removed, by id or month', async t => {
  const service = await twoApps(t)
  const { dataDir } = service
  t.match(JSON.parse((await admin(dataDir, 'budgets', 'list', '--app', '1', '--json')).stdout), [
    { budgetId: 1 },
    { budgetId: 2, month: '2026-01' },
  ])
  t.match(await admin(dataDir, 'budgets', 'remove', '--app', '1', '--before', '2026-02', '--yes'), {
    code: 0,
  })
  t.same(await idsOf(service, '/v1/pacing?appId=1&month=2026-01'), [])
  t.same(await idsOf(service, '/v1/pacing?appId=1&month=2026-03'), [1])
  t.same(await idsOf(service, '/v1/pacing?appId=2&month=2026-03'), [3])
})

t.test('a removal must name its items, of an existing app', async t => {
  const { dataDir } = await twoApps(t)
  t.match(await admin(dataDir, 'events', 'remove', '--app', '1'), {
    code: 1,
    stderr: /give --ids, --before or both/,
  })
  t.match(await admin(dataDir, 'events', 'remove', '--app', '9', '--ids', '1', '--yes'), {
    code: 1,
    stderr: /app 9 does not exist; available: 1 \(Game\)/,
  })
  t.match(await admin(dataDir, 'budgets', 'list', '--app', '9'), {
    code: 1,
    stderr: /app 9 does not exist/,
  })
  t.match(await admin(dataDir, 'budgets', 'remove', '--app', '1', '--before', '2026-13'), {
    code: 1,
    stderr: /must be a month, YYYY-MM/,
  })
  t.match(await admin(dataDir, 'events', 'remove', '--app', '1', '--ids', 'x'), {
    code: 1,
    stderr: /must be ids/,
  })
})
