import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { changeRun } from '../../../server/imports/load/changes.ts'
import { arbitraryDelivery } from '../../reference/arbitrary.ts'
import type { Delivery } from '../../reference/delivery.ts'
import { cohortRow, minimalDelivery, revenueRow, runRow } from '../../reference/minimal-delivery.ts'
import { toUrl } from '../../reference/request-types.ts'
import { arbitraryRequest } from '../../reference/requests.ts'
import { admin } from '../../support/admin.ts'
import fc from '../../support/fast-check.ts'
import { lakeOf } from '../../support/lake.ts'
import { emptyDatabase } from '../../support/mariadb.ts'
import { seed } from '../../support/seed.ts'
import { startService, type TestService } from '../../support/started-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const today = '2026-03-20'
const now = `${today}T12:00:00Z`
const SECRET = 'a secret of these tests'
const LOGIN = {
  issuer: 'https://login.example.com',
  subject: 'ada',
  verifiedEmail: 'ada@example.com',
  name: 'Ada',
}
/** Headers that name neither a cache nor an import. */
const SAME = ['run-id', 'total-rows', 'data-through', 'content-disposition', 'content-type']

type Environment = Record<string, string>

async function exported(t: Test, environment: Environment, ...options: string[]): Promise<string> {
  const folder = join(temporaryFolder(t), 'exported')
  const { code, stderr } = await admin(environment, 'export', folder, ...options)
  t.equal(code, 0, stderr)
  return folder
}

/** The environment of a store into which a folder was loaded. */
async function loaded(t: Test, folder: string, environment: Environment): Promise<Environment> {
  const own = { DATA_DIR: temporaryFolder(t), ...environment }
  const { code, stderr } = await admin(own, 'import', folder, '--with-records')
  t.equal(code, 0, stderr)
  return own
}

function open(t: Test, environment: Environment): Promise<TestService> {
  const { DATA_DIR: dataDir, ...others } = environment
  return startService(t, { now, environment: others, dataDir: dataDir! })
}

t.test('a store that moves through every engine answers as before', async t => {
  const [delivery] = fc.sample(arbitraryDelivery({ today, firstId: 1 }), { numRuns: 1, seed })
  const service = await startService(t, {
    now,
    deliveries: [delivery!],
    environment: { EXPORT_SECRET: SECRET },
  })
  const { companies, runs, apps } = await service.store.catalog()
  const company = companies[0]!.company_id
  const taken = runs.findLast(({ status }) => status === 'succeeded')
  if (taken !== undefined)
    await changeRun(service.storage.imports, {
      runId: taken.run_id,
      withdrawn: true,
      reason: 'wrong',
      force: true,
    })
  // Runs keep the DSIs that their app had.
  const app = apps.find(({ dsi_values: dsis }) => dsis.length > 1)
  if (app !== undefined) {
    const row = delivery!.apps.find(({ app_id: id }) => id === app.app_id)!
    await service.import({ apps: [{ ...row, dsi_values: String(row.target_dsi) }] })
  }
  service.passSecond()
  await service.users.invite({ companyId: company, email: 'Ada@example.com' })
  await service.users.invite({ companyId: company, email: 'bob@example.com' })
  await service.users.connect(LOGIN)
  const { key } = await service.keys.create({ companyId: company, name: 'Käse' })
  const revoked = await service.keys.create({ companyId: company })
  await service.keys.revoke(revoked.id)
  const [keys, users] = [await service.keys.list(), await service.users.list()]
  const paths = fc
    .sample(arbitraryRequest(delivery!, today), { numRuns: 20, seed })
    .map(request => toUrl(request))
  paths.push(...['/v1/apps', '/v1/overview'])
  const ask = ({ server }: TestService, path: string) =>
    server.inject({ url: path, headers: { authorization: `Bearer ${key}` } })
  const expected = await Promise.all(paths.map(path => ask(service, path)))
  t.ok(expected.some(({ statusCode }) => statusCode === 200))

  const [lake, tables] = [await lakeOf(t, 's3'), await emptyDatabase(t)]
  const engines: [string, Environment][] = [
    ...(lake === undefined ? [] : [['lake', lake.environment] as [string, Environment]]),
    ...(tables === undefined
      ? []
      : [['tables', { DATABASE_URL: tables, EXPORT_SECRET: SECRET }] as [string, Environment]]),
    ['embedded', { EXPORT_SECRET: SECRET }],
  ]
  let from: Environment = { DATA_DIR: service.dataDir, EXPORT_SECRET: SECRET }
  for (const [engine, environment] of engines) {
    from = await loaded(t, await exported(t, from), environment)
    const moved = await open(t, from)
    for (const [index, path] of paths.entries()) {
      const answer = await ask(moved, path)
      t.equal(answer.statusCode, expected[index]!.statusCode, `${engine}: ${path}`)
      if (answer.statusCode === 200)
        t.ok(answer.rawPayload.equals(expected[index]!.rawPayload), `${engine}: ${path}`)
      for (const name of SAME)
        t.equal(
          answer.headers[name],
          expected[index]!.headers[name],
          `${engine}: ${name} of ${path}`,
        )
    }
    t.strictSame(await moved.keys.list(), keys, engine)
    t.strictSame(await moved.users.list(), users, engine)
    t.match(await moved.users.connect(LOGIN), { id: users[0]!.id }, 'who was connected stays so')
    if (taken === undefined) continue
    const run = (await moved.store.catalog(taken.app_id)).runs.find(
      ({ run_id: id }) => id === taken.run_id,
    )
    t.match(run?.withdrawn, { since: String, reason: 'wrong' })
  }
})

