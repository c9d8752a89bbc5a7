import t from 'tap'
import { keyStore } from '../../../../../server/store/records/key-store.ts'
import { administer, migratedNodes } from '../../../../support/mariadb.ts'
import { holdsForEveryKeyStore } from '../suites/key-store.ts'

t.test('the database key store passes its suite', async t => {
  const database = await migratedNodes(t, 2)
  if (database === undefined) return
  const { url, nodes } = database
  await holdsForEveryKeyStore(t, async () => {
    await administer(url, 'DELETE FROM api_keys')
    let opened = 0
    return {
      open: (clock, steady) => keyStore(nodes[opened++ % nodes.length]!, clock, steady),
      kept: async () =>
        (await administer(url, 'SELECT * FROM api_keys'))
          .map(row => Object.values(row).map(String).join())
          .join('\n'),
    }
  })
})
