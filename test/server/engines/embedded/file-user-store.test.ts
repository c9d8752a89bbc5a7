import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fileUserStore } from '../../../../server/engines/embedded/file-user-store.ts'
import type { Login } from '../../../../server/access/users/user-store.ts'
import { LOOK_ALIKE } from '../../access/users/look-alike.ts'

const ADA: Login = { issuer: 'https://a.example', subject: 'ada', verifiedEmail: 'Ada@Example.com', name: 'Ada' }

t.test('an invitation, a first login, a removal', async t => {
  const now = Date.parse('2026-04-01T12:00:00Z')
  const users = fileUserStore(t.testdir(), () => now)
  t.strictSame(await users.list(), [])
  t.equal(await users.connect(ADA), null)

  const invited = await users.invite({ companyId: 3, email: 'ada@example.com' })
  const expected = {
    id: invited.id,
    company_id: 3,
    email: 'ada@example.com',
    name: null,
    invited_at: '2026-04-01T12:00:00.000Z',
    connected_at: null,
  }
  t.strictSame(invited, expected)
  t.strictSame(await users.list(), [expected])
  t.equal(await users.isConnected(invited.id), false)

  const connected = { ...expected, name: 'Ada', connected_at: '2026-04-01T12:00:00.000Z' }
  t.strictSame(await users.connect(ADA), connected)
  t.strictSame(await users.connect({ ...ADA, verifiedEmail: null, name: null }), connected)
  t.strictSame(await users.list(), [connected])
  t.equal(await users.isConnected(invited.id), true)

  t.equal(await users.remove(invited.id), true)
  t.equal(await users.remove(invited.id), false)
  t.equal(await users.isConnected(invited.id), false)
  t.equal(await users.connect(ADA), null)
  t.strictSame(await users.list(), [])
  for (const id of ['../../x', '', 'zzzzzzzzzzzz']) t.equal(await users.remove(id), false)
})

t.test('the same subject of another issuer is somebody else', async t => {
  const users = fileUserStore(t.testdir())
  await users.invite({ companyId: 3, email: 'ada@example.com' })
  t.ok(await users.connect(ADA))
  t.equal(await users.connect({ ...ADA, issuer: 'https://b.example' }), null)
})

t.test('one address, one user', async t => {
  const users = fileUserStore(t.testdir())
  const { id } = await users.invite({ companyId: 3, email: 'ada@example.com' })
  await t.rejects(users.invite({ companyId: 4, email: 'ADA@example.com' }), { message: new RegExp(`invited to company 3.*${id}`) })
  await users.connect(ADA)
  await t.rejects(users.invite({ companyId: 3, email: 'ada@example.com' }), { message: /connected to company 3/ })
  for (const email of ['', 'ada', 'ada@', '@example.com', 'a b@example.com', 'a@b@c']) {
    await t.rejects(users.invite({ companyId: 3, email }), { message: /not an email address/ })
  }
})

t.test('addresses that only look alike are not the same', async t => {
  const users = fileUserStore(t.testdir())
  await users.invite({ companyId: 3, email: 'kate@example.com' })
  for (const verifiedEmail of LOOK_ALIKE) t.equal(await users.connect({ ...ADA, verifiedEmail }), null, JSON.stringify(verifiedEmail))
  for (const email of LOOK_ALIKE) await t.rejects(users.invite({ companyId: 4, email }), { message: /is not (in ASCII|an email address)/ })
  await t.rejects(users.invite({ companyId: 4, email: `${'a'.repeat(250)}@b.example` }), { message: /at most 254 characters/ })
  t.match(await users.connect({ ...ADA, verifiedEmail: 'KATE@EXAMPLE.COM' }), { company_id: 3 })
})

t.test('of many who race for an invitation one gets it', async t => {
  const dir = t.testdir()
  await fileUserStore(dir).invite({ companyId: 3, email: 'ada@example.com' })
  const racers = Array.from({ length: 8 }, (_, i) => ({ users: fileUserStore(dir), login: { ...ADA, subject: `ada-${i}` } }))
  const results = await Promise.all(racers.map(({ users, login }) => users.connect(login)))
  t.equal(results.filter(user => user !== null).length, 1)
})

t.test("a person's first requests at the same moment all pass", async t => {
  const dir = t.testdir()
  const users = fileUserStore(dir)
  const { id } = await users.invite({ companyId: 3, email: 'ada@example.com' })
  const results = await Promise.all(Array.from({ length: 8 }, (_, i) => (i % 2 ? users : fileUserStore(dir)).connect(ADA)))
  t.strictSame(
    results.map(user => user?.id),
    Array(8).fill(id),
  )
})

t.test('other processes see it, and a new start', async t => {
  const dir = t.testdir()
  let now = 0
  const [server, cli] = [fileUserStore(dir, Date.now, () => now), fileUserStore(dir)]
  t.equal(await server.connect(ADA), null)
  const { id } = await cli.invite({ companyId: 3, email: 'ada@example.com' })
  now += 50
  t.match(await server.connect(ADA), { id })
  t.match(await fileUserStore(dir).connect(ADA), { id })
  await cli.remove(id)
  await cli.invite({ companyId: 3, email: 'ada@example.com' })
  t.not((await fileUserStore(dir).connect(ADA))?.id, id)
})

t.test("files are the operator's alone, and a damaged one locks nobody else out", async t => {
  const dir = t.testdir()
  const users = fileUserStore(dir)
  await users.invite({ companyId: 3, email: 'ada@example.com' })
  await users.connect(ADA)
  for (const folder of ['invitations', 'connections']) {
    for (const name of readdirSync(join(dir, folder))) t.equal(statSync(join(dir, folder, name)).mode & 0o077, 0)
    for (const [i, text] of ['', '{', 'null', '[]', '{"id":1}'].entries()) writeFileSync(join(dir, folder, `00000000000${i}.json`), text)
  }
  t.match(await fileUserStore(dir).connect(ADA), { company_id: 3 })
  t.equal((await fileUserStore(dir).list()).length, 1)
})
