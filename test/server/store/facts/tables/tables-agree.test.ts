import t from 'tap'
import { agreesWithReference } from '../../../../support/agreement.ts'
import { administer, emptyDatabase, startMariaDb } from '../../../../support/mariadb.ts'

const SQL_MODE = [
  'ANSI',
  'NO_BACKSLASH_ESCAPES',
  'TRADITIONAL',
  'ONLY_FULL_GROUP_BY',
  'NO_UNSIGNED_SUBTRACTION',
  'PAD_CHAR_TO_FULL_LENGTH',
  'HIGH_NOT_PRECEDENCE',
]
const EXPORT_SECRET = 'a secret of these tests'

t.test('a database agrees with the reference in every cell', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  await agreesWithReference(t, {
    deliveries: 1,
    requestsEach: 30,
    environment: { DATABASE_URL: url, EXPORT_SECRET },
  })
})

t.test('withdrawn runs agree with the reference', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  await agreesWithReference(t, {
    deliveries: 1,
    requestsEach: 30,
    withdrawn: true,
    environment: { DATABASE_URL: url, EXPORT_SECRET },
  })
})

t.test('every server configuration agrees with the reference', async t => {
  const server = await startMariaDb(t, [
    `--sql-mode=${SQL_MODE.join()}`,
    '--default-time-zone=+05:30',
    '--character-set-server=latin1',
    '--collation-server=latin1_german2_ci',
    '--skip-character-set-client-handshake',
    '--local-infile=0',
    '--tmp-table-size=16K',
    '--max-heap-table-size=16K',
    '--lower-case-table-names=1',
    '--div-precision-increment=0',
    '--transaction-isolation=SERIALIZABLE',
    '--max-allowed-packet=1M',
    '--default-week-format=3',
    '--lc-time-names=de_DE',
    '--default-storage-engine=MyISAM',
    '--net-write-timeout=1',
  ])
  if (server === undefined) return
  const url = await emptyDatabase(t, server)
  await administer(
    url!,
    'SET GLOBAL autocommit = 0',
    'SET GLOBAL sql_select_limit = 3',
    'SET GLOBAL sql_big_selects = 0',
    'SET GLOBAL max_join_size = 10',
    'SET GLOBAL sql_safe_updates = 1',
    'SET GLOBAL max_statement_time = 0.005',
  )
  await agreesWithReference(t, {
    deliveries: 1,
    requestsEach: 30,
    environment: { DATABASE_URL: url!, EXPORT_SECRET },
  })
})
