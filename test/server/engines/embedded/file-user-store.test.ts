import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fileUserStore } from '../../../../server/engines/embedded/users.ts'
import { ADA, holdsForEveryUserStore } from '../../records/suites/user-store.ts'

t.test('users in files', t =>
  holdsForEveryUserStore(t, async t => {
    const dir = t.testdir()
    return (clock, steady) => fileUserStore(dir, clock, steady)
  }),
)

t.test('files are private, and a damaged one locks out no one else', async t => {
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
