import t from 'tap'
import { createApiKey } from '../../../../server/access/keys/api-key.ts'
import { mysqlKeyStore } from '../../../../server/engines/mysql/key-store.ts'
import { administer, migratedNodes } from '../../../support/mariadb.ts'

t.test('keys in a database', async t => {
  const database = await migratedNodes(t, 2)
  if (database === undefined) return
  const { url, nodes } = database
  let now = Date.parse('2026-02-01T12:00:00.000Z')
  let steady = 1
  const [one, two] = nodes.map(node =>
    mysqlKeyStore(
      node,
      () => now,
      () => steady,
    ),
  ) as [ReturnType<typeof mysqlKeyStore>, ReturnType<typeof mysqlKeyStore>]

  await t.test('a key made on one node works on the other at once, and is kept nowhere', async t => {
    t.equal(await two.find(createApiKey()), null)
    t.equal(await two.find('nonsense'), null)
    const { id, key } = await one.create({ companyId: 3, name: 'Ça \u0000 "1" \\' })
    t.strictSame(await two.find(key), {
      id,
      company_id: 3,
      name: 'Ça \u0000 "1" \\',
      created_at: '2026-02-01T12:00:00.000Z',
      expires_at: null,
      revoked_at: null,
    })
    t.equal(await two.find(createApiKey()), null)
    t.notMatch(JSON.stringify(await administer(url, 'SELECT * FROM api_keys')), key.slice('uascope_'.length, -6))
  })

  await t.test('a key works through its last day, UTC', async t => {
    const { id, key } = await one.create({ companyId: 3, expires: '2026-02-28' })
    now = Date.parse('2026-02-28T23:59:59.999Z')
    t.equal((await two.find(key))?.id, id)
    t.equal(await two.isValid(id), true)
    now = Date.parse('2026-03-01T00:00:00Z')
    t.equal(await two.find(key), null)
    t.equal(await two.isValid(id), false)
    const { length } = await one.list()
    for (const expires of ['2026-02-30', '2026-2-3', 'tomorrow', '']) {
      await t.rejects(one.create({ companyId: 3, expires }), { message: /YYYY-MM-DD/ }, expires)
    }
    t.equal((await one.list()).length, length)
  })

  await t.test('a key revoked on one node is refused by the other within 5 s, however busy it is', async t => {
    const { id, key } = await one.create({ companyId: 4 })
    for (const node of [one, two]) t.ok(await node.find(key))
    for (const node of [one, two]) t.equal(await node.isValid(id), true)
    t.equal(await one.revoke(id), true)
    t.equal(await one.isValid(id), false, 'by its id too')
    t.equal(await one.find(key), null, 'at once where it was revoked')
    steady += 1001
    t.equal(await two.find(key), null)
    for (const node of [one, two]) t.equal(await node.isValid(id), false)
    const revokedAt = (await two.list(4))[0]?.revoked_at
    now += 1000
    t.equal(await two.revoke(id), true)
    t.equal((await two.list(4))[0]?.revoked_at, revokedAt, 'the first time counts')
    for (const wrong of ['000000000000', '', `${id} `, `' OR 1=1 -- `]) t.equal(await one.revoke(wrong), false, wrong)
  })

  await t.test('keys are listed, oldest first, by company, with their last use', async t => {
    now += 60_000
    const { id } = await one.create({ companyId: 5 })
    now += 60_000
    const later = await two.create({ companyId: 5 })
    await two.touch(id)
    t.match(await one.list(5), [
      { id, last_used_at: new Date(now).toISOString() },
      { id: later.id, last_used_at: null },
    ])
    t.strictSame(await one.list(6), [])
    t.ok((await one.list()).length > 2)
    t.notMatch(JSON.stringify(await one.list()), /[0-9a-f]{64}/)
  })
})
