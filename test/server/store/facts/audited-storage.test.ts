import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { AuditEntry } from '../../../../server/core/access/audit.ts'
import { auditedStorage, openStorage } from '../../../../server/store/facts/open-storage.ts'
import { changeAccess, changeRun, removeCompany } from '../../../../server/imports/load/changes.ts'
import { importInto } from '../../../../server/imports/load/import.ts'
import type { Storage } from '../../../../server/store/facts/common/storage.ts'
import { sql } from '../../../../server/core/model/sql.ts'
import { RECORDS_FILE } from '../../../../server/store/records/records.ts'
import { connect } from '../../../../server/store/records/sqlite/driver.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import { minimalDelivery, runRow } from '../../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../../reference/write-delivery.ts'
import { emptyDatabase } from '../../../support/mariadb.ts'

const ADA = {
  issuer: 'https://a.example',
  subject: 'ada-1',
  verifiedEmail: 'ada@example.com',
  name: 'Ada',
}

interface Opened {
  storage: Storage
  /** Nothing is appended to the audit log from then on. */
  breakLog: () => void
  /** No transaction of `use` can add to the audit log of an embedded store. */
  withoutEntries: (use: () => Promise<void>) => Promise<void>
  faults: unknown[]
}

async function open(t: Test, databaseUrl: string | null): Promise<Opened> {
  const faults: unknown[] = []
  const dataDir = join(t.testdir(), 'data')
  const opened = await openStorage({ dataDir, databaseUrl })
  t.teardown(() => opened.close())
  let isBroken = false
  const append: Storage['audit']['append'] = async event => {
    if (isBroken) throw new Error('EIO: i/o error')
    await opened.audit.append(event)
  }
  const storage = auditedStorage(
    { ...opened, audit: { ...opened.audit, append } },
    'operator:ada',
    fault => faults.push(fault),
  )
  const withoutEntries = (use: () => Promise<void>) =>
    refuseEntries(join(dataDir, RECORDS_FILE), use)
  return { storage, breakLog: () => (isBroken = true), withoutEntries, faults }
}

async function refuseEntries(file: string, use: () => Promise<void>): Promise<void> {
  const connection = connect(file)
  connection.run(
    sql`CREATE TRIGGER refusal BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'EIO: i/o error'); END`,
  )
  await use()
  connection.run(sql`DROP TRIGGER refusal`)
  connection.close()
}

async function load(t: Test, { imports }: Storage, delivery: Delivery) {
  const folder = t.testdir()
  await writeDelivery(folder, delivery, { format: 'csv' })
  return await importInto(imports, { delivery: folder })
}

async function entriesOf({ audit }: Storage): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for await (const entry of audit.entries()) entries.push(entry)
  return entries
}

async function notesEverything(t: Test, databaseUrl: string | null): Promise<void> {
  const { storage, faults } = await open(t, databaseUrl)
  await t.test('imports are logged', async t => {
    await load(t, storage, minimalDelivery())
  })
  await t.test('refused imports are logged', t =>
    t.rejects(load(t, storage, minimalDelivery()), { name: 'DeliveryError' }),
  )
  const { id, key } = await storage.keys.create({
    companyId: 1,
    name: 'n'.repeat(1000),
    expires: '2030-01-01',
  })
  t.equal(await storage.keys.revoke(id), true)
  for (const text of [key, '0123456789ab', '../../x'])
    t.equal(await storage.keys.revoke(text), false)
  const user = await storage.users.invite({ companyId: 1, email: 'ada@example.com' })
  await t.rejects(storage.users.invite({ companyId: 1, email: 'Ada@example.com' }), {
    message: new RegExp(`already.*${user.id}`),
  })
  t.equal(await storage.users.connect({ ...ADA, verifiedEmail: 'eve@example.com' }), null)
  await Promise.all(Array.from({ length: 4 }, () => storage.users.connect(ADA)))
  await storage.users.connect(ADA)
  t.equal(await storage.users.remove(user.id), true)
  t.equal(await storage.users.remove(user.id), false)
  t.equal(await changeAccess(storage.imports, { companyId: 1, appId: 1, granted: false }), true)
  t.equal(await changeAccess(storage.imports, { companyId: 1, appId: 1, granted: false }), false)
  t.equal(await changeAccess(storage.imports, { companyId: 1, appId: 1, granted: true }), true)

  const entries = await entriesOf(storage)
  const actor = 'operator:ada'
  const invited = { companyId: 1, details: { email: 'ada@example.com' } }
  t.match(entries, [
    {
      action: 'import.loaded',
      actor,
      target: 'version:1',
      details: {
        rows: { runs: 2, cohorts: 1 },
        runs: ['1', '2'],
        granted: 1,
        access: ['company:1 app:1'],
      },
    },
    { action: 'import.refused', actor, target: 'delivery', details: { faults: Number } },
    {
      action: 'key.created',
      actor,
      companyId: 1,
      target: `key:${id}`,
      details: { name: 'n'.repeat(256), expires: '2030-01-01' },
    },
    { action: 'key.revoked', actor, companyId: 1, target: `key:${id}` },
    { action: 'user.invited', actor, target: `user:${user.id}`, ...invited },
    { action: 'user.invited', actor },
    { action: 'user.invited.failed', actor },
    {
      action: 'user.connected',
      actor: `user:${user.id}`,
      companyId: 1,
      target: `user:${user.id}`,
      details: { issuer: ADA.issuer, subject: ADA.subject },
    },
    { action: 'user.removed', actor, target: `user:${user.id}`, ...invited },
    { action: 'access.revoked', actor, companyId: 1, target: 'app:1' },
    { action: 'access.granted', actor, companyId: 1, target: 'app:1' },
  ])
  t.equal(entries.length, 11)
  t.notMatch(JSON.stringify(entries), key.slice(8, 30), 'never the key')
  t.strictSame(faults, [])
}

