import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { auditLog } from '../../../../../server/store/records/audit-log.ts'
import { keyStore } from '../../../../../server/store/records/key-store.ts'
import { OLDEST, SCHEMA_VERSION } from '../../../../../server/store/records/schema.ts'
import { connect } from '../../../../../server/store/records/sqlite/driver.ts'
import { RECORDS_FILE } from '../../../../../server/store/records/records.ts'
import { openRecords } from '../../../../../server/store/records/sqlite/open.ts'
import { userStore } from '../../../../../server/store/records/user-store.ts'
import { sql } from '../../../../../server/core/model/sql.ts'
import { smallDisk } from '../../../../support/full-disk.ts'
import { repository } from '../../../../support/repository.ts'
import { readLog } from '../suites/audit-log.ts'
import { QUIET } from './sqlite-fixture.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const SIGNS = { ...QUIET, signs: async () => ['deliveries/'] }

t.test('only the owner can read the files', async t => {
  const dataDir = temporaryFolder(t)
  const before = process.umask(0)
  t.teardown(() => process.umask(before))
  const { records, copies } = await openRecords(dataDir, QUIET)
  await keyStore(records).create({ companyId: 1 })
  await copies.keep()
  // SQLite removes the log and its index when it closes.
  const names = await readdir(join(dataDir, 'records'), { recursive: true })
  t.same(
    names.length,
    7,
    'the file, its log with an index, the last writer, the reserve, the folder of copies, a copy',
  )
  for (const name of ['', ...names])
    t.equal((await stat(join(dataDir, 'records', name))).mode & 0o077, 0, name)
  await records.close()
})

t.test('a missing or empty file beside data is named, and not replaced', async t => {
  const dataDir = temporaryFolder(t)
  await t.rejects(openRecords(dataDir, SIGNS), {
    name: 'StoreDamaged',
    message: /records\.sqlite is missing from DATA_DIR .*, which has deliveries\//,
  })
  t.same(await readdir(dataDir), [])
  const { records } = await openRecords(dataDir, QUIET)
  await records.close()
  await truncate(join(dataDir, RECORDS_FILE))
  await t.rejects(openRecords(dataDir, SIGNS), { message: /is empty in DATA_DIR/ })
  t.equal((await stat(join(dataDir, RECORDS_FILE))).size, 0)
})

t.test('a file without copies is enough, and copies alone are not', async t => {
  const dataDir = temporaryFolder(t)
  const { records } = await openRecords(dataDir, QUIET)
  await keyStore(records).create({ companyId: 1 })
  await records.close()
  t.equal((await readdir(join(dataDir, 'records', 'copies'))).length, 1)
  const bytes = await readFile(join(dataDir, RECORDS_FILE))
  await rm(join(dataDir, RECORDS_FILE))
  await t.rejects(openRecords(dataDir, QUIET), { name: 'StoreDamaged', message: /missing.*copies/ })
  await writeFile(join(dataDir, RECORDS_FILE), bytes)
  await rm(join(dataDir, 'records', 'copies'), { recursive: true })
  const again = await openRecords(dataDir, QUIET)
  t.equal((await keyStore(again.records).list()).length, 1)
  await again.records.close()
})

t.test('a file older than a copy of it is refused', async t => {
  const dataDir = temporaryFolder(t)
  const { records } = await openRecords(dataDir, QUIET)
  await copyFile(join(dataDir, RECORDS_FILE), join(dataDir, 'older'))
  const { id } = await keyStore(records).create({ companyId: 1 })
  await keyStore(records).revoke(id)
  await records.close()
  await copyFile(join(dataDir, 'older'), join(dataDir, RECORDS_FILE))
  await t.rejects(openRecords(dataDir, QUIET), {
    name: 'StoreDamaged',
    message: /is older than its copy/,
  })
})

for (const [version, message] of [
  [SCHEMA_VERSION + 1, /newer version of uascope.*Start the newer version/],
  [OLDEST - 1, /uascope 1\.3 upgrades: start that version once/],
] as const)
  t.test(`records of schema version ${version} are refused`, async t => {
    const dataDir = temporaryFolder(t)
    const { records } = await openRecords(dataDir, QUIET)
    await records.close()
    const connection = connect(join(dataDir, RECORDS_FILE))
    connection.run(sql`PRAGMA user_version = ${version}`)
    connection.close()
    await t.rejects(openRecords(dataDir, QUIET), { message })
  })

t.test('initial content of new records is stored completely or not at all', async t => {
  const dataDir = temporaryFolder(t)
  const failing = { ...QUIET, fill: async () => Promise.reject(new Error('half way')) }
  await t.rejects(openRecords(dataDir, failing), { message: 'half way' })
  t.same(await readdir(join(dataDir, 'records')), [])
  const { records } = await openRecords(dataDir, {
    ...QUIET,
    fill: async held => void (await held.write(sql`UPDATE catalog_state SET seq = 7`)),
  })
  t.match(await records.read(sql`SELECT seq FROM catalog_state`), [{ seq: 7 }])
  await records.close()
})

t.test('processes that create the records at the same time share them', async t => {
  const dataDir = temporaryFolder(t)
  const opened = await Promise.all(Array.from({ length: 5 }, () => openRecords(dataDir, QUIET)))
  const ids = await Promise.all(
    opened.map(({ records }) => records.read(sql`SELECT id FROM store`)),
  )
  t.equal(new Set(ids.map(([row]) => String(row!['id']))).size, 1)
  await Promise.all(opened.map(({ records }) => records.close()))
  t.same(
    (await readdir(join(dataDir, 'records'))).filter(name => name.includes('.new')),
    [],
  )
})

