import t from 'tap'
import { mysqlUserStore } from '../../../../server/engines/mysql/user-store.ts'
import type { Login } from '../../../../server/access/users/user-store.ts'
import { migratedNodes } from '../../../support/mariadb.ts'
import { LOOK_ALIKE } from '../../access/users/look-alike.ts'

const ADA: Login = { issuer: 'https://a.example', subject: 'ada', verifiedEmail: 'Ada@Example.com', name: 'Ada' }

t.test('users in a database', async t => {
  const database = await migratedNodes(t, 2)
  if (database === undefined) return
  const { nodes } = database
  const now = Date.parse('2026-04-01T12:00:00Z')
  let steady = 1
  const [one, two] = nodes.map(node =>
    mysqlUserStore(
      node,
      () => now,
      () => steady,
    ),
  ) as [ReturnType<typeof mysqlUserStore>, ReturnType<typeof mysqlUserStore>]

  await t.test('an invitation on one node, a first login on the other, a removal', async t => {
    t.strictSame(await one.list(), [])
    t.equal(await two.connect(ADA), null)
    const invited = await one.invite({ companyId: 3, email: 'ada@example.com' })
    const expected = {
      id: invited.id,
      company_id: 3,
      email: 'ada@example.com',
      name: null,
      invited_at: '2026-04-01T12:00:00.000Z',
      connected_at: null,
    }
    t.strictSame(invited, expected)
    const connected = { ...expected, name: 'Ada', connected_at: '2026-04-01T12:00:00.000Z' }
    t.equal(await one.isConnected(invited.id), false)
    t.strictSame(await two.connect(ADA), connected)
    t.equal(await two.isConnected(invited.id), true)
    t.strictSame(await one.connect({ ...ADA, verifiedEmail: null, name: null }), connected)
    t.strictSame(await one.list(), [connected])
    await t.rejects(two.invite({ companyId: 3, email: 'ADA@example.com' }), { message: /connected to company 3/ })
    t.equal(await two.connect({ ...ADA, issuer: 'https://b.example' }), null, 'the same subject of another issuer is somebody else')
    t.equal(await two.connect({ ...ADA, subject: 'Ada' }), null)

    t.equal(await one.remove(invited.id), true)
    t.equal(await one.isConnected(invited.id), false)
    t.equal(await one.remove(invited.id), false)
    steady += 1001
    t.equal(await two.connect(ADA), null, 'within 5 s on the other node')
    t.equal(await two.isConnected(invited.id), false)
    for (const id of ['../../x', '', 'zzzzzzzzzzzz']) {
      t.equal(await one.remove(id), false)
      t.equal(await one.isConnected(id), false)
    }
  })

  await t.test('one address, one user, also when two ask at once', async t => {
    const invited = await Promise.allSettled([one, two, one, two].map(store => store.invite({ companyId: 3, email: 'Bo@example.com' })))
    t.equal(invited.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const refused of invited.filter(one => one.status === 'rejected'))
      t.match(refused, { reason: { message: /invited to company 3 already/ } })
    for (const email of ['', 'ada', 'ada@', 'a b@example.com']) {
      await t.rejects(one.invite({ companyId: 3, email }), { message: /not an email address/ })
    }
  })

  await t.test('addresses that only look alike are not the same', async t => {
    await one.invite({ companyId: 3, email: 'kate@example.com' })
    for (const verifiedEmail of LOOK_ALIKE)
      t.equal(await two.connect({ ...ADA, subject: 'eve', verifiedEmail }), null, JSON.stringify(verifiedEmail))
    for (const email of LOOK_ALIKE) await t.rejects(one.invite({ companyId: 4, email }), { message: /is not (in ASCII|an email address)/ })
    t.match(await two.connect({ ...ADA, subject: 'kate', verifiedEmail: 'KATE@EXAMPLE.COM' }), { company_id: 3 })
  })

  await t.test('of logins that race for an invitation one wins', async t => {
    await one.invite({ companyId: 3, email: 'cy@example.com' })
    const logins = Array.from({ length: 8 }, (_, n): Login => ({
      issuer: 'https://a.example',
      subject: `cy-${n}`,
      verifiedEmail: 'cy@example.com',
      name: null,
    }))
    const users = await Promise.all(logins.map((login, n) => [one, two][n % 2]!.connect(login)))
    t.equal(users.filter(user => user !== null).length, 1)
  })
})
