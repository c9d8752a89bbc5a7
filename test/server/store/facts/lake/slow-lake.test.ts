import t from 'tap'
import {
  appRow,
  cohortRow,
  minimalDelivery,
  runRow,
} from '../../../../reference/minimal-delivery.ts'
import { lakeOf } from '../../../../support/lake.ts'
import { startService } from '../../../../support/started-service.ts'
import { until } from '../../../../support/until.ts'

function path(app: number, start: string): string {
  return `/v1/report?appId=${app}&granularity=campaign&metrics=spend&startDate=${start}&format=csv`
}

t.test('waiting for a slow lake blocks no other request and takes no turn', async t => {
  const lake = await lakeOf(t, 's3')
  if (lake === undefined) return
  const delivery = minimalDelivery({
    apps: [1, 2].map(app_id => appRow({ app_id })),
    app_access: [1, 2].map(app_id => ({ company_id: 1, app_id })),
    runs: [runRow(), runRow({ run_id: 22, app_id: 2 }), runRow({ run_id: 2, kind: 'alert' })],
    cohorts: [cohortRow(), cohortRow({ run_id: 22 })],
  })
  const service = await startService(t, { environment: lake.environment, deliveries: [delivery] })
  t.equal((await service.get(path(1, '2026-03-01'))).status, 200)
  const { s3 } = lake
  s3!.fault(({ method, key }) =>
    method === 'GET' && key.includes('facts-22') ? { delay: 3000 } : undefined,
  )
  let waiting = 12
  const slow = Array.from({ length: waiting }, async (_, index) => {
    const answer = await service.get(path(2, `2026-03-${10 + index}`))
    waiting--
    return answer.status
  })
  await until('they wait for the lake', async () =>
    s3!.calls.some(({ key }) => key.includes('facts-22')),
  )
  for (const day of ['02', '03', '04'])
    t.equal((await service.get(path(1, `2026-03-${day}`))).status, 200)
  t.equal(waiting, 12, 'others were answered in the meantime')
  t.strictSame([...new Set(await Promise.all(slow))], [200])
  t.equal(
    s3!.calls.filter(({ method, key }) => method === 'GET' && key.includes('facts-22')).length,
    1,
    'fetched once for all',
  )
})
