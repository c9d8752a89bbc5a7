import t from 'tap'
import type { AuditDetails } from '../../../server/access/audit.ts'
import { findContradictions } from '../../../server/access/contradictions.ts'
import { storesIn } from '../../support/records.ts'

const OPERATOR = 'operator:ada' as const

t.test('differences between the audit log and keys or users are found', async t => {
  const stores = await storesIn(t.testdir(), t)
  const { keys, users, audit } = stores
  const created = async (id: string, companyId: number, details: AuditDetails = { name: '', expires: null }) =>
    await audit.append({ action: 'key.created', actor: OPERATOR, companyId, target: `key:${id}`, details })
  const targets: Record<string, string> = {}
  const key = async (name: string, expires?: string) => {
    const { id } = await keys.create({ companyId: 1, name, ...(expires !== undefined && { expires }) })
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
  await audit.append({ action: 'key.revoked', actor: OPERATOR, companyId: 1, target: `key:${revoked}` })
  const failed = await key('whose revocation failed')
  await created(failed, 1)
  for (const action of ['key.revoked', 'key.revoked.failed'] as const) {
    await audit.append({ action, actor: OPERATOR, companyId: 1, target: `key:${failed}` })
  }
  const late = await key('revoked without an entry')
  await created(late, 1)
  await keys.revoke(late)
  await created('00000000000a', 1)
  await created('00000000000b', 1)
  await audit.append({ action: 'key.created.failed', actor: OPERATOR, companyId: 1, target: 'key:00000000000b' })

  const invited = async (id: string, email: string) =>
    await audit.append({ action: 'user.invited', actor: OPERATOR, companyId: 1, target: `user:${id}`, details: { email } })
  const ada = await users.invite({ companyId: 1, email: 'ada@example.com' })
  await invited(ada.id, 'Ada@example.com')
  const bo = await users.invite({ companyId: 1, email: 'bo@example.com' })
  await invited(bo.id, 'cy@example.com')
  await invited('00000000000c', 'di@example.com')
  await invited('00000000000d', 'ed@example.com')
  await audit.append({ action: 'user.erased', actor: OPERATOR, target: 'address:x', details: { users: ['00000000000d'] } })

  const names = { ...targets, [`user:${ada.id}`]: 'ada', [`user:${bo.id}`]: 'bo' }
  const found = (await findContradictions(stores)).map(({ target, problem }) => [names[target] ?? target, problem] as const)
  t.match(Object.fromEntries(found), {
    'of another company': /^says company 1; the audit log says that it was created for company 2 on /,
    'of another day': /^expires at 2030-01-02T00:00:00.000Z; .* to expire at no time$/,
    'active though revoked': /^is active; the audit log says that it was revoked on /,
    'key:00000000000a': /^is missing; the audit log says that it was created on /,
    bo: /^has an address that differs from the one invited on /,
    'user:00000000000c': /^is missing; the audit log says that it was invited on /,
  })
  t.equal(found.length, 6)
})
