import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { sql } from '../../../../../server/core/model/sql.ts'
import { openRecords as openStore } from '../../../../../server/store/facts/embedded/open-records.ts'
import { auditLog } from '../../../../../server/store/records/audit-log.ts'
import { keyStore } from '../../../../../server/store/records/key-store.ts'
import { RECORDS_FILE } from '../../../../../server/store/records/records.ts'
import { checkFile } from '../../../../../server/store/records/sqlite/check-file.ts'
import { connect } from '../../../../../server/store/records/sqlite/driver.ts'
import { openRecords } from '../../../../../server/store/records/sqlite/open.ts'
import { userStore } from '../../../../../server/store/records/user-store.ts'
import { copyAsSchema7 } from '../../../../support/store/earlier-versions.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'
import { readLog } from '../suites/audit-log.ts'
import { QUIET } from './sqlite-fixture.ts'

const CREATED = {
  action: 'key.created',
  actor: 'operator:ada',
  companyId: 1,
  details: { name: '', expires: null },
} as const

interface Earlier {
  dir: string
  keys: { id: string; key: string }[]
  /** Rewrites the row of a key without its seal. */
  spoil: (id: string) => void
}

/** A store of schema 7 that confirmed the revocation of the second key, which only its audit log has. */
async function earlier(t: Test, wasRepaired: boolean): Promise<Earlier> {
  const now = temporaryFolder(t)
  const { records } = await openRecords(now, QUIET)
  const keys = []
  for (let count = 0; count < 3; count++) {
    keys.push(await keyStore(records).create({ companyId: 1, name: 'Ça' }))
    await auditLog(records).append({ ...CREATED, target: `key:${keys[count]!.id}` })
  }
  const { id } = await userStore(records).invite({ companyId: 1, email: 'ada@example.com' })
  await auditLog(records).append({
    action: 'key.revoked',
    actor: 'operator:ada',
    companyId: 1,
    target: `key:${keys[1]!.id}`,
  })
  await auditLog(records).append({
    action: 'user.removed',
    actor: 'operator:ada',
    companyId: 1,
    target: `user:${id}`,
  })
  await records.close()
  const dir = temporaryFolder(t)
  await copyAsSchema7(now, dir, wasRepaired)
  const connection = connect(join(dir, RECORDS_FILE))
  t.teardown(() => connection.close())
  return {
    dir,
    keys,
    spoil(id) {
      connection.run(sql`UPDATE api_keys SET company_id = 2 WHERE CAST(id AS TEXT) = ?`, [id])
    },
  }
}

for (const wasRepaired of [false, true]) {
  t.test(
    `a store of schema 7 ${wasRepaired ? 'that was repaired ' : ''}gets typed columns, and every key works`,
    async t => {
      const { dir, keys } = await earlier(t, wasRepaired)
      t.same(checkFile(join(dir, RECORDS_FILE)), [], 'it is whole by its own seals')
      const records = await openStore(dir)
      t.teardown(() => records.close())
      const store = keyStore(records)
      t.equal((await store.find(keys[0]!.key))?.name, 'Ça')
      t.ok(await store.find(keys[2]!.key))
      t.equal(await store.find(keys[1]!.key), null, 'a key that was confirmed as revoked')
      t.same(await userStore(records).list(), [], 'a user who was confirmed as removed')
      t.equal(await store.revoke(keys[0]!.id), true)
      t.equal(await store.find(keys[0]!.key), null)
      t.equal((await readLog(auditLog(records))).length, 5)
      const types = await records.read(
        sql`SELECT DISTINCT typeof(id) AS id, typeof(sha256) AS sha, typeof(name) AS name FROM api_keys`,
      )
      t.same(types, [{ id: 'text', sha: 'text', name: 'text' }])
      t.same(checkFile(join(dir, RECORDS_FILE)), [])
      t.notOk((await readdir(join(dir, 'records'))).includes('records.sqlite-journal'))
    },
  )
}

t.test('a record that failed its seal stays refused', async t => {
  const { dir, keys, spoil } = await earlier(t, true)
  spoil(keys[0]!.id)
  const records = await openStore(dir)
  t.teardown(() => records.close())
  t.equal(await keyStore(records).find(keys[0]!.key), null)
  t.ok(await keyStore(records).find(keys[2]!.key))
  t.match(checkFile(join(dir, RECORDS_FILE)), [/has a damaged record: api_keys/])
})
