import t from 'tap'
import { parseDatabaseUrl } from '../../../../server/core/runtime/database-url.ts'

t.test('a database URL is parsed', async t => {
  t.strictSame(parseDatabaseUrl('mysql://ada%40x:p%2Fw%3F@db.example.com:3307/ua%20scope'), {
    host: 'db.example.com',
    port: 3307,
    user: 'ada@x',
    password: 'p/w?',
    database: 'ua scope',
    ssl: null,
  })
  t.match(parseDatabaseUrl('mysql://[::1]/x'), {
    host: '::1',
    port: 3306,
    user: '',
    password: '',
    ssl: null,
  })
  for (const query of ['?ssl', '?ssl=', '?ssl=true'])
    t.strictSame(parseDatabaseUrl(`mysql://db/x${query}`)?.ssl, { ca: null }, query)
  for (const query of ['?ssl-ca=/etc/ca.pem', '?ssl&ssl-ca=%2Fetc%2Fca.pem']) {
    t.strictSame(parseDatabaseUrl(`mysql://db/x${query}`)?.ssl, { ca: '/etc/ca.pem' }, query)
  }
})
