import t, { type Test } from 'tap'
import { Database } from '../../../../../server/store/records/mysql/mysql-database.ts'
import { sql, type Sql } from '../../../../../server/core/model/sql.ts'
import { StoreUnavailable } from '../../../../../server/core/model/store.ts'
import { startProxy } from '../../../../support/cutting-proxy.ts'
import { until } from '../../../../support/until.ts'
import {
  administer,
  emptyDatabase,
  type MariaDb,
  startMariaDb,
} from '../../../../support/mariadb.ts'

async function withRows(
  t: Test,
  server?: MariaDb,
): Promise<{ url: string; database: Database } | undefined> {
  const url = await emptyDatabase(t, server)
  if (url === undefined) return undefined
  await administer(
    url,
    'CREATE TABLE sums (id INT PRIMARY KEY, total INT NOT NULL)',
    'INSERT INTO sums VALUES (1, 0), (2, 0)',
  )
  const database = new Database({ url })
  t.teardown(() => database.close())
  return { url, database }
}

async function totals(url: string): Promise<number[]> {
  return (await administer(url, 'SELECT total FROM sums ORDER BY id')).map(row =>
    Number(row['total']),
  )
}

function add(id: number): Sql {
  return sql`UPDATE sums SET total = total + 1 WHERE id = ${id}`
}

/** A function that resolves once it was called as often; later calls resolve at once. */
function barrier(calls: number): () => Promise<void> {
  let open = (): void => undefined
  const opened = new Promise<void>(resolve => (open = resolve))
  let called = 0
  return () => {
    if (++called === calls) open()
    return opened
  }
}

t.test(
  'transactions that lock the same rows in opposite order all complete, each once',
  async t => {
    const place = await withRows(t)
    if (place === undefined) return
    const { url, database } = place
    const rounds = 10
    let attempts = 0
    for (let round = 0; round < rounds; round++) {
      // Each has locked its first row before either asks for its second, so the server rolls one of them back.
      const bothHold = barrier(2)
      const lockFrom = (first: number) =>
        database.transaction(async held => {
          attempts++
          await held.write(add(first))
          await bothHold()
          await held.write(add(3 - first))
        })
      await Promise.all([lockFrom(1), lockFrom(2)])
    }
    t.strictSame(await totals(url), [2 * rounds, 2 * rounds])
    t.equal(attempts, 3 * rounds, 'one of each two was taken back, once')
  },
)

t.test(
  'a statement that loses against a transaction with its rows completes once it ends',
  async t => {
    // The server counts the deadlocks and waits of all its databases.
    const server = await startMariaDb(t)
    if (server === undefined) return
    const { url, database } = (await withRows(t, server))!
    await administer(url, 'INSERT INTO sums (id, total) SELECT seq, 0 FROM seq_3_to_500')
    const numberOf = async (query: string, column: string) =>
      Number((await administer(url, query))[0]![column])
    const deadlocks = () => numberOf("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'", 'Value')
    // Not INNODB_TRX: the server refreshes that table only after 0.1 s without a reader, which a loop of questions never gives.
    const waiting = () =>
      numberOf("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'", 'Value')
    const before = await deadlocks()
    let statement: Promise<unknown> | undefined
    await database.transaction(async held => {
      // The server rolls back the transaction with fewer changed rows, which is then the statement.
      await held.write(sql`UPDATE sums SET total = total + 1 WHERE id > 10`)
      statement = database.write(sql`UPDATE sums SET total = total + 1 WHERE id > 0`)
      await until(
        'the statement waits for the rows of the transaction',
        async () => (await waiting()) > 0,
      )
      await held.write(sql`UPDATE sums SET total = total + 1 WHERE id <= 10`)
    })
    await statement
    t.strictSame([...new Set(await totals(url))], [2])
    t.equal(await deadlocks(), before + 1)
  },
)

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
  await administer(
    url,
    'CREATE TABLE sums (id INT PRIMARY KEY, total INT NOT NULL)',
    'INSERT INTO sums VALUES (1, 0), (2, 0)',
  )
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
