import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mock } from 'node:test'
import t from 'tap'
import type { AuditLog } from '../../../../../server/core/access/audit.ts'
import { auditLog } from '../../../../../server/store/records/audit-log.ts'
import { keyStore } from '../../../../../server/store/records/key-store.ts'
import { sql } from '../../../../../server/core/model/sql.ts'
import type {
  Held,
  Records,
  TransactionOptions,
} from '../../../../../server/store/records/records.ts'
import { userStore } from '../../../../../server/store/records/user-store.ts'
import { holdsForEveryLog } from '../suites/audit-log.ts'
import { holdsForEveryKeyStore } from '../suites/key-store.ts'
import { holdsForEveryUserStore } from '../suites/user-store.ts'
import { openedRecords } from './sqlite-fixture.ts'

t.test('the key store passes its suite', async t => {
  await holdsForEveryKeyStore(t, async t => {
    const { dataDir, nodes } = await openedRecords(t, 2)
    let opened = 0
    return {
      open: (clock, steady) => keyStore(nodes[opened++ % nodes.length]!, clock, steady),
      kept: async () => {
        const names = await readdir(join(dataDir, 'records'))
        return (
          await Promise.all(
            names.map(name => readFile(join(dataDir, 'records', name), 'latin1').catch(() => '')),
          )
        ).join('\n')
      },
    }
  })
})

t.test('the user store passes its suite', async t => {
  await holdsForEveryUserStore(t, async t => {
    const { nodes } = await openedRecords(t, 2)
    let opened = 0
    return (clock, steady) => userStore(nodes[opened++ % nodes.length]!, clock, steady)
  })
})

t.test('the audit log passes its suite', async t => {
  const { nodes } = await openedRecords(t, 2)
  const now = { at: '' }
  await holdsForEveryLog(
    t,
    nodes.map(node => auditLog(node, () => Date.parse(now.at))) as [AuditLog, AuditLog],
    now,
  )
})

t.test('a known key is reread only after a commit of another process, or a revocation', async t => {
  const { nodes } = await openedRecords(t, 2)
  const [one, two] = nodes as [Records, Records]
  let [reads, steady] = [0, 0]
  const counted = Object.assign(Object.create(one) as Records, {
    readExact: (...args: Parameters<Records['readExact']>) => (reads++, one.readExact(...args)),
    write: (...args: Parameters<Records['write']>) => one.write(...args),
    version: () => one.version!(),
    transaction: <Result>(...args: [(held: Held) => Promise<Result>, TransactionOptions?]) =>
      one.transaction(...args),
  })
  const keys = keyStore(
    { small: counted },
    () => steady,
    () => steady,
  )
  const [other, node] = [keyStore(one), keyStore(two)]
  const { id, key } = await other.create({ companyId: 3 })
  const readsOf = async (change: () => Promise<unknown>): Promise<number> => {
    await change()
    const before = reads
    steady += 1001
    await keys.find(key)
    return reads - before
  }
  t.equal(await readsOf(async () => undefined), 1)
  t.equal(await readsOf(async () => undefined), 0)
  const use = async () => {
    keys.touch(id)
    await keys.close()
  }
  t.equal(await readsOf(use), 0, 'its own commits change no key')
  t.equal(await readsOf(() => node.create({ companyId: 4 })), 1)
  t.equal(await readsOf(() => other.revoke(id)), 1)
  t.equal(await keys.find(key), null)
})

t.test('uses of keys share a commit, ten seconds after the first', async t => {
  const [records] = (await openedRecords(t, 1)).nodes as [Records]
  const keys = keyStore(records)
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, at) => keys.create({ companyId: at })),
  )
  const commits = async (): Promise<number> =>
    Number((await records.read(sql`SELECT count FROM changes`))[0]!['count'])
  const before = await commits()
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  for (const { id } of made) {
    keys.touch(id)
    mock.timers.tick(100)
  }
  mock.timers.tick(7999)
  t.equal(await commits(), before)
  mock.timers.tick(1)
  await records.transaction(async () => undefined)
  t.equal(await commits(), before + 2, 'theirs, and the one after them')
  t.ok((await keys.list()).every(({ last_used_at: used }) => used !== null))
})

t.test(
  'uses of keys wait at most 50 ms for another writer, and the next one takes them along',
  async t => {
    const [one, two] = (await openedRecords(t, 2)).nodes as [Records, Records]
    const keys = keyStore(one)
    const [first, second] = [
      await keys.create({ companyId: 1 }),
      await keys.create({ companyId: 1 }),
    ]
    keys.touch(first.id)
    await two.transaction(async () => await keys.close())
    t.same(
      (await keys.list()).map(({ last_used_at: used }) => used),
      [null, null],
    )
    keys.touch(second.id)
    await keys.close()
    t.ok((await keys.list()).every(({ last_used_at: used }) => used !== null))
  },
)

t.test(
  'rows are read in the order asked for, with every text, number and byte as written',
  async t => {
    const { nodes } = await openedRecords(t, 2)
    const [written, read] = nodes as [Records, Records]
    const texts = [
      '',
      'a\u0000b',
      '"\\\n\t\u0001\u007f',
      '\ufeffBOM\u2028',
      'é😀',
      '["6E9F"]',
      '{"a":1}',
      'null',
      '1',
    ]
    for (const [id, text] of texts.entries())
      await written.write(sql`INSERT INTO catalog_networks (network, seq, body) VALUES (?, ?, ?)`, [
        text,
        Number.MAX_SAFE_INTEGER - id,
        'x',
      ])
    const rows = await read.read(
      sql`SELECT seq, network, CAST(network AS BLOB) AS bytes, NULL AS none FROM catalog_networks ORDER BY seq`,
    )
    t.strictSame(
      rows,
      texts
        .map((network, id) => ({
          seq: Number.MAX_SAFE_INTEGER - id,
          network,
          bytes: Buffer.from(network),
          none: null,
        }))
        .toReversed(),
    )
    t.strictSame(await read.read(sql`SELECT network FROM catalog_networks WHERE seq = 0`), [])
  },
)
