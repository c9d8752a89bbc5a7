import t from 'tap'
import { minimalDelivery } from '../reference/minimal-delivery.ts'
import { load, openNode } from '../support/mysql-storage.ts'
import { administer, emptyDatabase, startMariaDb } from '../support/mariadb.ts'
import { startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'
import { asker, inTurn, isRefusedInTime } from './askers.ts'

const EXPORT_SECRET = 'a secret of these tests'

/** Maximum time, ms, of a response that asks no database, on a busy machine: less than any statement waits. */
const AT_ONCE = 3000

t.test('a database that accepts statements but never responds does not block callers', async t => {
  const server = await startMariaDb(t)
  if (server === undefined) return
  const url = (await emptyDatabase(t, server))!
  const operator = await openNode(t, url)
  await load(operator, minimalDelivery())
  const { key } = await operator.keys.create({ companyId: 1 })
  const environment = {
    DATA_DIR: t.testdir(),
    DATABASE_URL: url,
    EXPORT_SECRET,
    RATE_LIMIT: '1000000',
  }
  const service = await startProcess(t, environment)
  const apps = asker(service.url, key)
  const report = asker(service.url, key, '/v1/report?appId=1&granularity=campaign')
  for (const ask of [apps, report]) t.equal((await ask()).status, 200)

  await t.test(
    'all callers get a response within 5 s, or immediately once the failure is known',
    async t => {
      server.signal('SIGSTOP')
      const answers = await Promise.all([
        inTurn(200, 200, apps),
        inTurn(20, 20, report),
        inTurn(20, 20, asker(service.url, key, '/readyz')),
      ])
      t.strictSame(
        answers.flat().filter(answer => !isRefusedInTime(answer)),
        [],
      )
      const known = await inTurn(1000, 100, apps)
      t.strictSame(
        known.filter(answer => !isRefusedInTime(answer) || answer.took > AT_ONCE),
        [],
      )
      t.equal((await asker(service.url, key, '/healthz')()).status, 200, 'the process lives')

      server.signal('SIGCONT')
      await until('it answers again', async () => (await apps()).status === 200)
      const after = await Promise.all([inTurn(200, 50, apps), inTurn(20, 5, report)])
      t.strictSame(
        after.flat().filter(({ status }) => status !== 200),
        [],
      )
    },
  )

  await t.test('the server keeps no leftover statement', async t => {
    const connected = async () =>
      Number((await administer(url, "SHOW STATUS LIKE 'Threads_connected'"))[0]!['Value'])
    // A dozen of either kind, the operator's two and our own.
    await until(
      'the connections that were given up are gone',
      async () => (await connected()) <= 27,
    )
    t.strictSame(await operator.keys.list(2), [])
  })
})
