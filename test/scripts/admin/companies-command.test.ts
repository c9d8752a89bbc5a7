import t, { type Test } from 'tap'
import { removeCompany } from '../../../server/imports/load/changes.ts'
import type { Storage } from '../../../server/store/facts/common/storage.ts'
import { removeWhole } from '../../../scripts/admin/companies-command.ts'
import { twoCompanies } from '../../support/two-companies.ts'
import { admin } from '../../support/admin.ts'
import { lakeOf } from '../../support/lake.ts'
import { emptyDatabase } from '../../support/mariadb.ts'
import { startService } from '../../support/started-service.ts'

const ADA = {
  issuer: 'https://a.example',
  subject: 'ada',
  verifiedEmail: 'ada@example.com',
  name: 'Ada',
}
const EXPORT_SECRET = 'a secret of these tests'

async function removes(t: Test, environment: Record<string, string>): Promise<void> {
  const service = await startService(t, { deliveries: [twoCompanies()], environment })
  const { dataDir, get, storage } = service
  const run = (...args: string[]) => admin({ ...environment, DATA_DIR: dataDir }, ...args)
  const listed = async () =>
    JSON.parse((await run('companies', 'list', '--json')).stdout) as object[]
  const key = await service.keyOf(1)
  await storage.users.invite({ companyId: 1, email: 'ada@example.com' })
  await storage.users.invite({ companyId: 2, email: 'bo@example.com' })
  const ada = await storage.users.connect(ADA)
  const { id: old } = await storage.keys.create({ companyId: 1 })
  await storage.keys.revoke(old)
  const other = (await get('/v1/apps', 2)).body.toString()
  const state = [
    { id: 1, name: 'Studio', apps: [1, 2, 3], keys: 1, users: 1 },
    { id: 2, name: 'Rival', apps: [1, 4], keys: 1, users: 1 },
  ]
  await run('access', 'grant', '--company', '2', '--app', '1')
  t.strictSame(await listed(), state)
  t.match(await run('companies', 'list'), {
    code: 0,
    stdout: /^id  name +apps +keys  users\n1   Studio  1 2 3 +1 +1\n2   Rival   1 4 /,
  })

  t.match(await run('companies', 'remove', '1'), {
    code: 1,
    stdout: '',
    stderr:
      'admin: this permanently deletes company 1 (Studio) with 1 key, 1 user or invitation and access to 3 apps. To confirm, add --yes\n',
  })
  service.passSecond()
  t.strictSame(await listed(), state)
  t.equal((await get('/v1/apps')).status, 200)

  t.match(await run('companies', 'remove', '1', '--yes'), {
    code: 0,
    stdout: '',
    stderr:
      'Removed company 1 (Studio) with 1 key, 1 user or invitation and access to 3 apps.\n' +
      'No company can read app 2 (Weekly), app 3 (Closed) any more; the data stay.\n',
  })
  service.passSecond()
  t.equal(await storage.keys.find(key), null)
  t.equal((await get('/v1/apps')).status, 401)
  t.notOk(await storage.users.isConnected(ada!.id))
  t.strictSame(await listed(), state.slice(1))
  t.not((await get('/v1/apps', 2)).body.toString(), other)
  t.equal((await get('/v1/recommendations?appId=1', 2)).status, 200)
  t.strictSame(
    (await service.store.catalog()).companies.map(({ company_id: id }) => id),
    [2],
    'a node that runs has heard of it',
  )
  t.match(await run('access', 'list', '--company', '1'), { stdout: 'No access.\n' })
  t.match(await run('companies', 'remove', '1', '--yes'), {
    code: 1,
    stderr: /company 1 does not exist; available: 2 \(Rival\)/,
  })
  t.match(await run('keys', 'create', '--company', '1'), {
    code: 1,
    stderr: /company 1 does not exist/,
  })
  t.match(JSON.parse((await run('status', '--json')).stdout), {
    companies: 1,
    apps: [
      { companies: [2], factRows: 1 },
      { companies: [], factRows: 2 },
    ],
  })
  const noted = (await run('audit', '--company', '1', '--last', '3', '--json')).stdout
    .trim()
    .split('\n')
  t.match(
    noted.map(line => JSON.parse(line) as object),
    [
      { action: 'key.revoked' },
      { action: 'user.removed', details: { email: 'ada@example.com' } },
      {
        action: 'company.removed',
        actor: /^operator:/,
        target: 'company:1',
        details: { name: 'Studio', apps: ['1', '2', '3'] },
      },
    ],
  )

  await t.test('a delivery with a removed company restores it, without keys', async t => {
    await service.import({
      companies: [{ company_id: 1, name: 'Studio' }],
      app_access: [{ company_id: 1, app_id: 2 }],
    })
    service.passSecond()
    t.equal((await get('/v1/apps')).status, 401)
    t.match(await listed(), [{ id: 1, name: 'Studio', apps: [2], keys: 0, users: 0 }, { id: 2 }])
    const again = (await run('keys', 'create', '--company', '1')).stdout.trim()
    const { payload } = await service.server.inject({
      url: '/v1/apps',
      headers: { authorization: `Bearer ${again}` },
    })
    t.match(JSON.parse(payload), [{ id: 2 }])
  })

  await t.test('interrupted work is repeated', async t => {
    await storage.users.invite({ companyId: 1, email: 'ada@example.com' })
    await withBroken(storage, async broken => {
      await t.rejects(removeWhole(broken, 1), { message: 'the connection is gone' })
      t.match(await listed(), [{ id: 1, apps: [2], keys: 0, users: 0 }, { id: 2 }], 'keys go first')
    })
    t.match(JSON.parse((await run('companies', 'remove', '1', '--yes', '--json')).stdout), {
      companyId: 1,
      keys: 0,
      users: 0,
      apps: [2],
      unreadApps: [2],
    })
    t.match(await listed(), [{ id: 2 }])
    const left = await storage.keys.create({ companyId: 1 })
    t.match(await run('companies', 'remove', '1', '--yes'), {
      code: 0,
      stderr: /^Removed what is left of company 1 with 1 key, 0 users/,
    })
    service.passSecond()
    t.notOk(await storage.keys.isValid(left.id), 'made while it was going')
  })
}

