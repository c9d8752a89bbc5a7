import t from 'tap'
import type {
  Actor,
  AuditAction,
  AuditDetails,
  AuditEntry,
} from '../../../../server/core/access/audit.ts'
import { describeItem, findDifferences, readLogs } from '../../../../server/core/access/evidence.ts'
import { catalogIn } from '../../../../server/store/facts/embedded/named-files.ts'
import { withStorage } from '../../../../server/store/facts/open-storage.ts'
import { writeDelivery } from '../../../reference/write-delivery.ts'
import { admin } from '../../../support/admin.ts'
import { backupOf } from '../../../support/copied-store.ts'
import { storesIn } from '../../../support/records.ts'
import { twoCompanies } from '../../../support/two-companies.ts'

const actor: Actor = 'operator:ada'

function entry(
  minute: number,
  action: AuditAction,
  target: string,
  companyId?: number,
  details: AuditEntry['details'] = {},
): AuditEntry {
  const at = new Date(Date.UTC(2026, 3, 1, 0, minute)).toISOString()
  return { at, action, actor, target, details, ...(companyId !== undefined && { companyId }) }
}

async function ended(entries: readonly AuditEntry[]): Promise<string[]> {
  const records = (await readLogs([iterate(entries)])).filter(({ ended }) => ended !== null)
  return records.map(({ kind, id, companyId }) => [kind, companyId, id].join(' '))
}

async function* iterate(entries: readonly AuditEntry[]): AsyncGenerator<AuditEntry> {
  yield* entries
}

t.test('revocations that nothing reversed are found', async t => {
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
  t.strictSame(await ended(entries), expected)
  t.strictSame(
    await ended([...entries.toReversed(), ...entries]),
    expected,
    'in any order, and twice',
  )
  t.match((await readLogs([iterate(entries)]))[0], {
    ended: { at: '2026-04-01T00:01:00.000Z', actor },
  })
})

t.test('a failed action does not count as a revocation', async t => {
  const failed = [entry(1, 'key.revoked', 'key:a', 1), entry(1, 'key.revoked.failed', 'key:a', 1)]
  t.strictSame(await ended([...failed, ...failed]), [])
  t.strictSame(
    await ended([
      entry(1, 'access.revoked', 'app:5', 1),
      entry(2, 'access.granted', 'app:5', 1),
      entry(3, 'access.granted.failed', 'app:5', 1),
    ]),
    ['access 1 5'],
  )
  t.strictSame(
    await ended([
      entry(1, 'company.removed', 'company:1', 1),
      entry(2, 'import.loaded', 'version:2', undefined, { access: ['company:1 app:5'] }),
      entry(3, 'import.loaded.failed', 'version:2', undefined, { access: ['company:1 app:5'] }),
    ]),
    ['company 1 1'],
  )
  const twice = [
    entry(1, 'key.revoked', 'key:a', 1),
    entry(2, 'key.revoked', 'key:a', 1),
    entry(3, 'key.revoked.failed', 'key:a', 1),
  ]
  t.strictSame(await ended([...twice, ...twice]), ['key 1 a'], 'it was revoked before')
})

