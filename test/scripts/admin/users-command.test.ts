import t from 'tap'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { admin as run } from '../../support/admin.ts'
import { storesIn } from '../../support/records.ts'
import { startService } from '../../support/started-service.ts'

t.test('admin users invites, lists and removes', async t => {
  const { dataDir } = await startService(t, { deliveries: [minimalDelivery()] })
  const admin = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(dataDir, 'users', ...args)
    return { code, out: stdout.trim(), err: stderr }
  }

  t.match(await admin('invite', '--company', '999', '--email', 'ada@example.com'), {
    code: 1,
    err: /company 999 does not exist; available: 1 /,
  })

  const { code, out: id } = await admin('invite', '--company', '1', '--email', 'ada@example.com')
  t.equal(code, 0)
  t.match(await admin('invite', '--company', '1', '--email', 'Ada@example.com'), {
    code: 1,
    err: /already/,
  })
  t.match(JSON.parse((await admin('list', '--json')).out), [
    { id, companyId: 1, email: 'ada@example.com', connectedAt: null },
  ])

  const { users } = await storesIn(dataDir, t)
  t.match(
    await users.connect({
      issuer: 'https://a.example',
      subject: 'ada',
      verifiedEmail: 'ada@example.com',
      name: 'Ada',
    }),
    { id },
  )
  t.match((await admin('list')).out, /Ada.*connected/)

  t.equal((await admin('remove', id)).code, 0)
  t.match(await admin('remove', id), { code: 1, err: /users list/ })
  t.strictSame(await users.list(), [])
})
