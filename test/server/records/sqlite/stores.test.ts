import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { AuditLog } from '../../../../server/access/audit.ts'
import { auditLog } from '../../../../server/records/audit-log.ts'
import { keyStore } from '../../../../server/records/key-store.ts'
import { sql } from '../../../../server/model/sql.ts'
import type { Records } from '../../../../server/records/records.ts'
import { userStore } from '../../../../server/records/user-store.ts'
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
        return (await Promise.all(names.map(name => readFile(join(dataDir, 'records', name), 'latin1').catch(() => '')))).join('\n')
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
  await holdsForEveryLog(t, nodes.map(node => auditLog(node, () => Date.parse(now.at))) as [AuditLog, AuditLog], now)
})

t.test('a known key is reread only after a commit of another process, or a revocation', async t => {
  const { nodes } = await openedRecords(t, 2)
  const [one, two] = nodes as [Records, Records]
  let [reads, steady] = [0, 0]
  const counted = Object.assign(Object.create(one) as Records, {
    readExact: (...given: Parameters<Records['readExact']>) => (reads++, one.readExact(...given)),
    write: (...given: Parameters<Records['write']>) => one.write(...given),
    version: () => one.version!(),
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
  t.equal(await readsOf(() => keys.touch(id)), 0, 'its own commits change no key')
  t.equal(await readsOf(() => node.create({ companyId: 4 })), 1)
  t.equal(await readsOf(() => other.revoke(id)), 1)
  t.equal(await keys.find(key), null)
})

t.test('uses of keys that follow each other share commits', async t => {
  const [records] = (await openedRecords(t, 1)).nodes as [Records]
  const keys = keyStore(records)
  const made = await Promise.all(Array.from({ length: 20 }, (_, at) => keys.create({ companyId: at })))
  const commits = async (): Promise<number> => Number((await records.read(sql`SELECT count FROM changes`))[0]!['count'])
  const before = await commits()
  const touched: Promise<void>[] = []
  for (const { id } of made) {
    touched.push(keys.touch(id))
    await new Promise(setImmediate)
  }
  await Promise.all(touched)
  const used = (await commits()) - before
  t.ok(used < made.length, `${used} commits`)
  t.ok((await keys.list()).every(({ last_used_at: used }) => used !== null))
})

t.test('gathered uses of keys are written when the store closes', async t => {
  const [records] = (await openedRecords(t, 1)).nodes as [Records]
  const keys = keyStore(records)
  const made = await Promise.all(Array.from({ length: 5 }, (_, companyId) => keys.create({ companyId })))
  const touched = made.map(({ id }) => keys.touch(id))
  await keys.close()
  const used = await keys.list()
  t.ok(used.every(({ last_used_at: at }) => at !== null))
  await Promise.all(touched)
})