t.test('differences between the audit log and keys or users are found', async t => {
  const stores = await storesIn(t.testdir(), t)
  const { keys, users, audit } = stores
  const created = async (
    id: string,
    companyId: number,
    details: AuditDetails = { name: '', expires: null },
  ) => await audit.append({ action: 'key.created', actor, companyId, target: `key:${id}`, details })
  const targets: Record<string, string> = {}
  const key = async (name: string, expires?: string) => {
    const { id } = await keys.create({
      companyId: 1,
      name,
      ...(expires !== undefined && { expires }),
    })
    targets[`key:${id}`] = name
    return id
  }

  await created(await key('right'), 1)
  await created(await key('of another company'), 2)
  await created(await key('of another day', '2030-01-01'), 1)
  const expiring = await key('of its day', '2030-01-01')
  await created(expiring, 1, { name: '', expires: '2030-01-01' })
  const revoked = await key('active though revoked')
  await created(revoked, 1)
  await audit.append({ action: 'key.revoked', actor, companyId: 1, target: `key:${revoked}` })
  const failed = await key('whose revocation failed')
  await created(failed, 1)
  for (const action of ['key.revoked', 'key.revoked.failed'] as const) {
    await audit.append({ action, actor, companyId: 1, target: `key:${failed}` })
  }
  const late = await key('revoked without an entry')
  await created(late, 1)
  await keys.revoke(late)
  await created('00000000000a', 1)
  await created('00000000000b', 1)
  await audit.append({
    action: 'key.created.failed',
    actor,
    companyId: 1,
    target: 'key:00000000000b',
  })

  const invited = async (id: string, email: string) =>
    await audit.append({
      action: 'user.invited',
      actor,
      companyId: 1,
      target: `user:${id}`,
      details: { email },
    })
  const ada = await users.invite({ companyId: 1, email: 'ada@example.com' })
  await invited(ada.id, 'Ada@example.com')
  const bo = await users.invite({ companyId: 1, email: 'bo@example.com' })
  await invited(bo.id, 'cy@example.com')
  await invited('00000000000c', 'di@example.com')
  await invited('00000000000d', 'ed@example.com')
  await audit.append({
    action: 'user.erased',
    actor,
    target: 'address:x',
    details: { users: ['00000000000d'] },
  })

  const names = { ...targets, [`user:${ada.id}`]: 'ada', [`user:${bo.id}`]: 'bo' }
  const differences = await findDifferences([audit.entries()], {
    keys: await keys.list(),
    users: await users.list(),
  })
  const described = differences.map(
    ({ kind, id, problem }) => [names[`${kind}:${id}`] ?? `${kind}:${id}`, problem] as const,
  )
  t.match(Object.fromEntries(described), {
    'of another company':
      /^says company 1; the audit log says that it was created for company 2 on /,
    'of another day': /^expires at 2030-01-02T00:00:00.000Z; .* to expire at no time$/,
    'active though revoked': /^is active; the audit log says that it was revoked on /,
    'key:00000000000a': /^is missing; the audit log says that it was created on /,
    bo: /^has an address that differs from the one invited on /,
    'user:00000000000c': /^is missing; the audit log says that it was invited on /,
  })
  t.equal(described.length, 6)
})

t.test('restoring a backup reactivates what was revoked after it', async t => {
  const dir = t.testdir()
  const place = { DATA_DIR: `${dir}/data` }
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await admin(place, ...args)
    t.equal(code, 0, stderr)
    return stdout.trim()
  }
  const find = async (replaced: readonly AuditEntry[]) => {
    const catalog = await catalogIn(place.DATA_DIR)
    return await withStorage(
      { dataDir: place.DATA_DIR, databaseUrl: null },
      async ({ keys, users, audit }) =>
        findDifferences([iterate(replaced), audit.entries()], {
          keys: await keys.list(),
          users: await users.list(),
          catalog,
        }),
    )
  }
  await writeDelivery(`${dir}/one`, twoCompanies(), { format: 'csv' })
  await run('import', `${dir}/one`)
  const createKey = async (company: string) =>
    (JSON.parse(await run('keys', 'create', '--company', company, '--json')) as { id: string }).id
  const [early, late, other] = [await createKey('1'), await createKey('1'), await createKey('2')]
  await run('keys', 'revoke', early)
  const user = await run('users', 'invite', '--company', '1', '--email', 'ada@example.com')
  await run('access', 'revoke', '--company', '1', '--app', '2')

  const restore = await backupOf(t, place.DATA_DIR, undefined)
  await run('keys', 'revoke', late)
  await run('users', 'remove', user)
  await run('access', 'revoke', '--company', '1', '--app', '1')
  await run('runs', 'withdraw', '1', '--force')
  await run('companies', 'remove', '2', '--yes')
  const replaced = (await run('audit', '--all', '--json'))
    .split('\n')
    .map(line => JSON.parse(line) as AuditEntry)
  t.strictSame(await find(replaced), [], 'nothing before the restore')

  await restore()
  const differences = await find(replaced)
  t.match(differences, [
    { kind: 'key', id: late, companyId: 1, actor: /^operator:/ },
    { kind: 'user', id: user, companyId: 1 },
    { kind: 'access', id: '1', companyId: 1 },
    { kind: 'run', id: '1', companyId: null },
    { kind: 'key', id: other, companyId: 2 },
    { kind: 'company', id: '2' },
  ])
  t.equal(differences.length, 6)
  t.equal(
    differences.map(describeItem).join(', '),
    `key ${late} of company 1, user ${user} of company 1, access of company 1 to app 1, run 1, key ${other} of company 2, company 2`,
  )

  await run('access', 'revoke', '--company', '1', '--app', '1')
  await run('access', 'grant', '--company', '1', '--app', '1')
  await run('keys', 'revoke', late)
  await run('users', 'remove', user)
  await run('runs', 'withdraw', '1', '--force')
  await run('companies', 'remove', '2', '--yes')
  t.strictSame(await find(replaced), [], 'revoked again, or granted again since')
})
