import { createHash } from 'node:crypto'
import t from 'tap'
import { Database } from '../../../../../server/store/records/mysql/mysql-database.ts'
import { migrate, openSchema } from '../../../../../server/store/records/migrate.ts'
import { type Dialect, type Held, MYSQL } from '../../../../../server/store/records/records.ts'
import { announceNode } from '../../../../../server/store/records/nodes.ts'
import {
  type Migration,
  MIGRATIONS,
  performStep,
  SCHEMA_VERSION as NOW,
  upgrade,
} from '../../../../../server/store/records/schema.ts'
import { sql } from '../../../../../server/core/model/sql.ts'
import { minimalDelivery, runRow } from '../../../../reference/minimal-delivery.ts'
import {
  administer,
  emptyDatabase,
  migratedNodes,
  startMariaDb,
} from '../../../../support/mariadb.ts'
import { failedStart } from '../../../../support/process.ts'
import { until } from '../../../../support/until.ts'
import { work } from '../../../../support/work.ts'
import { load, openNode } from '../../../../support/mysql-storage.ts'

t.test('nodes that start together migrate an empty database', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const nodes = Array.from({ length: 6 }, () => new Database({ url }))
  t.teardown(() => Promise.all(nodes.map(node => node.close())))
  const done = await Promise.all(nodes.map(node => migrate(node)))
  for (const { to } of done) t.equal(to, NOW)
  t.strictSame(await administer(url, 'SELECT version FROM migrations'), [{ version: NOW }])
  t.strictSame(await administer(url, 'SELECT version, needs FROM schema_state'), [
    { version: NOW, needs: NOW },
  ])
  t.strictSame(await migrate(nodes[0]!), { from: NOW, to: NOW })
})

t.test('a migration interrupted half way is completed', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const statements = await statementsOf(MIGRATIONS[0]!, MYSQL)
  await administer(
    url,
    ...statements.filter(statement => statement.startsWith('CREATE')).slice(0, 4),
  )
  const node = await openNode(t, url)
  t.match(await load(node, minimalDelivery()), { version: 1 })
})

t.test('a released step never changes, since databases have applied it', async t => {
  const digests = await Promise.all(
    MIGRATIONS.map(async migration => digest(await statementsOf(migration, MYSQL))),
  )
  t.strictSame(digests, ['238804bc5b5fd89c'])
})

/** What a migration runs on an empty database. */
async function statementsOf(migration: Migration, dialect: Dialect): Promise<string[]> {
  const statements: string[] = []
  const note = async (statement: string) => {
    statements.push(statement)
    return { rows: 0, id: 0, warnings: 0 }
  }
  const held: Held = {
    dialect,
    run: note,
    write: note,
    read: async () => [],
    readExact: async () => [],
  }
  await upgrade(held, migration, async (held, step) => {
    // Their code may change, what they leave may not.
    if (typeof step !== 'function') await performStep(held, step)
  })
  return statements
}

function digest(statements: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(statements)).digest('hex').slice(0, 16)
}

t.test('a database of a newer version stays unchanged', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const database = new Database({ url })
  t.teardown(() => database.close())
  await migrate(database)
  await administer(url, `INSERT INTO migrations VALUES (${NOW + 1})`)
  await t.rejects(migrate(database), { message: /a newer version of uascope/ })
})

t.test('a database in use is migrated by the operator, never by a start', async t => {
  const made = await migratedNodes(t, 1)
  if (made === undefined) return
  const { url, nodes } = made
  const added: Migration = {
    additive: true,
    steps: [sql`CREATE TABLE IF NOT EXISTS later (x INT)`],
  }
  const later = [...MIGRATIONS, added]
  await load(await openNode(t, url), minimalDelivery())
  const tables = await administer(url, 'SHOW TABLES')
  await t.rejects(openSchema(nodes[0]!, later), {
    message: new RegExp(
      `schema version ${NOW}, and this version of uascope needs ${NOW + 1}: make a backup, run \`(npm run -s admin --|node \\S+admin\\.js) migrate\``,
    ),
  })
  t.strictSame(await administer(url, 'SHOW TABLES'), tables, 'nothing was changed')
})

t.test('a database of a version before 1.3.0 is refused, and is left as it is', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  await load(await openNode(t, url), minimalDelivery())
  await administer(url, 'DROP TABLE schema_state', 'UPDATE migrations SET version = 3')
  const tables = await administer(url, 'SHOW TABLES')
  const advice = /schema version 3, which uascope 1\.3 upgrades: start that version once/
  const environment = {
    DATA_DIR: t.testdir(),
    DATABASE_URL: url,
    EXPORT_SECRET: 'a secret of these tests',
  }
  t.match(await failedStart(environment), { code: 1, stderr: advice })
  const database = new Database({ url })
  t.teardown(() => database.close())
  await t.rejects(migrate(database), { message: advice })
  t.strictSame(await administer(url, 'SHOW TABLES'), tables)
})

