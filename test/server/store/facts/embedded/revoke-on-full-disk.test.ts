import { readdir } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { appRow, eventRow, minimalDelivery } from '../../../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../../../reference/write-delivery.ts'
import { admin } from '../../../../support/admin.ts'
import { collectGarbage } from '../../../../support/collect-garbage.ts'
import { smallDisk } from '../../../../support/full-disk.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const MANY = Array.from({ length: 500 }, (_, index) =>
  eventRow({ event_id: index + 1, note: 'x'.repeat(500) }),
)

/** A store with apps 1 and 2 and a user, on a disk that is full. */
async function fullStore(t: Test) {
  const disk = await smallDisk(t, 16 * 2 ** 20)
  if (disk === undefined) return undefined
  const delivery = temporaryFolder(t)
  const app_access = [1, 2].map(app_id => ({ company_id: 1, app_id }))
  await writeDelivery(
    delivery,
    minimalDelivery({ apps: [appRow(), appRow({ app_id: 2 })], app_access, events: MANY }),
    { format: 'csv' },
  )
  const data = `${disk.dir}/data`
  t.match(await admin(data, 'import', delivery), { code: 0 })
  const { stdout } = await admin(
    data,
    'users',
    'invite',
    '--company',
    '1',
    '--email',
    'ada@example.com',
  )
  // Connections to the copies close with their statements, and files that are open keep their space.
  await collectGarbage()
  await disk.fill()
  return { data, user: stdout.trim(), delivery }
}

t.test('a company can lose access to an app on a full disk', async t => {
  const store = await fullStore(t)
  if (store === undefined) return
  const { data } = store
  t.strictSame(await admin(data, 'access', 'revoke', '--company', '1', '--app', '1'), {
    code: 0,
    stdout: '',
    stderr: 'Company 1 can no longer read app 1.\n',
  })
  t.same(
    JSON.parse((await admin(data, 'access', 'list', '--json')).stdout).map(
      (pair: { appId: number }) => pair.appId,
    ),
    [2],
  )
  t.match(
    (await admin(data, 'audit', '--json', '--action', 'access')).stdout,
    /"action":"access.revoked"/,
    'it is in the audit log',
  )
  t.same(
    (await readdir(data, { recursive: true })).filter(name => name.endsWith('.new')),
    [],
    'nothing half written is left',
  )
  t.match(await admin(data, 'verify'), { code: 0 })
})

t.test('users and companies can be removed on a full disk', async t => {
  const store = await fullStore(t)
  if (store === undefined) return
  const { data, user } = store
  t.match(await admin(data, 'users', 'remove', user), { code: 0, stderr: `Removed ${user}.\n` })
  t.match(await admin(data, 'companies', 'remove', '1', '--yes'), { code: 0 })
  t.same(JSON.parse((await admin(data, 'access', 'list', '--json')).stdout), [])
})

t.test('additions on a full disk are refused with a message and change nothing', async t => {
  const store = await fullStore(t)
  if (store === undefined) return
  const { data, delivery } = store
  const state = async () => [
    (await admin(data, 'runs', 'list', '--json')).stdout,
    (await admin(data, 'access', 'list', '--json')).stdout,
  ]
  const before = await state()
  const { code, stderr } = await admin(data, 'import', delivery)
  t.equal(code, 1)
  t.match(stderr, /nothing was loaded|is full|cannot be written/)
  t.notMatch(stderr, /^admin: ENOSPC/)
  t.same(await state(), before)
})
