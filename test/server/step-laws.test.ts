import t from 'tap'
import { arbitraryDelivery } from '../reference/arbitrary.ts'
import { startToolService } from '../support/tool-service.ts'
import fc from '../support/fast-check.ts'
import { seed } from '../support/seed.ts'
import { seen, spendToday, stepLaws } from '../support/step-laws.ts'

const today = '2026-03-20'

t.test(`steps follow their laws over random deliveries (UASCOPE_SEED=${seed})`, async t => {
  const service = await startToolService(t, { now: `${today}T12:00:00Z` })
  let deliveries = 0
  for (; deliveries < 4 || seen.size === 0; deliveries++) {
    const [delivery] = fc.sample(arbitraryDelivery({ today, firstId: 1 + deliveries * 100_000 }), {
      numRuns: 1,
      seed: seed + deliveries,
    })
    spendToday(delivery!)
    await service.import(delivery!, 'parquet')
    service.passSecond()
    for (const app of delivery!.apps.filter(({ live }) => live)) {
      const access = delivery!.app_access.find(({ app_id }) => app_id === app.app_id)
      if (access === undefined) continue
      for (const granularity of ['campaign', 'campaign_geo'] as const)
        await stepLaws(t, { service, companyId: access.company_id, appId: app.app_id, granularity })
    }
  }
  t.comment(`${deliveries} deliveries: ${JSON.stringify(Object.fromEntries(seen))}`)
})
