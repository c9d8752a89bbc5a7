/** A process with large work in another one: says so each time it has asked. */

import { DuckdbApart } from '../../../server/files/duckdb-apart.ts'
import { sql } from '../../../server/model/sql.ts'

const duckdb = new DuckdbApart({ spill: process.argv[2]!, directories: [], limits: { memory: '256MB', spill: '512MB' } })
setInterval(() => {
  void duckdb.session(new AbortController().signal, session => session.run(sql`SELECT 1`)).then(() => console.log('asked'))
}, 100)
