import t from 'tap'
import { appRow, minimalDelivery } from './minimal-delivery.ts'
import { reference } from './reference.ts'

const delivery = minimalDelivery({
  companies: [
    { company_id: 1, name: 'Studio' },
    { company_id: 2, name: 'Agency' },
  ],
  apps: [appRow({ app_id: 3 }), appRow({ app_id: 1 }), appRow({ app_id: 2, live: false })],
  app_access: [
    { company_id: 1, app_id: 3 },
    { company_id: 1, app_id: 1 },
    { company_id: 1, app_id: 2 },
    { company_id: 2, app_id: 3 },
  ],
})

t.test('a company reads its live apps, sorted by id', async t => {
  const answer = reference(delivery, '2026-04-01')
  t.strictSame(answer({ companyId: 2, operation: 'listApps', parameters: {} }), {
    kind: 'list',
    items: [{ id: 3, name: 'Game', createdAt: '2025-01-02T03:04:05.006Z' }],
  })
  t.match(answer({ companyId: 1, operation: 'listApps', parameters: {} }), {
    items: [{ id: 1 }, { id: 3 }],
  })
})

t.test('requests for foreign and inactive apps are invalid', async t => {
  const answer = reference(delivery, '2026-04-01')
  t.throws(() => answer({ companyId: 2, operation: 'getAlerts', parameters: { appId: 1 } }))
  t.throws(() => answer({ companyId: 1, operation: 'getAlerts', parameters: { appId: 2 } }))
})

t.test('a second import replaces reference rows and adds runs', async t => {
  const answer = reference(
    [delivery, { apps: [appRow({ app_id: 3, name: 'Renamed' })] }],
    '2026-04-01',
  )
  t.match(answer({ companyId: 2, operation: 'listApps', parameters: {} }), {
    items: [{ name: 'Renamed' }],
  })
})
