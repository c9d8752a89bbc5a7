import t, { type Test } from 'tap'
import { Database } from '../../../../server/records/mysql/mysql-database.ts'
import { sql, type Sql } from '../../../../server/model/sql.ts'
import { StoreUnavailable } from '../../../../server/model/store.ts'
import { startProxy } from '../../../support/cutting-proxy.ts'
import { administer, emptyDatabase, type MariaDb, startMariaDb } from '../../../support/mariadb.ts'

async function withRows(t: Test, server?: MariaDb): Promise<{ url: string; database: Database } | undefined> {
  const url = await emptyDatabase(t, server)
  if (url === undefined) return undefined
  await administer(url, 'CREATE TABLE sums (id INT PRIMARY KEY, total INT NOT NULL)', 'INSERT INTO sums VALUES (1, 0), (2, 0)')
  const database = new Database({ url })
  t.teardown(() => database.close())
  return { url, database }
}

async function totals(url: string): Promise<number[]> {
  return (await administer(url, 'SELECT total FROM sums ORDER BY id')).map(row => Number(row['total']))
}

function add(id: number): Sql {
  return sql`UPDATE sums SET total = total + 1 WHERE id = ${id}`
}

t.test('transactions that lock the same rows in opposite order all complete, each once', async t => {
  const place = await withRows(t)
  if (place === undefined) return
  const { url, database } = place
  let attempts = 0
  const one = (first: number) =>
    database.transaction(async held => {
      attempts++
      await held.write(add(first))
      await held.write(add(3 - first))
    })
  const worker = async (first: number): Promise<void> => {
    for (let n = 0; n < 60; n++) await one(first)
  }
  await Promise.all(Array.from({ length: 8 }, (_, n) => worker(1 + (n % 2))))
  t.strictSame(await totals(url), [480, 480])
  t.ok(attempts > 480, `${attempts - 480} were taken back`)
})

t.test('statements that lock the same rows in opposite order all complete, each once', async t => {
  // The server counts the deadlocks of all its databases.
  const server = await startMariaDb(t)
  if (server === undefined) return
  const place = (await withRows(t, server))!
  const { url, database } = place
  const rows = 'INSERT INTO sums (id, total) SELECT seq, 0 FROM seq_3_to_500'
  await administer(
    url,
    rows,
    'ALTER TABLE sums ADD COLUMN back INT NOT NULL',
    'UPDATE sums SET back = -id',
    'ALTER TABLE sums ADD KEY back (back)',
  )
  const forwards = sql`UPDATE sums FORCE INDEX (PRIMARY) SET total = total + 1 WHERE id > 0`
  const backwards = sql`UPDATE sums FORCE INDEX (back) SET total = total + 1 WHERE back < 0`
  const worker = async (statement: Sql): Promise<void> => {
    for (let n = 0; n < 25; n++) await database.write(statement)
  }
  const deadlocks = async () => Number((await administer(url, "SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'"))[0]!['Value'])
  const before = await deadlocks()
  await Promise.all(Array.from({ length: 4 }, (_, n) => worker(n % 2 ? forwards : backwards)))
  t.strictSame([...new Set(await totals(url))], [100])
  t.ok((await deadlocks()) > before, `${(await deadlocks()) - before} deadlocks`)
})

t.test('a failed transaction leaves nothing, and a reading one sees one moment', async t => {
  const place = await withRows(t)
  if (place === undefined) return
  const { url, database } = place
  const failing = database.transaction(async held => {
    await held.write(add(1))
    throw new RangeError('no')
  })
  await t.rejects(failing, RangeError)
  t.strictSame(await totals(url), [0, 0])
  const seen = await database.small.transaction(
    async held => {
      await administer(url, 'UPDATE sums SET total = 7')
      return await held.read(sql`SELECT total FROM sums WHERE id = 1`)
    },
    { readOnly: true, latest: true },
  )
  t.strictSame(seen, [{ total: 0 }])
  await t.rejects(
    database.transaction(held => held.write(add(1)), { readOnly: true }),
    { message: /READ ONLY/ },
  )
  t.strictSame(await totals(url), [7, 7])
})

t.test('rows that stay locked for 5 s make the store unavailable', async t => {
  const place = await withRows(t)
  if (place === undefined) return
  const { url, database } = place
  await database.transaction(async held => {
    await held.write(add(1))
    await t.rejects(database.small.write(add(1)), { name: /^Store(Timeout|Unavailable)$/ })
    await held.write(add(2))
  })
  t.strictSame(await totals(url), [1, 1], 'what was given up is not done later')
})

t.test('a break before COMMIT is retried; during COMMIT the outcome is unknown', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  await administer(url, 'CREATE TABLE sums (id INT PRIMARY KEY, total INT NOT NULL)', 'INSERT INTO sums VALUES (1, 0), (2, 0)')
  const proxy = await startProxy(t, url)
  const database = new Database({ url: proxy.url })
  t.teardown(() => database.close())
  let cutAt = 'statement'
  const add1 = () =>
    database.transaction(async held => {
      if (cutAt === 'statement') proxy.answerBytes = () => 0
      await held.write(add(1)).finally(() => {
        proxy.answerBytes = () => Infinity
        if (cutAt === 'statement') cutAt = 'nowhere'
      })
      if (cutAt === 'commit') proxy.answerBytes = () => 0
    })
  await add1()
  t.strictSame(await totals(url), [1, 0])
  cutAt = 'commit'
  await t.rejects(add1(), StoreUnavailable)
  proxy.answerBytes = () => Infinity
  t.strictSame(await totals(url), [2, 0], 'here it was done, and not repeated')
})