/** The storage, which publishes nothing. */
async function withBroken(
  storage: Storage,
  use: (broken: Storage) => Promise<void>,
): Promise<void> {
  const publish = () => Promise.reject(new Error('the connection is gone'))
  await use({
    ...storage,
    imports: {
      opened: (print, work) => storage.imports.opened(print, place => work({ ...place, publish })),
    },
  })
}

t.test('admin companies works on the embedded store', t => removes(t, {}))

t.test('admin companies works on a database', async t => {
  const url = await emptyDatabase(t)
  if (url !== undefined) await removes(t, { DATABASE_URL: url, EXPORT_SECRET })
})

t.test('admin companies works on a lake', async t => {
  const lake = await lakeOf(t, 'file')
  if (lake !== undefined) await removes(t, lake.environment)
})

t.test('a concurrent import does not restore a removed company', async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const { storage, store, passSecond } = await startService(t, {
    deliveries: [twoCompanies()],
    environment: { DATABASE_URL: url, EXPORT_SECRET },
  })
  await storage.imports.opened(
    () => {},
    async place => {
      const previous = await place.lock({ apps: [9], runs: [] }, new Date())
      await removeCompany(storage.imports, 1)
      const app = { ...previous.apps[0]!, app_id: 9 }
      const next = {
        ...previous,
        companies: previous.companies.map(company => ({ ...company, version: 'later' })),
        apps: [...previous.apps, app],
        app_access: [...previous.app_access, { company_id: 1, app_id: 9 }],
      }
      await place.publish(next, { action: 'import.loaded', target: 'version:2' })
    },
  )
  passSecond()
  const { companies, apps } = await store.catalog()
  t.match(companies, [{ company_id: 2, name: 'Rival', version: 'later' }])
  t.equal(companies.length, 1)
  t.equal(apps.at(-1)?.app_id, 9)
  t.match(
    (await removeCompany(storage.imports, 1)).apps,
    [{ app_id: 9 }],
    'what it brought goes the next time',
  )
  passSecond()
  t.notOk((await store.catalog()).app_access.some(pair => pair.company_id === 1))
})

t.test('a store without companies lists none', async t => {
  t.match(await admin(t.testdir(), 'companies', 'list'), { code: 0, stdout: 'No companies.\n' })
  t.match(await admin(t.testdir(), 'companies', 'remove', '1', '--yes'), {
    code: 1,
    stderr: /company 1 does not exist; import a delivery first/,
  })
})
