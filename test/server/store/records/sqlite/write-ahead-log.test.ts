import { copyFile, cp, open, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { joined, plain, plainList, sql } from '../../../../../server/core/model/sql.ts'
import { auditLog } from '../../../../../server/store/records/audit-log.ts'
import { keyStore } from '../../../../../server/store/records/key-store.ts'
import { type Records, RECORDS_FILE } from '../../../../../server/store/records/records.ts'
import { checkFile } from '../../../../../server/store/records/sqlite/check-file.ts'
import { connect } from '../../../../../server/store/records/sqlite/driver.ts'
import { openRecords } from '../../../../../server/store/records/sqlite/open.ts'
import { userStore } from '../../../../../server/store/records/user-store.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { QUIET } from './sqlite-fixture.ts'

const LOG = `${RECORDS_FILE}-wal`

/** Bytes of the header of a log, and of a frame with its page. */
const [HEADER, FRAME] = [32, 24 + 4096]

/** A folder as a killed process leaves it: a file, and a log with three keys. */
async function killed(t: Test): Promise<{ dir: string; keys: string[] }> {
  const live = temporaryFolder(t)
  const { records } = await openRecords(live, QUIET)
  t.teardown(() => records.close())
  const keys: string[] = []
  for (let count = 0; count < 3; count++)
    keys.push((await keyStore(records).create({ companyId: 1 })).key)
  const dir = await copyOf(t, live)
  return { dir, keys }
}

/** Another machine has no index of the log. `left` stays behind, which a connection may delete when it is collected. */
async function copyOf(t: Test, from: string, left = /-shm$/): Promise<string> {
  const dir = temporaryFolder(t)
  await cp(from, dir, { recursive: true, filter: path => !left.test(path) })
  return dir
}

async function served(dir: string, keys: readonly string[]): Promise<boolean[]> {
  const { records } = await openRecords(dir, QUIET)
  try {
    const store = keyStore(records)
    return await Promise.all(keys.map(async key => (await store.find(key)) !== null))
  } finally {
    await records.close()
  }
}

t.test('commits in the log of a killed process are served', async t => {
  const { dir, keys } = await killed(t)
  t.ok((await stat(join(dir, LOG))).size > HEADER)
  t.strictSame(await served(dir, keys), [true, true, true])
})

t.test('a log of another file is refused', async t => {
  const [one, other] = [await killed(t), await killed(t)]
  await copyFile(join(other.dir, LOG), join(one.dir, LOG))
  await t.rejects(served(one.dir, one.keys), {
    name: 'StoreDamaged',
    message: /belongs to another records\/records.sqlite/,
  })
  await copyFile(join(other.dir, RECORDS_FILE), join(one.dir, 'replaced'))
  await rename(join(one.dir, 'replaced'), join(one.dir, RECORDS_FILE))
  t.strictSame(
    await served(one.dir, other.keys),
    [true, true, true],
    'both parts of one store are whole',
  )
})

t.test('a log of an earlier state of the same store is refused', async t => {
  const { dir, keys } = await killed(t)
  const log = await readFile(join(dir, LOG))
  t.strictSame(await served(dir, keys), [true, true, true])
  const { records } = await openRecords(dir, QUIET)
  const { id } = await keyStore(records).create({ companyId: 1 })
  await keyStore(records).revoke(id)
  await records.close()
  const again = await copyOf(t, dir, /-(shm|wal)$/)
  await writeFile(join(again, LOG), log)
  await t.rejects(served(again, keys), { name: 'StoreDamaged' })
})

t.test(
  'a log that is damaged or cut within is refused, and one cut in its last commit is not',
  async t => {
    const { dir, keys } = await killed(t)
    const { size } = await stat(join(dir, LOG))
    const frames = Math.floor((size - HEADER) / FRAME)
    let [lost, refused] = [0, 0]
    for (let frame = 0; frame < frames; frame++) {
      const copy = await copyOf(t, dir)
      const log = await open(join(copy, LOG), 'r+')
      await log.write(Buffer.from([0x55]), 0, 1, HEADER + frame * FRAME + 24 + 2000)
      await log.close()
      const answer = await served(copy, keys).catch((error: Error) => error)
      if (answer instanceof Error) {
        t.equal(answer.name, 'StoreDamaged')
        refused++
      } else {
        t.strictSame(answer.slice(0, 2), [true, true], `frame ${frame} of ${frames}`)
        lost++
      }
    }
    t.ok(refused > frames / 2, `${refused} refused`)
    t.ok(lost > 0 && lost < frames / 2, `${lost} as a power cut leaves them`)
    const cut = await copyOf(t, dir)
    await truncate(join(cut, LOG), size - 100)
    t.strictSame(await served(cut, keys), [true, true, false], 'the commit was never confirmed')
  },
)

t.test('a commit in the file that the log has lost is refused', async t => {
  const { dir, keys } = await killed(t)
  const connection = connect(join(dir, RECORDS_FILE))
  connection.all(sql`PRAGMA wal_checkpoint(PASSIVE)`)
  const copy = await copyOf(t, dir)
  await truncate(join(copy, LOG), HEADER + 4 * FRAME)
  await t.rejects(served(copy, keys), { name: 'StoreDamaged', message: /has lost commits/ })
  connection.close()
})

t.test(
  'a reader keeps bytes of a removal in the log, and neither blocks it nor the service',
  async t => {
    const dir = temporaryFolder(t)
    const { records } = await openRecords(dir, QUIET)
    const keys = keyStore(records)
    const { id, key } = await keys.create({ companyId: 1 })
    const reader = connect(join(dir, RECORDS_FILE))
    reader.run(sql`BEGIN`)
    reader.all(sql`SELECT count(*) AS count FROM api_keys`)
    t.equal(await keys.revoke(id), true)
    t.equal(await keys.find(key), null)
    t.equal(records.emptyLog(), false)
    t.ok((await stat(join(dir, LOG))).size > 0)
    reader.run(sql`COMMIT`)
    t.equal(records.emptyLog(), true)
    t.equal((await stat(join(dir, LOG))).size, 0)
    await records.close()
  },
)

t.test('a file that was replaced while in use is no longer used', async t => {
  const dir = temporaryFolder(t)
  const { records } = await openRecords(dir, QUIET)
  const keys = keyStore(records)
  const { key } = await keys.create({ companyId: 1 })
  await copyFile(join(dir, RECORDS_FILE), join(dir, 'other'))
  await rename(join(dir, 'other'), join(dir, RECORDS_FILE))
  const uses: (() => Promise<unknown>)[] = [
    () => keyStore(records).find(key),
    () => keys.create({ companyId: 1 }),
    () => records.version(),
  ]
  for (const use of uses)
    await t.rejects(use(), { name: 'StoreDamaged', message: /was replaced while in use/ })
  await records.close()
})

t.test('invalid UTF-8 in any text is damage of its row, and ends nothing else', async t => {
  const dir = temporaryFolder(t)
  const { records } = await openRecords(dir, QUIET)
  t.teardown(() => records.close())
  const keys = keyStore(records)
  const [damaged, whole] = [
    await keys.create({ companyId: 1, name: 'one' }),
    await keys.create({ companyId: 1, name: 'two' }),
  ]
  await userStore(records).invite({ companyId: 1, email: 'ada@example.com' })
  await auditLog(records).append({ action: 'user.invited', actor: 'service', target: 'user:a' })
  for (const table of ['companies', 'apps', 'networks', 'runs']) await fillTable(records, table)
  await records.write(sql`INSERT INTO retired_files (file, app_id, since) VALUES ('a', 1, 'b')`)
  const connection = connect(join(dir, RECORDS_FILE))
  const columns = connection
    .all(
      sql`SELECT m.name AS name, c.name AS field FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.type = 'TEXT'`,
    )
    .map(row => `${String(row['name'])}.${String(row['field'])}`)
  t.ok(
    columns.includes('api_keys.name') &&
      columns.includes('audit.details') &&
      columns.includes('users.email'),
  )
  for (const [table, field] of columns.map(column => column.split('.') as [string, string])) {
    const copy = await copyOf(t, dir)
    const other = connect(join(copy, RECORDS_FILE))
    const { rows } = other.run(
      sql`UPDATE ${plain(table)} SET ${plain(field)} = CAST(X'6F6EFF' AS TEXT) WHERE rowid = (SELECT MIN(rowid) FROM ${plain(table)})`,
    )
    other.close()
    if (rows > 0)
      t.match(
        checkFile(join(copy, RECORDS_FILE))[0],
        /has a damaged record|is damaged/,
        `${table}.${field}`,
      )
  }
  connection.run(sql`UPDATE api_keys SET name = CAST(X'6F6EFF' AS TEXT) WHERE id = ?`, [damaged.id])
  connection.close()
  t.equal(await keys.find(damaged.key), null)
  t.equal((await keys.find(whole.key))?.id, whole.id)
  t.same(
    (await keys.list()).map(({ id }) => id),
    [whole.id],
  )
})

async function fillTable(records: Pick<Records, 'write'>, table: string): Promise<void> {
  const [key, ...others] = {
    companies: ['company_id'],
    apps: ['app_id'],
    networks: ['network'],
    runs: ['run_id', 'app_id'],
  }[table]!
  const columns = [key!, ...others, 'seq', 'body']
  const values = columns.map(column => (column === 'network' || column === 'body' ? 'x' : 1))
  await records.write(
    sql`INSERT INTO ${plain(`catalog_${table}`)} (${plainList(columns)}) VALUES (${joined(columns.map(() => sql`?`))})`,
    values,
  )
}
