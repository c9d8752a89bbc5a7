/** A process with large work in another one, which never comes to its end: says so each time it has asked for something else. */

import { DuckdbApart } from '../../../../server/store/files/duckdb-apart.ts'
import { sql } from '../../../../server/core/model/sql.ts'

const duckdb = new DuckdbApart({
  spill: process.argv[2]!,
  directories: [],
  limits: { memory: '256MB', spill: '512MB' },
})
const endless = sql`SELECT count(*) AS n FROM range(1000000000) a, range(1000000000) b WHERE a.range * b.range % 7 = 3`
void duckdb.session(new AbortController().signal, session => session.rows(endless))
setInterval(() => {
  void duckdb
    .session(new AbortController().signal, session => session.run(sql`SELECT 1`))
    .then(() => console.log('asked'))
}, 100)