const TWO: Delivery = {
  ...minimalDelivery(),
  companies: [
    { company_id: 1, name: 'One' },
    { company_id: 2, name: 'Two' },
  ],
}

t.test('an export of some apps has nothing of other companies', async t => {
  const service = await startService(t, { deliveries: [TWO] })
  await service.users.invite({ companyId: 2, email: 'eve@example.com' })
  await service.keyOf(2)
  const mine = await service.keyOf(1)
  const folder = await exported(t, { DATA_DIR: service.dataDir }, '--apps', '1')
  const text = await readFile(join(folder, 'records.json'), 'utf8')
  t.notMatch(text, /eve@example/)
  const { keys, users } = JSON.parse(text)
  t.match(keys, [{ company_id: 1 }])
  t.equal(keys.length, 1)
  t.strictSame(users, [])
  t.notMatch(text, mine, 'keys are hashes')

  for (const name of await readdir(folder))
    t.equal((await stat(join(folder, name))).mode & 0o777, 0o600, name)
  t.equal((await stat(folder)).mode & 0o777, 0o700)
  const moved = await open(t, await loaded(t, folder, {}))
  t.strictSame(
    (await moved.store.catalog()).companies.map(({ company_id: id }) => id),
    [1],
  )
})

t.test('who was revoked or erased in a store does not return with an earlier export', async t => {
  const environment = { DATA_DIR: temporaryFolder(t), EXPORT_SECRET: SECRET }
  const service = await open(t, environment)
  await service.import(TWO)
  for (const email of ['ada@example.com', 'bob@example.com'])
    t.equal(
      (await admin(environment, 'users', 'invite', '--company', '1', '--email', email)).code,
      0,
    )
  const made = await admin(environment, 'keys', 'create', '--company', '1')
  const [key] = await service.keys.list()
  const folder = await exported(t, environment)

  // The same store later, without the app.
  t.equal((await admin(environment, 'keys', 'revoke', key!.id)).code, 0)
  t.equal((await admin(environment, 'users', 'erase', 'ada@example.com', '--yes')).code, 0)
  t.equal((await admin(environment, 'apps', 'remove', '1', '--yes')).code, 0)
  const again = await admin(environment, 'import', folder, '--with-records')
  t.equal(again.code, 0, again.stderr)
  service.passSecond()
  t.strictSame(
    (await service.users.list()).map(({ email }) => email),
    ['bob@example.com'],
  )
  t.equal(await service.keys.find(made.stdout.trim()), null)
  t.notMatch((await admin(environment, 'audit', '--all', '--json')).stdout, /ada@example/)

  const other = { DATA_DIR: temporaryFolder(t), EXPORT_SECRET: `another ${SECRET}` }
  const later = await exported(t, environment)
  const noted = await admin(other, 'import', later, '--with-records')
  t.match(noted.stdout, /Note: 1 erasure in the log was made with another EXPORT_SECRET/)
})

