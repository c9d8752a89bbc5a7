// What a repair does with the audit log and without a copy. `faults/repaired-records` uses stores after each kind of repair.
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { RECORDS_FILE } from '../../../../../server/store/records/records.ts'
import { admin } from '../../../../support/admin.ts'
import {
  addressOf,
  filesWith,
  grantedStore,
  overwriteRoot,
  statusOf,
} from '../../../../support/store/granted-store.ts'
import { openService } from '../../../../support/store/open-service.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

t.test(
  'a repair applies revocations and removals that only the damaged file has, and no grant',
  async t => {
    const { dir, keys, revoked, logins } = await grantedStore(t)
    // Earlier copies, as a kill between the commit and the copy left them before version 1.3.
    const [copies, earlier] = [join(dir, 'records/copies'), join(temporaryFolder(t), 'copies')]
    await cp(copies, earlier, { recursive: true })
    const { id } = keys.reader
    await admin(dir, 'keys', 'revoke', id)
    const users = JSON.parse((await admin(dir, 'users', 'list', '--json')).stdout) as {
      id: string
      email: string
    }[]
    await admin(
      dir,
      'users',
      'remove',
      users.find(({ email }) => email === logins.ada.verifiedEmail)!.id,
    )
    await admin(dir, 'users', 'erase', addressOf('ben'), '--yes')
    await rm(copies, { recursive: true })
    await cp(earlier, copies, { recursive: true })
    await overwriteRoot(dir, 'catalog_networks')
    const secret = await readFile(join(dir, 'export-secret'))
    await rm(join(dir, 'export-secret'))
    t.match(await admin(dir, 'verify', '--repair'), {
      code: 1,
      stderr: /only the secret of this store finds: set EXPORT_SECRET/,
    })
    await writeFile(join(dir, 'export-secret'), secret)
    const { code, stdout, stderr } = await admin(dir, 'verify', '--repair')
    t.equal(code, 0, `${stdout}${stderr}`)
    t.match(
      stdout,
      /went back to records\/copies\/\d+\.sqlite\.[^]*Looked up 3 keys: all are found/,
    )
    t.match(stdout, /By the audit log, these ended since: /)
    t.match(stdout, `key ${id} of company 1`)
    const service = await openService(dir)
    const statuses = [keys.reader, keys.rival, revoked].map(grant => statusOf(service, grant))
    t.strictSame(await Promise.all(statuses), [401, 200, 401])
    t.strictSame(await service.users.list(), [])
    await service.stop()
    t.same(await filesWith(join(dir, 'records'), addressOf('ben')), [])
  },
)

t.test('a repair names keys that were created since its copy', async t => {
  const { dir, keys } = await grantedStore(t)
  const create = async () =>
    JSON.parse((await admin(dir, 'keys', 'create', '--company', '1', '--json')).stdout) as {
      id: string
    }
  const later = await create()
  await overwriteRoot(dir, 'catalog_networks')
  const { code, stdout } = await admin(dir, 'verify', '--repair')
  t.equal(code, 0)
  const lost = `key ${keys.newest.id} of company 1, key ${later.id} of company 1`
  t.match(stdout, `Created since and lost, so create them again: ${lost}`)
})

t.test('a repair without a copy names the newest backup', async t => {
  const { dir } = await grantedStore(t)
  const backup = temporaryFolder(t)
  t.match(await admin(dir, 'backup', backup), { code: 0 })
  await rm(join(dir, 'records/copies'), { recursive: true })
  await truncate(join(dir, RECORDS_FILE), 20_000)
  t.match(await admin(dir, 'verify', '--repair'), {
    code: 1,
    stderr: new RegExp(`no copy of it is intact. Restore the backup of .* in ${backup}`),
  })
})
