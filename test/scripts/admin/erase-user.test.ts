import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { auditedStorage, openStorage } from '../../../server/store/facts/open-storage.ts'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { admin } from '../../support/admin.ts'
import { administer, emptyDatabase } from '../../support/mariadb.ts'

const ADDRESS = 'planted.ada@example.com'
const LOGIN = {
  issuer: 'https://a.example',
  subject: 'auth0|planted-subject',
  verifiedEmail: ADDRESS.toUpperCase(),
  name: 'Planted Name',
}
const BO = {
  issuer: 'https://a.example',
  subject: 'bo',
  verifiedEmail: 'bo@example.com',
  name: 'Bo',
}
const PLANTED = /planted/i

/** The bytes of all files below a folder, and of all columns of a database. */
async function everything(dataDir: string, databaseUrl: string | null): Promise<string> {
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter(entry =>
    entry.isFile(),
  )
  const texts = await Promise.all(
    files.map(
      async ({ parentPath, name }) =>
        `${name}\n${await readFile(`${parentPath}/${name}`, 'latin1')}`,
    ),
  )
  if (databaseUrl !== null) {
    for (const row of await administer(databaseUrl, 'SHOW TABLES')) {
      const rows = await administer(databaseUrl, `SELECT * FROM ${String(Object.values(row)[0])}`)
      for (const value of rows.flatMap(one => Object.values(one) as unknown[]))
        texts.push(Buffer.isBuffer(value) ? value.toString('latin1') : String(value))
    }
  }
  return texts.join('\n')
}

async function erases(t: Test, databaseUrl: string | null): Promise<void> {
  const dir = t.testdir()
  const dataDir = `${dir}/data`
  const environment: Record<string, string> =
    databaseUrl === null
      ? {}
      : { DATABASE_URL: databaseUrl, EXPORT_SECRET: 'a secret of these tests' }
  const run = (...args: string[]) => admin({ ...environment, DATA_DIR: dataDir }, ...args)
  await writeDelivery(`${dir}/one`, minimalDelivery(), { format: 'csv' })
  t.match(await run('import', `${dir}/one`), { code: 0 })
  const storage = auditedStorage(
    await openStorage({ dataDir, databaseUrl }),
    'operator:planted.ada@example.com',
    () => undefined,
  )
  t.teardown(() => storage.close())
  const first = await storage.users.invite({ companyId: 1, email: ADDRESS })
  await storage.users.remove(first.id)
  const { id } = await storage.users.invite({ companyId: 1, email: 'Planted.Ada@Example.com' })
  await t.rejects(storage.users.invite({ companyId: 1, email: ADDRESS }), { message: /already/ })
  t.match(await storage.users.connect(LOGIN), { id })
  const bo = await storage.users.invite({ companyId: 1, email: 'bo@example.com' })
  await storage.users.connect(BO)
  if (databaseUrl === null) {
    const replaced = `${dataDir}/trash/2026-03-30T10-00-00.000Z/replaced-store`
    await mkdir(replaced, { recursive: true })
    await writeFile(`${replaced}/users.json`, ADDRESS)
  }
  t.match(await everything(dataDir, databaseUrl), PLANTED)
  const changed = 7

  const unconfirmed = await run('users', 'erase', ADDRESS)
  t.match(unconfirmed, {
    code: 1,
    stdout: '',
    stderr:
      /this permanently erases the address from 1 user or invitation and 7 audit entries\. To confirm, add --yes/,
  })
  const dryRun = await run('users', 'erase', ADDRESS, '--dry-run', '--yes', '--json')
  t.match(JSON.parse(dryRun.stdout), {
    email: /^erased:[\w-]{43}$/,
    users: 1,
    auditEntries: changed,
  })
  t.equal((await storage.users.list()).length, 2, 'nothing is done yet')

  const { code, stdout, stderr } = await run(
    'users',
    'erase',
    'PLANTED.ada@example.com',
    '--yes',
    '--json',
  )
  t.equal(code, 0, stderr)
  const receipt = JSON.parse(stdout) as { email: string; users: number; auditEntries: number }
  t.match(receipt, {
    email: (JSON.parse(dryRun.stdout) as typeof receipt).email,
    auditEntries: changed,
  })
  t.ok(receipt.users >= 1)
  t.notMatch(await everything(dataDir, databaseUrl), PLANTED)
  t.match(await storage.users.list(), [{ id: bo.id, email: 'bo@example.com', name: 'Bo' }])
  t.equal((await storage.users.list()).length, 1)

  const entries = (await run('audit', '--all', '--json')).stdout
    .trim()
    .split('\n')
    .map(
      line =>
        JSON.parse(line) as { action: string; target: string; details: Record<string, unknown> },
    )
  const invited = entries.filter(
    ({ action, target }) => action === 'user.invited' && target !== `user:${bo.id}`,
  )
  t.equal(
    new Set(invited.map(({ details }) => details['email'])).size,
    1,
    'entries of one person are still known to be',
  )
  t.ok(receipt.email.startsWith(String(invited[0]!.details['email'])))
  t.match(entries.at(-1), {
    action: 'user.erased',
    actor: /^operator:/,
    target: `address:${receipt.email}`,
    companyId: 1,
    details: { users: [id] },
  })
  t.match(
    entries.find(({ target, action }) => target === `user:${bo.id}` && action === 'user.connected'),
    { details: { email: 'bo@example.com', subject: 'bo' } },
    "another user's stay",
  )

  t.match(await run('users', 'erase', ADDRESS, '--yes', '--json'), {
    code: 1,
    stdout: '',
    stderr: /nothing was erased/,
  })
  t.match(await run('users', 'erase', ADDRESS, '--dry-run'), {
    code: 0,
    stdout: /0 users or invitations and 0 audit entries/,
  })
  t.equal(
    (await run('audit', '--all', '--json')).stdout.trim().split('\n').length,
    entries.length,
    'what changed nothing is not noted',
  )
  t.match(await run('users', 'erase', 'ada', '--yes'), {
    code: 1,
    stderr: /is not an email address/,
  })

  const again = await storage.users.invite({ companyId: 1, email: ADDRESS })
  const later = auditedStorage(
    await openStorage({ dataDir, databaseUrl }),
    'service',
    () => undefined,
  )
  t.teardown(() => later.close())
  t.match(await later.users.connect(LOGIN), { id: again.id }, 'who was erased may be invited again')
  await storage.keys.create({ companyId: 1, name: `for ${ADDRESS}` })
  t.match(await run('users', 'erase', ADDRESS, '--yes'), {
    code: 0,
    stderr: /the names of these keys contain the address and stay: [0-9a-f]{12}\n/,
  })
}

t.test('users erase works on the embedded store', t => erases(t, null))

t.test('users erase works on a database', async t => {
  const url = await emptyDatabase(t)
  if (url !== undefined) await erases(t, url)
})
