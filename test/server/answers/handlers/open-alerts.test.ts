import t from 'tap'
import { arbitraryDelivery } from '../../../reference/arbitrary.ts'
import { compareList } from '../../../reference/compare.ts'
import { reference } from '../../../reference/reference.ts'
import { toUrl, type Request } from '../../../reference/request-types.ts'
import { succeededRuns } from '../../../reference/runs.ts'
import fc from '../../../support/fast-check.ts'
import { startService } from '../../../support/started-service.ts'
import { seed } from '../../../support/seed.ts'

const TODAY = '2026-03-20'

interface Seen {
  lastSeen: string
  open: boolean
}

t.test('an alert is open if the latest run raised it, whatever the range', async t => {
  const deliveries = Array.from(
    { length: 5 },
    (_, index) =>
      fc.sample(arbitraryDelivery({ today: TODAY, firstId: 1 + index * 100_000 }), {
        numRuns: 1,
        seed: seed + index,
      })[0]!,
  )
  const service = await startService(t, { now: `${TODAY}T12:00:00Z`, deliveries })
  const answer = reference(deliveries, TODAY)
  let [ranges, beyond] = [0, 0]
  for (const delivery of deliveries) {
    const live = new Set(delivery.apps.filter(app => app.live).map(app => app.app_id))
    for (const { company_id: companyId, app_id: appId } of delivery.app_access.filter(
      ({ app_id }) => live.has(app_id),
    )) {
      const runs = succeededRuns(delivery, appId, 'alert')
      const days = [...new Set(runs.map(run => run.created_at.slice(0, 10)))]
      for (const endDate of days) {
        const parameters = { appId, startDate: '2020-01-01', endDate, distinct: true }
        const request: Request = { operation: 'getAlerts', companyId, parameters }
        const got = (await service.get(toUrl(request), companyId)).json() as Seen[]
        const expected = answer(request)
        if (expected.kind !== 'list') throw new Error('alerts are a list')
        t.equal(compareList(expected, got), undefined, toUrl(request))
        ranges++
        // Such an alert is closed if only the range is looked at.
        const latest = delivery.alerts.filter(
          row => row.run_id === runs[0]!.run_id && row.created_at.slice(0, 10) > endDate,
        )
        if (latest.length > 0) beyond += got.filter(row => row.open).length
      }
    }
  }
  t.ok(ranges > 0, `${ranges} ranges`)
  t.comment(`${beyond} alerts of ranges that end before the latest run's are open`)
})
