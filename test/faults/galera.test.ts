// A minute and more: three servers start, and each of them is killed or made to hang, which the others wait 5 s for.
import { join } from 'node:path'
import mysql from 'mysql2/promise'
import t from 'tap'
import { Database } from '../../server/store/records/mysql/mysql-database.ts'
import { migrate } from '../../server/store/records/migrate.ts'
import { SCHEMA_VERSION } from '../../server/store/records/schema.ts'
import { minimalDelivery } from '../reference/minimal-delivery.ts'
import { load, openNode } from '../support/mysql-storage.ts'
import { startGalera } from '../support/galera.ts'
import { administer } from '../support/mariadb.ts'
import { startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'
import { asker, inTurn, isAnswered, isRefusedInTime, type Answer } from './askers.ts'

const EXPORT_SECRET = 'a secret of these tests'

t.test('three nodes work on three servers of a Galera cluster', async t => {
  const servers = await startGalera(t)
  if (servers === undefined) return
  await administer(servers[0].url('mysql'), 'CREATE DATABASE uascope')
  const urls = servers.map(server => server.url('uascope'))
  await until('all servers have the database', async () => {
    const databases = await Promise.all(
      servers.map(server => administer(server.url('mysql'), "SHOW DATABASES LIKE 'uascope'")),
    )
    return databases.every(({ length }) => length === 1)
  })

  await t.test('three nodes migrate an empty database at the same time', async t => {
    const databases = urls.map(url => new Database({ url }))
    t.teardown(() => Promise.all(databases.map(database => database.close())))
    for (const { to } of await Promise.all(databases.map(database => migrate(database))))
      t.equal(to, SCHEMA_VERSION)
    for (const url of urls) {
      const versions = await administer(
        url,
        'SET SESSION wsrep_sync_wait = 1',
        'SELECT version FROM migrations ORDER BY version',
      )
      t.strictSame(versions, [{ version: SCHEMA_VERSION }])
    }
    const stores = await Promise.all(urls.map(url => administer(url, 'SELECT id FROM store')))
    t.equal(new Set(stores.map(rows => String(rows[0]!['id']))).size, 1)
  })

  const operators = await Promise.all(urls.map(url => openNode(t, url)))
  await load(operators[0]!, minimalDelivery())
  const dataDirs = t.testdir({})
  const nodes = await Promise.all(
    urls.map((url, index) =>
      startProcess(t, {
        DATA_DIR: join(dataDirs, String(index)),
        DATABASE_URL: url,
        EXPORT_SECRET,
        RATE_LIMIT: '60',
      }),
    ),
  )
  let companies = 100
  const newKey = async (operator = operators[0]!) =>
    await operator.keys.create({ companyId: companies++ })
  /** Ways to ask each node, as another company each, none of which has asked for anything yet. */
  const freshAskers = () =>
    Promise.all(nodes.map(async ({ url }) => asker(url, (await newKey()).key)))

  for (const atOnce of [1, 4, 32]) {
    await t.test(
      `one budget covers all nodes: of ${atOnce} concurrent requests out of 300, exactly 60 pass`,
      async t => {
        const { key } = await newKey()
        const asks = nodes.map(({ url }) => asker(url, key))
        const answers = await inTurn(300, atOnce, n => asks[n % 3]!())
        t.strictSame(count(answers), { 200: 60, 429: 240 })
      },
    )
  }

  await t.test(
    'each passing request gets the remaining count, however often servers roll counts back',
    async t => {
      const limiters = operators.map(operator => operator.limiter!(60))
      const counted = await Promise.all(
        Array.from({ length: 120 }, (_, n) => limiters[n % 3]!.count(companies)),
      )
      t.strictSame(
        counted
          .filter(({ allowed }) => allowed)
          .map(({ remaining }) => remaining)
          .sort((a, b) => a - b),
        Array.from({ length: 60 }, (_, n) => n),
      )
      companies++
    },
  )

  await t.test('a new key works everywhere; a revoked key soon fails everywhere', async t => {
    for (let n = 0; n < 60; n++) {
      const { key } = await newKey(operators[n % 3])
      t.equal((await asker(nodes[(n + 1) % 3]!.url, key)()).status, 200)
    }
    const { id, key } = await newKey()
    const asks = nodes.map(({ url }) => asker(url, key))
    for (const ask of asks) t.equal((await ask()).status, 200)
    await operators[1]!.keys.revoke(id)
    const revoked = performance.now()
    for (const ask of asks)
      await until('the key is refused', async () => (await ask()).status === 401)
    // Within 2 s; the rest is room for a busy machine.
    t.ok(performance.now() - revoked < 15_000)
  })

  await t.test('a key that a server does not have yet is waited for', async t => {
    const behind = await mysql.createConnection({ uri: urls[1]! })
    t.teardown(() => behind.end())
    // What the others commit is not applied here until this is unlocked, while everything can be read.
    await behind.query('FLUSH TABLES WITH READ LOCK')
    const { id, key } = await newKey()
    const lookup = operators[1]!.keys.find(key)
    const waiting =
      "SELECT id FROM information_schema.processlist WHERE info LIKE '%FROM api_keys%' AND id <> CONNECTION_ID()"
    await until('the read waits', async () => (await administer(urls[1]!, waiting)).length > 0)
    await behind.query('UNLOCK TABLES')
    t.equal((await lookup)?.id, id)
  })

  await t.test('the node of a killed server reports it; the others continue', async t => {
    const [one, two, three] = await freshAskers()
    await servers[2].stop('SIGKILL')
    const [first, second, refused] = await Promise.all([
      inTurn(40, 2, one!),
      inTurn(40, 2, two!),
      inTurn(20, 20, three!),
    ])
    t.strictSame(
      refused.filter(answer => !isRefusedInTime(answer)),
      [],
    )
    t.strictSame(
      [...first, ...second].filter(answer => !isAnswered(answer) && !isRefusedInTime(answer)),
      [],
    )
    for (const ask of [one!, two!])
      await until('the others work', async () => isAnswered(await ask()))
    await servers[2].start()
    await until('its node works again', async () => isAnswered(await three!()))
  })

  await t.test(
    'the node of a hanging server reports it within 5 s; the others continue',
    async t => {
      const [one, two, three] = await freshAskers()
      servers[1].signal('SIGSTOP')
      const [first, hung, third] = await Promise.all([
        inTurn(40, 40, one!),
        inTurn(40, 40, two!),
        inTurn(40, 40, three!),
      ])
      t.strictSame(
        hung.filter(answer => !isRefusedInTime(answer)),
        [],
      )
      t.strictSame(
        [...first, ...third].filter(answer => !isAnswered(answer) && !isRefusedInTime(answer)),
        [],
      )
      for (const ask of [one!, three!])
        await until('the others work', async () => isAnswered(await ask()))
      t.ok(isRefusedInTime(await two!()))
      servers[1].signal('SIGCONT')
      await until('its node works again', async () => isAnswered(await two!()))
    },
  )

  await t.test('results that cannot be verified without a quorum are not returned', async t => {
    const asks = await freshAskers()
    for (const server of servers.slice(1)) server.signal('SIGSTOP')
    await until('the last one has noticed', async () => (await asks[0]!()).status === 503)
    const refused = await Promise.all(asks.map(ask => inTurn(20, 20, ask)))
    t.strictSame(
      refused.flat().filter(answer => !isRefusedInTime(answer)),
      [],
    )
    for (const server of servers.slice(1)) server.signal('SIGCONT')
    for (const ask of asks)
      await until('every node works again', async () => isAnswered(await ask()))
  })
})

function count(answers: readonly Answer[]): Record<number, number> {
  const statuses: Record<number, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}
