import t from 'tap'
import { importInto } from '../../server/imports/load/import.ts'
import { startToolService } from '../support/tool-service.ts'
import { addDays } from '../reference/periods.ts'
import { demoDelivery } from '../support/demo.ts'
import { seen, stepLaws } from '../support/step-laws.ts'

/** The day whose demo is asked for each of its last 30 days. */
const DEMO_DAY = '2026-11-22'

t.test('steps follow their laws over 30 days of the demo', async t => {
  const service = await startToolService(t, { now: `${DEMO_DAY}T12:00:00Z` })
  await importInto(service.storage.imports, { delivery: await demoDelivery(DEMO_DAY) })
  service.passSecond()
  const apps = (await service.get('/v1/apps')).json() as { id: number }[]
  for (const { id: appId } of apps) {
    for (const granularity of ['campaign', 'campaign_geo'] as const) {
      await stepLaws(t, { service, companyId: 1, appId, granularity })
      for (let back = 1; back < 30; back++)
        await stepLaws(t, {
          service,
          companyId: 1,
          appId,
          granularity,
          asOf: addDays(DEMO_DAY, -back),
        })
    }
  }
  t.comment(JSON.stringify(Object.fromEntries(seen)))
})
