// A bit of the records flipped at a time. RECORD_FLIPS=1000 tries more.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { auditLog } from '../../../../../server/store/records/audit-log.ts'
import { keyStore } from '../../../../../server/store/records/key-store.ts'
import { type Records, RECORDS_FILE } from '../../../../../server/store/records/records.ts'
import { sql } from '../../../../../server/core/model/sql.ts'
import { connect } from '../../../../../server/store/records/sqlite/driver.ts'
import { openRecords } from '../../../../../server/store/records/sqlite/open.ts'
import { userStore } from '../../../../../server/store/records/user-store.ts'
import { StoreDamaged } from '../../../../../server/core/model/store.ts'
import { below, randomOf } from '../../../../support/seed.ts'
import { copyStore } from '../../../../support/store/granted-store.ts'
import { readLog } from '../suites/audit-log.ts'
import { QUIET } from './sqlite-fixture.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const FLIPS = Number(process.env['RECORD_FLIPS'] ?? 150)
const KEYS = 40

/** Logs damaged in each way. */
const LOG_DAMAGES = Math.ceil(FLIPS / 5)

/** Bytes of a log's header, and of a frame with its page. */
const [LOG_HEADER, FRAME] = [32, 24 + 4096]

/** SQLite's page size in bytes, and the page type of table rows. */
const [PAGE, LEAF] = [4096, 13]

interface Whole {
  secrets: { id: string; key: string }[]
  read: Read
}

/** What callers and operators see, by name; absent if the store refuses. */
type Read = ReadonlyMap<string, string>

t.test(`${FLIPS} bit flips never change a record silently`, async t => {
  const base = temporaryFolder(t)
  const whole = await fill(base)
  const bytes = await readFile(join(base, RECORDS_FILE))
  const random = randomOf()
  const counts = { unchanged: 0, refused: 0, unreadable: 0 }
  for (let flip = 0; flip < FLIPS; flip++) {
    const dir = join(base, `flip-${flip}`)
    await mkdir(join(dir, 'records'), { recursive: true })
    const [at, bit] = [below(random, bytes.length), below(random, 8)]
    const damaged = Buffer.from(bytes)
    damaged[at]! ^= 1 << bit
    await writeFile(join(dir, RECORDS_FILE), damaged)
    const seen = await see(dir, whole)
    if (seen === 'unreadable') counts.unreadable++
    else if (
      [...whole.read].every(([name, value]) => seen.get(name) === value) &&
      seen.size === whole.read.size
    )
      counts.unchanged++
    else counts.refused++
    if (seen !== 'unreadable') {
      for (const [name, value] of seen)
        if (whole.read.get(name) !== value)
          t.fail(`bit ${bit} of byte ${at}: ${name} is ${value} instead of ${whole.read.get(name)}`)
    }
    await rm(dir, { recursive: true })
  }
  t.comment(`${bytes.length} bytes: ${JSON.stringify(counts)}`)
  t.equal(counts.unchanged + counts.refused + counts.unreadable, FLIPS)
  t.ok(counts.refused > 0, 'some reach a record')
})

t.test('damaged names of columns and numbers of rows are reported as damage', async t => {
  const base = temporaryFolder(t)
  const whole = await fill(base)
  const bytes = await readFile(join(base, RECORDS_FILE))
  const name = bytes.indexOf('run_id', bytes.indexOf('CREATE TABLE catalog_runs'))
  const flips = Array.from('run_id', (_, at) => [name + at, 5])
  // The number of rows in the header of each page with rows.
  for (let page = PAGE; page < bytes.length; page += PAGE)
    if (bytes[page] === LEAF) flips.push([page + 3, 1])
  t.ok(flips.length > 10)
  for (const [n, [at, bit]] of flips.entries()) {
    const dir = join(base, `flip-${n}`)
    await mkdir(join(dir, 'records'), { recursive: true })
    const damaged = Buffer.from(bytes)
    damaged[at!]! ^= 1 << bit!
    await writeFile(join(dir, RECORDS_FILE), damaged)
    t.equal(await see(dir, whole), 'unreadable', `bit ${bit} of byte ${at}`)
  }
})

