import t, { type Test } from 'tap'
import type { Actor, AuditAction, AuditEntry } from '../../../server/access/audit.ts'
import { describeReactivated, findReactivated, findRevoked } from '../../../server/access/reactivated.ts'
import { withStorage } from '../../../server/facts/open-storage.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { admin } from '../../support/admin.ts'
import { backupOf } from '../../support/copied-store.ts'
import { emptyDatabase } from '../../support/mariadb.ts'
import { twoCompanies } from '../../support/two-companies.ts'

const actor: Actor = 'operator:ada'

function entry(minute: number, action: AuditAction, target: string, companyId?: number, details: AuditEntry['details'] = {}): AuditEntry {
  const at = new Date(Date.UTC(2026, 3, 1, 0, minute)).toISOString()
  return { at, action, actor, target, details, ...(companyId !== undefined && { companyId }) }
}

function names(entries: readonly AuditEntry[]): string[] {
  return findRevoked(entries).map(({ kind, id, companyId }) => [kind, companyId, id].join(' '))
}

t.test('revocations that nothing reversed are found', t => {
  const entries = [
    entry(0, 'key.created', 'key:a', 1),
    entry(1, 'key.revoked', 'key:a', 1),
    entry(2, 'user.removed', 'user:b', 1),
    entry(3, 'access.revoked', 'app:5', 1),
    entry(4, 'access.revoked', 'app:6', 1),
    entry(5, 'access.granted', 'app:5', 1),
    entry(6, 'run.withdrawn', 'run:9'),
    entry(7, 'run.withdrawn', 'run:10'),
    entry(8, 'run.restored', 'run:9'),
    entry(9, 'company.removed', 'company:2', 2),
    entry(10, 'company.removed', 'company:3', 3),
    entry(11, 'access.revoked', 'app:5', 3),
    entry(12, 'import.loaded', 'version:4', undefined, { access: ['company:3 app:5'], rows: {} }),
    entry(13, 'user.erased', 'address:erased', 1, { users: ['c'] }),
  ]
  const expected = ['key 1 a', 'user 1 b', 'access 1 6', 'run  10', 'company 2 2', 'user 1 c']
  t.strictSame(names(entries), expected)
  t.strictSame(names([...entries.toReversed(), ...entries]), expected, 'in any order, and twice')
  t.match(findRevoked(entries)[0], { at: '2026-04-01T00:01:00.000Z', actor })
  t.end()
})

t.test('a failed action does not count as a revocation', t => {
  const failed = [entry(1, 'key.revoked', 'key:a', 1), entry(1, 'key.revoked.failed', 'key:a', 1)]
  t.strictSame(names([...failed, ...failed]), [])
  t.strictSame(
    names([entry(1, 'access.revoked', 'app:5', 1), entry(2, 'access.granted', 'app:5', 1), entry(3, 'access.granted.failed', 'app:5', 1)]),
    ['access 1 5'],
  )
  t.strictSame(
    names([
      entry(1, 'company.removed', 'company:1', 1),
      entry(2, 'import.loaded', 'version:2', undefined, { access: ['company:1 app:5'] }),
      entry(3, 'import.loaded.failed', 'version:2', undefined, { access: ['company:1 app:5'] }),
    ]),
    ['company 1 1'],
  )
  const twice = [entry(1, 'key.revoked', 'key:a', 1), entry(2, 'key.revoked', 'key:a', 1), entry(3, 'key.revoked.failed', 'key:a', 1)]
  t.strictSame(names([...twice, ...twice]), ['key 1 a'], 'it was revoked before')
  t.end()
})

async function restoresBackup(t: Test, environment: Record<string, string>): Promise<void> {
  const dir = t.testdir()
  const place = { ...environment, DATA_DIR: `${dir}/data` }
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await admin(place, ...args)
    t.equal(code, 0, stderr)
    return stdout.trim()
  }
  const databaseUrl = environment['DATABASE_URL'] ?? null
  const find = (replaced: readonly AuditEntry[]) =>
    withStorage({ dataDir: place.DATA_DIR, databaseUrl }, storage => findReactivated([iterate(replaced), storage.audit.entries()], storage))
  await writeDelivery(`${dir}/one`, twoCompanies(), { format: 'csv' })
  await run('import', `${dir}/one`)
  const createKey = async (company: string) =>
    (JSON.parse(await run('keys', 'create', '--company', company, '--json')) as { id: string }).id
  const [early, late, other] = [await createKey('1'), await createKey('1'), await createKey('2')]
  await run('keys', 'revoke', early)
  const user = await run('users', 'invite', '--company', '1', '--email', 'ada@example.com')
  await run('access', 'revoke', '--company', '1', '--app', '2')

  const restore = await backupOf(t, place.DATA_DIR, environment['DATABASE_URL'])
  await run('keys', 'revoke', late)
  await run('users', 'remove', user)
  await run('access', 'revoke', '--company', '1', '--app', '1')
  await run('runs', 'withdraw', '1', '--force')
  await run('companies', 'remove', '2', '--yes')
  const replaced = (await run('audit', '--all', '--json')).split('\n').map(line => JSON.parse(line) as AuditEntry)
  t.strictSame(await find(replaced), [], 'nothing before the restore')

  await restore()
  const found = await find(replaced)
  t.match(found, [
    { kind: 'key', id: late, companyId: 1, actor: /^operator:/ },
    { kind: 'user', id: user, companyId: 1 },
    { kind: 'access', id: '1', companyId: 1 },
    { kind: 'run', id: '1', companyId: null },
    { kind: 'key', id: other, companyId: 2 },
    { kind: 'company', id: '2' },
  ])
  t.equal(found.length, 6)
  t.equal(
    describeReactivated(found),
    `Active again although revoked after the backup: key ${late} of company 1, user ${user} of company 1, access of company 1 to app 1, ` +
      `run 1, key ${other} of company 2, company 2`,
  )

  await run('access', 'revoke', '--company', '1', '--app', '1')
  await run('access', 'grant', '--company', '1', '--app', '1')
  await run('keys', 'revoke', late)
  await run('users', 'remove', user)
  await run('runs', 'withdraw', '1', '--force')
  await run('companies', 'remove', '2', '--yes')
  t.strictSame(await find(replaced), [], 'revoked again, or granted again since')
  t.equal(describeReactivated([]), null)
}

async function* iterate(entries: readonly AuditEntry[]): AsyncGenerator<AuditEntry> {
  yield* entries
}

t.test('restoring a backup of the embedded store reactivates what was revoked after it', t => restoresBackup(t, {}))

t.test('restoring a database reactivates what was revoked after its dump', async t => {
  const url = await emptyDatabase(t)
  if (url !== undefined) await restoresBackup(t, { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' })
})
