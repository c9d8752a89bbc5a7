import t from 'tap'
import { agreesWithReference, seed } from '../../../support/agreement.ts'
import { emptyDatabase } from '../../../support/mariadb.ts'

t.test(`on a database, too, answers agree with the reference in every cell (UASCOPE_SEED=${seed})`, async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  await agreesWithReference(t, { deliveries: 12, requestsEach: 60, environment: { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' } })
})
