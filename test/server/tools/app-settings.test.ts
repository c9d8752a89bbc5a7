import t from 'tap'
import { appSettings } from '../../../server/tools/app-settings.ts'
import { EMPTY_CATALOG, type App, type Run } from '../../../server/model/catalog.ts'

t.test("a catalog's runs are gone through once, however often its apps are asked for", async t => {
  const app = { app_id: 1, live: true } as App
  const run: Run = {
    run_id: 1,
    app_id: 1,
    kind: 'recommendation',
    status: 'succeeded',
    created_at: '2026-03-31T06:00:00.000Z',
    max_install_date: '2026-03-30',
  }
  let reads = 0
  const catalog = {
    ...EMPTY_CATALOG,
    apps: [app],
    app_access: [{ company_id: 1, app_id: 1 }],
    get runs() {
      reads++
      return [run]
    },
  }
  for (let i = 0; i < 3; i++) t.match(appSettings(catalog, 1), [{ id: 1, dataThrough: '2026-03-30' }])
  t.equal(reads, 1)
})