t.test('a service accepts a database to which later versions only added', async t => {
  const made = await migratedNodes(t, 2)
  if (made === undefined) return
  const { url, nodes } = made
  const [first, second] = nodes as [Database, Database]
  const next = (additive: boolean): Migration => ({
    additive,
    steps: [sql`CREATE TABLE IF NOT EXISTS later (x INT)`],
  })
  const added = [...MIGRATIONS, next(true)]
  await load(await openNode(t, url), minimalDelivery())
  t.strictSame(await migrate(first, added), { from: NOW, to: NOW + 1 })
  t.strictSame(await openSchema(second), { from: NOW + 1, to: NOW + 1 })
  t.match(await load(await openNode(t, url), { runs: [runRow({ run_id: 9 })] }), { version: 2 })

  const node = announceNode(second)
  await until(
    'the node says that it lives',
    async () => (await administer(url, 'SELECT * FROM nodes')).length === 1,
  )
  const [{ id }] = (await administer(url, 'SELECT id FROM nodes')) as unknown as [{ id: Buffer }]
  const broken = [...added, next(false)]
  await t.rejects(migrate(first, broken), {
    message: new RegExp(`services that run now: ${String(id)} \\(version \\d`),
  })
  await t.rejects(openSchema(second, broken), {
    message: /Stop all services of earlier versions first/,
  })
  t.strictSame(await openSchema(second), { from: NOW + 1, to: NOW + 1 }, 'nothing was changed')
  await node.stop()
  t.strictSame(await administer(url, 'SELECT * FROM nodes'), [])
  await administer(
    url,
    "INSERT INTO nodes VALUES ('dead', '1', 9, UTC_TIMESTAMP(6) - INTERVAL 31 SECOND)",
  )
  t.strictSame(await migrate(first, broken), { from: NOW + 1, to: NOW + 2 })
  for (const known of [MIGRATIONS, added])
    await t.rejects(openSchema(second, known), {
      message: new RegExp(`requires a service that supports version ${NOW + 2}`),
    })
  t.strictSame(
    await administer(url, 'SELECT MAX(version) AS version FROM migrations'),
    [{ version: NOW + 2 }],
    'which services of earlier versions refuse',
  )
})

t.test(
  'the documented grants suffice: one user imports, the other serves and cannot write facts',
  async t => {
    const server = await startMariaDb(t)
    if (server === undefined) return
    const url = (await emptyDatabase(t, server))!
    const name = new URL(url).pathname.slice(1)
    const password = 'p@ss:w/rd'
    const [operator, serving] = ['operator', 'serving'].map(user =>
      server.url(name, { user, password }),
    ) as [string, string]
    await administer(
      url,
      `CREATE USER operator IDENTIFIED BY '${password}'`,
      `CREATE USER serving IDENTIFIED BY '${password}'`,
      `GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX ON ${name}.* TO operator`,
      `GRANT SELECT ON ${name}.* TO serving`,
    )
    await t.rejects(openNode(t, serving), {
      message: /run `npm run -s admin -- migrate` as a user that may/,
    })
    const importing = await openNode(t, operator)
    await administer(
      url,
      ...['api_keys', 'users', 'rate_limits'].map(
        table => `GRANT INSERT, UPDATE, DELETE ON ${name}.${table} TO serving`,
      ),
      `GRANT INSERT ON ${name}.audit TO serving`,
    )
    t.match(await load(importing, minimalDelivery()), { version: 1 })

    const node = await openNode(t, serving)
    const { key } = await node.keys.create({ companyId: 1 })
    t.match(await node.keys.find(key), { company_id: 1 })
    t.match(await node.limiter!(60).count(1), { remaining: 59 })
    t.match(await node.users.invite({ companyId: 1, email: 'a@example.com' }), { company_id: 1 })
    const store = await node.openStore()
    t.teardown(() => store.close())
    const catalog = await store.catalog(1)
    t.equal((await store.recommendations(work, [catalog.runs[0]!], 'campaign')).length, 1)
    await node.audit.append({ action: 'export.made', actor: 'user:1', target: 'app:1' })
    for (const change of ['DELETE FROM audit', 'UPDATE audit SET at = at', 'TRUNCATE audit']) {
      await t.rejects(administer(serving, change), { message: /command denied/ }, change)
    }
    await t.rejects(load(node, { runs: [runRow({ run_id: 9 })] }), { message: /command denied/ })
    for (const table of [
      'catalog_apps',
      'catalog_runs',
      catalog.runs[0]!.facts!.file,
      'identities',
      'roas_snapshots',
      'recommendations',
      'import_locks',
    ]) {
      await t.rejects(
        administer(serving, `DELETE FROM ${table}`),
        { message: /command denied/ },
        table,
      )
    }
  },
)

t.test('a database that rejects the service stops the start with the reason', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const wrong = Object.assign(new URL(url), { username: 'nobody', password: 'guess' }).href
  const { code, stderr: said } = await failedStart({
    DATA_DIR: t.testdir(),
    DATABASE_URL: wrong,
    EXPORT_SECRET: 'a secret of these tests',
  })
  t.equal(code, 1)
  t.match(said, /DATABASE_URL cannot be used: Access denied for user 'nobody'/)
  t.notMatch(said, 'guess')
})
