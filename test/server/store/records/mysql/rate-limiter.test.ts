import t from 'tap'
import { mysqlRateLimiter } from '../../../../../server/store/records/rate-limiter.ts'
import { administer, migratedNodes } from '../../../../support/mariadb.ts'
import { holdsForEveryRateLimiter } from '../suites/rate-limiter.ts'

t.test('one budget per company covers all nodes', async t => {
  const database = await migratedNodes(t, 3)
  if (database === undefined) return
  const { url, nodes } = database
  await holdsForEveryRateLimiter(t, async () => {
    await administer(url, 'DELETE FROM rate_limits')
    return {
      limiters: nodes.map(node => mysqlRateLimiter(node, 60)),
      pass: async milliseconds =>
        void (await administer(url, `UPDATE rate_limits SET ends_at = ends_at - ${milliseconds}`)),
    }
  })
})