t.test('old runs keep their cohorts as long as the store kept them', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()] })
  for (const run_id of [11, 12, 13])
    await service.import({
      runs: [runRow({ run_id, created_at: `2026-04-0${run_id - 10}T06:00:00.000Z` })],
      cohorts: [cohortRow({ run_id })],
      cohort_revenue: [revenueRow({ run_id })],
    })
  const kept = async ({ store }: TestService) =>
    (await store.catalog(1)).runs.filter(run => run.facts).map(({ run_id: id }) => id)
  service.passSecond()
  const moved = await open(t, await loaded(t, await exported(t, { DATA_DIR: service.dataDir }), {}))
  t.strictSame(await kept(moved), await kept(service))
  t.equal((await kept(moved)).length, 3)

  const other = await startService(t, {
    deliveries: [
      {
        companies: [{ company_id: 2, name: 'Two' }],
        apps: [{ ...minimalDelivery().apps[0]!, app_id: 2 }],
        app_access: [{ company_id: 2, app_id: 2 }],
        runs: [runRow({ run_id: 99, app_id: 2 })],
        cohorts: [cohortRow({ run_id: 99 })],
      },
    ],
  })
  await loaded(t, await exported(t, { DATA_DIR: service.dataDir }), { DATA_DIR: other.dataDir })
  other.passSecond()
  t.strictSame(await kept(other), await kept(service))
  const [run] = (await other.store.catalog(2)).runs.filter(({ run_id: id }) => id === 99)
  t.ok(run?.facts, 'and take none from the runs that were there')
})

t.test('what cannot be exported or loaded is named, and nothing changes', async t => {
  const service = await startService(t, { deliveries: [minimalDelivery()] })
  await service.keyOf(1)
  const environment = { DATA_DIR: service.dataDir }
  const folder = await exported(t, environment)
  const refused = async (message: RegExp, code: number, ...args: string[]) => {
    const target = { DATA_DIR: temporaryFolder(t) }
    const ended = await admin(args[0] === 'import' ? target : environment, ...args)
    t.match(ended.stderr, message)
    t.equal(ended.code, code, ended.stderr)
    if (args[0] === 'import')
      t.match((await admin(target, 'status', '--json')).stdout, /"apps": ?\[\]/)
  }
  await refused(/is not empty: name a new folder/, 1, 'export', folder)
  await refused(
    /app 7 does not exist; available: 1/,
    1,
    'export',
    join(folder, 'new'),
    '--apps',
    '7',
  )
  await refused(
    /cannot be combined with --company/,
    1,
    'import',
    folder,
    '--with-records',
    '--company',
    '1',
  )
  for (const command of ['push', 'pull']) await refused(/admin export DIR/, 2, 'lake', command)

  const plain = await admin({ DATA_DIR: temporaryFolder(t) }, 'import', folder)
  t.match(plain.stdout, /records\.json was not read: --with-records/)
  const text = await readFile(join(folder, 'records.json'), 'utf8')
  await writeFile(join(folder, 'records.json'), text.replace(/"company_id":1/, '"company_id":"1"'))
  await refused(/records\.json: must be as `admin export`/, 1, 'import', folder, '--with-records')
  await writeFile(join(folder, 'records.json'), text.slice(0, -2))
  await refused(/records\.json: must be as `admin export`/, 1, 'import', folder, '--with-records')
  await refused(
    /records\.json: is missing/,
    1,
    'import',
    t.testdir({ 'apps.csv': '' }),
    '--with-records',
  )
})
