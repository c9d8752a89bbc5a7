import t from 'tap'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { lakeOf } from '../../support/lake.ts'
import { emptyDatabase } from '../../support/mariadb.ts'
import { startService } from '../../support/started-service.ts'
import { latency, quiet } from '../../support/pauses.ts'

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

const PATHS = [
  '/v1/report?appId=1&granularity=campaign&startDate=2026-03-',
  '/v1/alerts?appId=1&startDate=2026-03-',
]

for (const [engine, environmentOf] of Object.entries(ENGINES)) {
  t.test(
    `requests that outlast the grace period of a service that stops, with ${engine}, get 503`,
    async t => {
      const environment = await environmentOf()
      if (environment === undefined) return
      const seen = new Map<number, number>()
      for (let round = 0; round < 4; round++) {
        const deliveries = round === 0 || engine === 'an embedded store' ? [minimalDelivery()] : []
        const service = await startService(t, { environment, deliveries })
        await service.keyOf(1)
        let isOver = false
        const ask = async (first: number): Promise<void> => {
          for (let index = first; !isOver; index++) {
            const { status } = await service.get(
              `${PATHS[index % PATHS.length]}${10 + (index % 10)}`,
            )
            seen.set(status, (seen.get(status) ?? 0) + 1)
            await latency(5)
          }
        }
        const asking = Array.from({ length: 8 }, (_, first) => ask(first))
        await latency(30 * round)
        await service.stop()
        await quiet(50)
        isOver = true
        await Promise.all(asking)
      }
      t.comment(Object.fromEntries(seen))
      t.strictSame(
        [...seen.keys()].filter(status => status !== 200),
        [503],
      )
    },
  )
}
