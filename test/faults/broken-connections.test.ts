// Half a minute and more: hundreds of connections are cut, each in the middle of a result that is read again.
import { readdir } from 'node:fs/promises'
import t from 'tap'
import { cohortRow, minimalDelivery, revenueRow } from '../reference/minimal-delivery.ts'
import { emptyDatabase } from '../support/mariadb.ts'
import { startService } from '../support/started-service.ts'
import { startProxy } from '../support/cutting-proxy.ts'
import { randomOf } from '../support/seed.ts'
import { elapse } from '../support/pauses.ts'

const CAMPAIGNS = Array.from({ length: 3000 }, (_, index) => `Campaign ${index}`)
const REPORT =
  '/v1/report?appId=1&granularity=campaign_geo&metrics=ltv,roas,spend,installs&format=csv'
/** More than any answer but a result has. */
const SMALL_ANSWER = 3000
const DSI_VALUES = ['7', '1,7', '7,365', '1,7,365', '1', '365', '1,365']

t.test('the service survives broken connections', async t => {
  const database = await emptyDatabase(t)
  if (database === undefined) return
  const proxy = await startProxy(t, database)
  const delivery = minimalDelivery({
    cohorts: CAMPAIGNS.map(campaign => cohortRow({ campaign })),
    cohort_revenue: CAMPAIGNS.map(campaign => revenueRow({ campaign })),
  })
  const environment = { DATABASE_URL: proxy.url, EXPORT_SECRET: 'a secret of these tests' }
  const service = await startService(t, { environment, deliveries: [delivery] })
  let count = 0
  /** A report that was not asked for before: the service keeps its file. All have the same rows. */
  const fresh = (): string => {
    const startDate = new Date(Date.UTC(2025, 0, 2 + (count % 450))).toISOString().slice(0, 10)
    return `${REPORT}&dsiValues=${DSI_VALUES[Math.floor(count++ / 450)]}&startDate=${startDate}`
  }
  const whole = (await service.get(fresh())).body.toString()
  const lines = CAMPAIGNS.length + 2
  t.equal(whole.split('\n').length, lines)

  await t.test(
    'a connection that breaks during a result is dropped, and the read is repeated',
    async t => {
      for (const bytes of [SMALL_ANSWER, 20_000, 60_000, 100_000, 120_000]) {
        const before = proxy.cuts
        proxy.answerBytes = () => (proxy.cuts === before ? bytes : Infinity)
        const answer = await service.get(fresh())
        t.equal(proxy.cuts, before + 1, `cut after ${bytes} bytes`)
        t.equal(answer.status, 200)
        t.equal(answer.body.toString(), whole)
      }
    },
  )

  await t.test(
    'if every connection breaks, the response is 503, never a truncated file',
    async t => {
      for (const bytes of [SMALL_ANSWER, 100_000, 120_000]) {
        proxy.answerBytes = () => bytes
        const before = proxy.cuts
        const answer = await service.get(fresh())
        t.match([answer.status, answer.json()], [503, { code: 'unavailable', status: 503 }])
        t.match(answer.headers['retry-after'], /^[1-9]/)
        t.notMatch(
          answer.body.toString(),
          /SELECT|127\.0|ECONN|PROTOCOL|lost/,
          'nothing of the inside shows',
        )
        t.equal(proxy.cuts, before + 2, 'two attempts')
      }
      proxy.answerBytes = () => Infinity
      t.equal((await service.get(fresh())).body.toString(), whole)
    },
  )

  await t.test(
    'hundreds of faults leak no connection and no file, and the service still works',
    async t => {
      const random = randomOf()
      proxy.answerBytes = () => (random() < 0.3 ? Infinity : random() * 150_000)
      const before = proxy.cuts
      const seen = new Map<number, number>()
      while (proxy.cuts - before < 100) {
        const answers = await Promise.all(Array.from({ length: 8 }, () => service.get(fresh())))
        for (const { status, body } of answers) {
          seen.set(status, (seen.get(status) ?? 0) + 1)
          if (status === 200 && body.toString().split('\n').length !== lines)
            t.fail('a file cut short')
        }
      }
      t.strictSame([...seen.keys()].sort(), [200, 503], JSON.stringify([...seen]))
      proxy.answerBytes = () => Infinity
      await elapse(1500)
      for (const { status } of await Promise.all(
        Array.from({ length: 30 }, () => service.get(fresh())),
      ))
        t.equal(status, 200)
      t.equal((await service.get(fresh())).status, 200)
      t.ok(proxy.open() <= 24, `${proxy.open()} connections are open`)
      t.strictSame(await readdir(`${service.dataDir}/fetched`), [])
      const handles = (await readdir('/proc/self/fd')).length
      t.ok(handles < 150, `${handles} files and sockets are open`)
    },
  )
})