t.test('every change through storage is logged: files', t => notesEverything(t, null))

t.test('every change through storage is logged: database', async t => {
  const url = await emptyDatabase(t)
  if (url !== undefined) await notesEverything(t, url)
})

t.test(
  'an unwritable log blocks grants, allows revocations, and lets requests continue',
  async t => {
    const { storage, breakLog, withoutEntries, faults } = await open(t, null)
    await t.test('an import precedes the changes', async t => {
      await load(t, storage, minimalDelivery())
    })
    const { id } = await storage.keys.create({ companyId: 1 })
    const ada = await storage.users.invite({ companyId: 1, email: 'ada@example.com' })
    breakLog()

    const without = { message: /the audit log cannot be written, so nothing was done: E/ }
    await withoutEntries(async () => {
      await t.rejects(storage.keys.create({ companyId: 1 }), without)
      await t.rejects(storage.users.invite({ companyId: 1, email: 'bo@example.com' }), without)
    })
    await t.test('imports are refused', t =>
      t.rejects(load(t, storage, { runs: [runRow({ run_id: 9 })] }), without),
    )
    t.equal((await storage.keys.list()).length, 1)
    t.equal((await storage.users.list()).length, 1)

    t.match(await storage.users.connect(ADA), { id: ada.id }, 'a login goes on')
    t.equal(faults.length, 1, 'and the fault is reported')

    await withoutEntries(async () => {
      await t.rejects(storage.keys.revoke(id), {
        message: new RegExp(
          `^done \\(key.revoked key:${id}\\), but the audit log cannot be written`,
        ),
      })
      await t.rejects(storage.users.remove(ada.id), { message: /^done \(user.removed/ })
    })
    await t.rejects(changeAccess(storage.imports, { companyId: 1, appId: 1, granted: false }), {
      message: /^done \(access.revoked app:1\)/,
    })
    t.type((await storage.keys.list())[0]!.revoked_at, 'string')
    t.strictSame(await storage.users.list(), [])
    t.equal(
      await changeAccess(storage.imports, { companyId: 1, appId: 1, granted: false }),
      false,
      'it is revoked',
    )
    await t.rejects(changeRun(storage.imports, { runId: 1, withdrawn: true, force: true }), without)
    t.match(
      await changeRun(storage.imports, { runId: 1, withdrawn: false }),
      { changed: false },
      'a run stays as it is',
    )
    await t.rejects(removeCompany(storage.imports, 1), {
      message: /^done \(company.removed company:1\)/,
    })
    t.match(await removeCompany(storage.imports, 1), { name: undefined, apps: [] }, 'it is gone')
  },
)

t.test('a logged action that fails gets a second entry', async t => {
  const { storage } = await open(t, null)
  const publish = () => Promise.reject(new Error('no space'))
  const broken: Storage['imports'] = {
    opened: (print, work) => storage.imports.opened(print, place => work({ ...place, publish })),
  }
  await t.test('an import precedes the failure', async t => {
    await load(t, storage, minimalDelivery())
  })
  const audited = auditedStorage({ ...storage, imports: broken }, 'service', () => undefined)
  await t.rejects(changeAccess(audited.imports, { companyId: 1, appId: 1, granted: false }), {
    message: 'no space',
  })
  t.match((await entriesOf(storage)).slice(-2), [
    { action: 'access.revoked', actor: 'service', target: 'app:1' },
    { action: 'access.revoked.failed', actor: 'service', target: 'app:1' },
  ])
})
