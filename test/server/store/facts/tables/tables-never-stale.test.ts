import t from 'tap'
import { emptyDatabase } from '../../../../support/mariadb.ts'
import { neverStale } from '../../../../support/never-stale.ts'

t.test('no node of a database returns results from before an import', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const environment = { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' }
  await neverStale(t, { imports: 8, requests: 8, environment })
})