t.test(
  'a damaged record is refused and reported, cannot be changed, and can be deleted',
  async t => {
    const dataDir = temporaryFolder(t)
    const reported: string[] = []
    const { records } = await openRecords(dataDir, QUIET)
    t.teardown(() => records.close())
    const keys = keyStore(records, Date.now, undefined, line => reported.push(line))
    const [one, other] = [await keys.create({ companyId: 1 }), await keys.create({ companyId: 1 })]
    const connection = connect(join(dataDir, RECORDS_FILE))
    connection.run(sql`UPDATE api_keys SET company_id = 2 WHERE id = ?`, [one.id])
    connection.close()
    t.equal(await keys.find(one.key), null)
    t.equal(await keys.isValid(one.id), false)
    t.equal((await keys.find(other.key))?.id, other.id)
    t.same(
      (await keys.list()).map(({ id }) => id),
      [other.id],
    )
    t.match(reported, [new RegExp(`The record ${one.id} in the table api_keys is damaged`)])
    keys.touch(one.id)
    await keys.close()
    t.match(
      reported.at(-1),
      /^The latest uses of keys were not recorded: .* is damaged and cannot be changed/,
    )
    t.equal(await keys.revoke(one.id), true)
    t.equal(await keys.revoke(one.id), false)
    t.equal(await keys.revoke(other.id), true)
  },
)

t.test('deleted values remain in no file', async t => {
  const dataDir = temporaryFolder(t)
  const { records, copies } = await openRecords(dataDir, QUIET)
  const [users, log] = [userStore(records), auditLog(records)]
  for (let index = 0; index < 50; index++)
    await users.invite({ companyId: 1, email: `user-${index}@example.com` })
  await users.invite({ companyId: 1, email: 'erase.me@example.com' })
  await log.append({
    action: 'user.invited',
    actor: 'operator:ada',
    companyId: 1,
    target: 'user:a',
    details: { email: 'erase.me@example.com' },
  })
  await copies.keep()
  t.ok(await isIn(dataDir, 'erase.me@example.com'))
  const erasure = {
    address: 'erase.me@example.com',
    digest: 'erased:x',
    replace: (_: string, length: number) => '-'.repeat(length),
  }
  t.equal((await users.erase(erasure)).length, 1)
  t.equal(await log.erase(erasure), 1)
  t.notOk(await isIn(dataDir, 'erase.me@example.com'))
  t.ok(await isIn(dataDir, 'user-7@example.com'))
  t.match(await readLog(log), [{ details: { email: /^-+$/ } }])
  await records.close()
})

async function isIn(dataDir: string, text: string): Promise<boolean> {
  const entries = await readdir(join(dataDir, 'records'), { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  const matches = await Promise.all(
    files.map(async file => (await readFile(join(file.parentPath, file.name))).includes(text)),
  )
  return matches.includes(true)
}

t.test('a full disk allows revoking a key and removing a user, and no additions', async t => {
  const disk = await smallDisk(t, 4 * 2 ** 20)
  if (disk === undefined) return
  const dataDir = join(disk.dir, 'data')
  await mkdir(dataDir)
  const { records, copies } = await openRecords(dataDir, QUIET)
  t.teardown(() => records.close())
  const [keys, users] = [keyStore(records), userStore(records)]
  const made = []
  for (let index = 0; index < 40; index++)
    made.push(await keys.create({ companyId: 1, name: 'x'.repeat(60) }))
  const { id } = await users.invite({ companyId: 1, email: 'ada@example.com' })
  for (const hasCopy of [true, false]) {
    if (hasCopy) await copies.keep()
    else await rm(join(dataDir, 'records', 'copies'), { recursive: true, force: true })
    await disk.fill()
    const revoked = made.splice(0, 20)
    for (const { id } of revoked) t.equal(await keys.revoke(id), true)
    for (const { key } of revoked) t.equal(await keys.find(key), null)
    t.equal(await users.remove(id), hasCopy)
    await t.rejects(fillUp(keys), { code: 'ENOSPC' })
    for (const { key } of made) t.ok(await keys.find(key))
    await disk.free()
  }
})

async function fillUp(keys: ReturnType<typeof keyStore>): Promise<void> {
  for (let count = 0; count < 1000; count++)
    await keys.create({ companyId: 1, name: 'y'.repeat(1000) })
}

t.test('records open during the commit of another process', async t => {
  const dataDir = temporaryFolder(t)
  const { records } = await openRecords(dataDir, QUIET)
  t.teardown(() => records.close())
  const { id } = await keyStore(records).create({ companyId: 1 })
  const source = `import { connect } from './server/store/records/sqlite/driver.ts'; const connection = connect(${JSON.stringify(join(dataDir, RECORDS_FILE))});
    connection.run('BEGIN EXCLUSIVE'); console.log('held'); setTimeout(() => { connection.run('ROLLBACK'); connection.close() }, 300)`
  const holder = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', source],
    { cwd: repository },
  )
  const ended = once(holder, 'exit')
  await once(holder.stdout, 'data')
  const [other, keys] = await Promise.all([openRecords(dataDir, QUIET), keyStore(records).list()])
  t.match(keys, [{ id }], 'and are read')
  t.match(await keyStore(other.records).list(), [{ id }])
  await other.records.close()
  t.match(await ended, [0])
})
