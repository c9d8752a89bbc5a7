import { open, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { startDuckdb } from '../../../server/core/duckdb.ts'
import { literal, sql } from '../../../server/core/model/sql.ts'

t.test('a file that changes within a second is read in its new state', async t => {
  const dir = t.testdir({ within: {}, spill: {} })
  const path = join(dir, 'within', 'a.parquet')
  const limits = { memory: '200MB', spill: '100MB' }
  const duckdb = await startDuckdb({
    spill: join(dir, 'spill'),
    directories: [join(dir, 'within')],
    limits,
  })
  t.teardown(() => duckdb.close())
  const { signal } = new AbortController()
  const rows = async (statement: ReturnType<typeof sql>) =>
    await duckdb.session(signal, async session => await session.rows(statement))
  const second = new Date(Math.floor(Date.now() / 1000) * 1000)
  const read = async () =>
    await rows(sql`SELECT COUNT(DISTINCT h) AS n FROM read_parquet(${literal(path)})`)

  await rows(
    sql`COPY (SELECT hash(i) AS h FROM range(100000) numbers (i)) TO ${literal(path)} (FORMAT parquet, COMPRESSION uncompressed)`,
  )
  await utimes(path, second, second)
  t.match(await read(), [{ n: /^100000$/ }])

  const file = await open(path, 'r+')
  // The header of the first page.
  await file.write('xxxxxxxxxxxxxxxx', 4)
  await file.close()
  await utimes(path, second, second)
  await t.rejects(read())
})
