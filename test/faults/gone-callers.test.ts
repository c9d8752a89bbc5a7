import { connect } from 'node:net'
import t from 'tap'
import { readConfig } from '../../server/core/runtime/config.ts'
import { importInto } from '../../server/imports/load/import.ts'
import { createService } from '../../server/http/service.ts'
import { sql } from '../../server/core/model/sql.ts'
import { Database } from '../../server/store/records/mysql/mysql-database.ts'
import { openMysqlStorage } from '../../server/store/facts/tables/table-storage.ts'
import { Unwanted } from '../../server/core/runtime/work.ts'
import { minimalDelivery, snapshotRow } from '../reference/minimal-delivery.ts'
import { writeDelivery } from '../reference/write-delivery.ts'
import { administer, emptyDatabase, factsTable } from '../support/mariadb.ts'
import { until } from '../support/until.ts'

const EXPORT_SECRET = 'a secret of these tests'
const RUNNING = `SELECT id FROM information_schema.processlist
  WHERE db = DATABASE() AND command IN ('Query', 'Execute') AND id <> CONNECTION_ID()`
const ENDLESS = sql`SELECT COUNT(*) AS line
  FROM information_schema.columns a, information_schema.columns b, information_schema.columns c
  WHERE a.ordinal_position * b.ordinal_position * c.ordinal_position % 7 = 3`

async function running(url: string): Promise<number> {
  return (await administer(url, RUNNING)).length
}

t.test('a cancelled statement stops on the server, and its connection is not reused', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const database = new Database({ url, connections: 2 })
  t.teardown(() => database.close())
  const lines = {
    line: () => undefined,
    end: async () => undefined,
    abandon: async () => undefined,
  }
  for (const run of [
    (signal: AbortSignal) => database.read(ENDLESS, { signal }),
    (signal: AbortSignal) => database.readExact(ENDLESS, [], { signal }),
    (signal: AbortSignal) => database.stream(ENDLESS, async () => lines, signal),
  ]) {
    const gone = new AbortController()
    const answer = run(gone.signal)
    answer.catch(() => undefined)
    await until('it runs', async () => (await running(url)) === 1)
    gone.abort(new Unwanted())
    await t.rejects(answer, Unwanted)
    await until('it has stopped', async () => (await running(url)) === 0)
    await t.rejects(run(gone.signal), Unwanted, 'and none begins afterwards')
  }
  t.match(await database.read(sql`SELECT 41 + 1 AS answer`), [{ answer: 42 }])
})

t.test('a caller of a report or list that disconnects ends its statements', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const dataDir = t.testdir()
  const storage = await openMysqlStorage({ url, dataDir, print: () => undefined })
  await writeDelivery(
    `${dataDir}/delivery`,
    minimalDelivery({ roas_snapshots: [snapshotRow({ install_date: '2026-03-30' })] }),
    {
      format: 'csv',
    },
  )
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
  await service.server.start()
  for (const [table, path] of [
    [await factsTable(url, 1), '/v1/report?appId=1&granularity=campaign'],
    ['recommendations', '/v1/recommendations?appId=1'],
    ['roas_snapshots', '/v1/roas-history?appId=1&granularity=app'],
  ] as const) {
    await administer(
      url,
      `RENAME TABLE ${table} TO kept`,
      `CREATE VIEW ${table} AS SELECT kept.* FROM kept WHERE SLEEP(60) = 0`,
    )
    const socket = connect(Number(service.server.info.port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`)
    await until(`${path} runs`, async () => (await running(url)) > 0)
    socket.destroy()
    await until(`${path} has stopped`, async () => (await running(url)) === 0)
    await administer(url, `DROP VIEW ${table}`, `RENAME TABLE kept TO ${table}`)
    const answer = await service.server.inject({
      url: path,
      headers: { authorization: `Bearer ${key}` },
    })
    t.equal(answer.statusCode, 200, path)
  }
})
