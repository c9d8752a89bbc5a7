import t from 'tap'
import { readConfig } from '../../server/core/runtime/config.ts'
import { importInto } from '../../server/imports/load/import.ts'
import { createService } from '../../server/http/service.ts'
import { Database } from '../../server/store/records/mysql/mysql-database.ts'
import { openMysqlStorage } from '../../server/store/facts/tables/table-storage.ts'
import { StoreTimeout } from '../../server/core/model/store.ts'
import { minimalDelivery } from '../reference/minimal-delivery.ts'
import { writeDelivery } from '../reference/write-delivery.ts'
import { administer, emptyDatabase, factsTable } from '../support/mariadb.ts'
import { until } from '../support/until.ts'
import { sql } from '../../server/core/model/sql.ts'
import { elapse } from '../support/pauses.ts'

const EXPORT_SECRET = 'a secret of these tests'
const RUNNING = `SELECT id FROM information_schema.processlist
  WHERE db = DATABASE() AND command = 'Query' AND id <> CONNECTION_ID()`

/** Whether the database is idle, apart from a statement's cleanup. */
async function idle(url: string): Promise<boolean> {
  for (let turn = 0; turn < 40; turn++) {
    if ((await administer(url, RUNNING)).length === 0) return true
    await elapse(50)
  }
  return false
}

t.test('a statement past its time limit stops on the server too', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const database = new Database({ url, timeLimit: 0.3, connections: 2 })
  t.teardown(() => database.close())
  const endless = sql`SELECT COUNT(*) AS line
    FROM information_schema.columns a, information_schema.columns b, information_schema.columns c
    WHERE a.ordinal_position * b.ordinal_position * c.ordinal_position % 7 = 3`
  const lines = {
    line: () => undefined,
    end: async () => undefined,
    abandon: async () => undefined,
  }
  for (const run of [
    () => database.read(endless),
    () => database.readExact(endless),
    () => database.stream(endless, async () => lines),
  ]) {
    await t.rejects(run(), StoreTimeout)
    t.ok(await idle(url))
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => database.read(endless)),
  )
  for (const outcome of outcomes)
    t.match(
      outcome,
      { status: 'rejected', reason: { name: 'StoreTimeout' } },
      'the wait for a connection is limited as well',
    )
  t.ok(await idle(url))
  // A machine that is busy elsewhere may have missed a pulse: then the database counts as hung for a moment.
  const answers = () => database.read(sql`SELECT 41 + 1 AS answer`).catch(() => [])
  await until('the database answers again', async () => (await answers())[0]?.['answer'] === 42)
})

t.test('a report past the time limit gets 503, and the next one succeeds', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const dataDir = t.testdir()
  const storage = await openMysqlStorage({ url, dataDir, print: () => undefined, timeLimit: 1 })
  await writeDelivery(`${dataDir}/delivery`, minimalDelivery(), { format: 'csv' })
  await importInto(storage.imports, { delivery: `${dataDir}/delivery` })
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    EXPORT_SECRET,
    LOG_LEVEL: 'silent',
    PORT: '0',
  })
  const service = await createService(config, {
    clock: () => new Date('2026-04-01T12:00:00Z'),
    storage: storage,
  })
  t.teardown(() => service.stop())
  const { key } = await service.keys.create({ companyId: 1 })
  const get = () =>
    service.server.inject({
      url: '/v1/report?appId=1&granularity=campaign',
      headers: { authorization: `Bearer ${key}` },
    })

  const facts = await factsTable(url, 1)
  await administer(
    url,
    `RENAME TABLE ${facts} TO kept`,
    `CREATE VIEW ${facts} AS SELECT kept.* FROM kept WHERE SLEEP(60) = 0`,
  )
  const answer = await get()
  t.match(
    [answer.statusCode, JSON.parse(answer.payload)],
    [503, { code: 'unavailable', detail: /in time/ }],
  )
  t.match(answer.headers['retry-after'], /^[1-9]/)
  t.ok(await idle(url))
  await administer(url, `DROP VIEW ${facts}`, `RENAME TABLE kept TO ${facts}`)
  t.equal((await get()).statusCode, 200)
})
