import t from 'tap'
import { userStore } from '../../../../../server/store/records/user-store.ts'
import { administer, migratedNodes } from '../../../../support/mariadb.ts'
import { holdsForEveryUserStore } from '../suites/user-store.ts'

t.test('the database user store passes its suite', async t => {
  const database = await migratedNodes(t, 2)
  if (database === undefined) return
  const { url, nodes } = database
  await holdsForEveryUserStore(t, async () => {
    await administer(url, 'DELETE FROM users')
    let opened = 0
    return (clock, steady) => userStore(nodes[opened++ % nodes.length]!, clock, steady)
  })

  await t.test('one of several concurrent invitations of an address succeeds', async t => {
    await administer(url, 'DELETE FROM users')
    const [one, two] = nodes.map(node => userStore(node))
    const invited = await Promise.allSettled(
      [one, two, one, two].map(store => store!.invite({ companyId: 3, email: 'Bo@example.com' })),
    )
    t.equal(invited.filter(({ status }) => status === 'fulfilled').length, 1)
    for (const refused of invited.filter(one => one.status === 'rejected'))
      t.match(refused, { reason: { message: /already invited to company 3/ } })
  })
})
