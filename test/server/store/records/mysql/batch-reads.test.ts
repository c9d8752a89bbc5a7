import t from 'tap'
import { createApiKey } from '../../../../../server/core/access/keys.ts'
import type { Database } from '../../../../../server/store/records/mysql/mysql-database.ts'
import { keyStore, batchReads } from '../../../../../server/store/records/key-store.ts'

t.test('values requested while a query runs share the next query', async t => {
  const batches: (readonly string[])[] = []
  const look = batchReads(async values => {
    batches.push(values)
    await new Promise(setImmediate)
    return new Map(values.filter(value => value !== 'x').map(value => [value, value.toUpperCase()]))
  })
  t.strictSame(await Promise.all(['a', 'b', 'x', 'b'].map(look)), ['A', 'B', null, 'B'])
  t.strictSame(batches, [['a'], ['b', 'x']])
  t.equal(await look('c'), 'C')
})

t.test('a failing query rejects all that wait for it, and none that come later', async t => {
  let fails = true
  const look = batchReads(async values => {
    await new Promise(setImmediate)
    if (fails) throw new Error('away')
    return new Map(values.map(value => [value, value]))
  })
  const [first, second] = [look('a'), look('b')]
  await t.rejects(first, { message: 'away' })
  await t.rejects(second, { message: 'away' })
  fails = false
  t.equal(await look('b'), 'b')
})

t.test('a thousand unknown keys at once cost a few queries', async t => {
  let queries = 0
  const readExact = async () => {
    queries++
    await new Promise(setImmediate)
    return []
  }
  const keys = keyStore({ small: { readExact } as unknown as Database['small'] })
  const records = await Promise.all(Array.from({ length: 1000 }, () => keys.find(createApiKey())))
  t.ok(records.every(record => record === null))
  t.ok(queries < 50, `${queries}`)
})