t.test('a damaged write-ahead log never changes a record silently', async t => {
  const base = temporaryFolder(t)
  const whole = await fillLog(base)
  const log = await readFile(join(base, `${RECORDS_FILE}-wal`))
  const other = temporaryFolder(t)
  await fillLog(other)
  const random = randomOf()
  const frames = Math.floor((log.length - LOG_HEADER) / FRAME)
  t.ok(frames > 20, `${frames} frames`)
  const cases: [name: string, log: Buffer | undefined][] = [
    ['whole', log],
    ['missing', undefined],
    ['empty', Buffer.alloc(0)],
    ['of another file', await readFile(join(other, `${RECORDS_FILE}-wal`))],
    ...Array.from({ length: LOG_DAMAGES }, (): [string, Buffer] => {
      const at = LOG_HEADER + FRAME * below(random, frames)
      return [`cut after byte ${at}`, log.subarray(0, at)]
    }),
    ...Array.from({ length: LOG_DAMAGES }, (): [string, Buffer] => {
      const at = below(random, log.length)
      return [`cut within a frame, after byte ${at}`, log.subarray(0, at)]
    }),
    ...Array.from({ length: LOG_DAMAGES }, (): [string, Buffer] => {
      const [at, bit] = [below(random, log.length), below(random, 8)]
      const damaged = Buffer.from(log)
      damaged[at]! ^= 1 << bit
      return [`bit ${bit} of byte ${at} flipped`, damaged]
    }),
  ]
  const counts = { whole: 0, refused: 0 }
  for (const [name, damaged] of cases) {
    const dir = temporaryFolder(t)
    await cp(join(base, 'records'), join(dir, 'records'), {
      recursive: true,
      filter: path => !/-(wal|shm)$/.test(path),
    })
    if (damaged !== undefined) await writeFile(join(dir, `${RECORDS_FILE}-wal`), damaged)
    const seen = await see(dir, whole)
    if (seen === 'unreadable') counts.refused++
    else counts.whole++
    if (name === 'whole') t.not(seen, 'unreadable', 'the log itself is read')
    if (seen !== 'unreadable')
      t.strictSame(Object.fromEntries(seen), Object.fromEntries(whole.read), name)
  }
  t.comment(`${log.length} bytes: ${JSON.stringify(counts)}`)
  t.ok(counts.refused > LOG_DAMAGES, `${counts.refused} of ${cases.length} are refused`)
})

/** Records as a kill leaves them while a reader holds an earlier state: the log has a removal, and a copy confirms it. */
async function fillLog(dataDir: string): Promise<Whole> {
  const place = temporaryFolder(t)
  const { records, copies } = await openRecords(place, QUIET)
  const keys = keyStore(records)
  const secrets = []
  for (let index = 0; index < 20; index++)
    secrets.push(await keys.create({ companyId: 1, name: `key ${index}` }))
  const reader = connect(join(place, RECORDS_FILE))
  reader.run(sql`BEGIN`)
  reader.all(sql`SELECT * FROM api_keys`)
  for (const { id } of secrets.slice(0, 5)) await keys.revoke(id)
  secrets.push(await keys.create({ companyId: 1 }))
  await copies.keep()
  const read = await readAll(records, secrets)
  await cp(join(place, 'records'), join(dataDir, 'records'), { recursive: true })
  reader.run(sql`ROLLBACK`)
  reader.close()
  await records.close()
  return { secrets, read }
}

async function fill(dataDir: string): Promise<Whole> {
  const { records } = await openRecords(dataDir, QUIET)
  const [keys, users, log] = [keyStore(records), userStore(records), auditLog(records)]
  const secrets = []
  for (let index = 0; index < KEYS; index++) {
    secrets.push(
      await keys.create({
        companyId: 1 + (index % 3),
        name: `key ${index}`,
        ...(index % 5 === 0 && { expires: '2020-01-01' }),
      }),
    )
    await users.invite({ companyId: 1, email: `user-${index}@example.com` })
    await log.append({
      action: 'key.created',
      actor: 'operator:ada',
      companyId: 1,
      target: `key:${secrets[index]!.id}`,
      details: { index },
    })
  }
  for (const { id } of secrets.slice(0, KEYS / 4)) await keys.revoke(id)
  await users.connect({
    issuer: 'https://a.example',
    subject: 'ada',
    verifiedEmail: 'user-3@example.com',
    name: 'Ada',
  })
  const read = await readAll(records, secrets)
  await records.close()
  await copyStore(join(dataDir, 'records'), join(dataDir, 'kept'))
  return { secrets, read }
}

async function see(dir: string, { secrets }: Whole): Promise<Read | 'unreadable'> {
  let records: Records | undefined
  try {
    records = (await openRecords(dir, { ...QUIET, isStart: true })).records
    return await readAll(records, secrets)
  } catch (error) {
    if (error instanceof StoreDamaged || /newer version/.test((error as Error).message))
      return 'unreadable'
    throw error
  } finally {
    await records?.close().catch(() => undefined)
  }
}

async function readAll(records: Records, secrets: Whole['secrets']): Promise<Read> {
  const [keys, users, log] = [keyStore(records), userStore(records), auditLog(records)]
  const read = new Map<string, string>()
  const note = (name: string, value: unknown): void => {
    read.set(name, JSON.stringify(value))
  }
  const damaged = (error: unknown): null => {
    if (error instanceof StoreDamaged) return null
    throw error
  }
  for (const { id, key } of secrets) {
    const record = await keys.find(key).catch(damaged)
    if (record !== null) note(`found ${id}`, record)
    if (await keys.isValid(id).catch(damaged)) note(`valid ${id}`, true)
  }
  for (const key of (await keys.list().catch(damaged)) ?? []) note(`key ${key.id}`, key)
  for (const user of (await users.list().catch(damaged)) ?? []) {
    note(`user ${user.id}`, user)
    note(`connected ${user.id}`, await users.isConnected(user.id).catch(damaged))
    if (read.get(`connected ${user.id}`) === 'null') read.delete(`connected ${user.id}`)
  }
  const login = { issuer: 'https://a.example', subject: 'ada', verifiedEmail: null, name: null }
  const connected = await users.connect(login).catch(damaged)
  if (connected !== null) note('login', connected)
  for (const entry of (await readLog(log).catch(damaged)) ?? [])
    note(`entry ${entry.target}`, entry)
  return read
}
