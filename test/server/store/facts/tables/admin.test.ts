import t from 'tap'
import { SCHEMA_VERSION } from '../../../../../server/store/records/schema.ts'
import { minimalDelivery } from '../../../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../../../reference/write-delivery.ts'
import { admin as runHere } from '../../../../support/admin.ts'
import { emptyDatabase } from '../../../../support/mariadb.ts'
import { admin as runApart } from '../../../../support/process.ts'
import { startService } from '../../../../support/started-service.ts'

t.test("an operator's usual commands work on a database, and a node sees every change", async t => {
  const url = await emptyDatabase(t)
  if (url === undefined) return
  const dir = t.testdir()
  const environment = { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' }
  const place = { ...environment, DATA_DIR: `${dir}/operator` }
  const run = (...args: string[]) => runHere(place, ...args)
  const admin = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...args)
    if (code !== 0) throw new Error(stderr)
    return stdout
  }
  t.equal(
    await admin('migrate'),
    `Upgraded the database from schema version 0 to ${SCHEMA_VERSION}.\n`,
  )
  t.equal(
    await admin('migrate'),
    `The database has schema version ${SCHEMA_VERSION}, the current one: nothing to do.\n`,
  )
  t.match(await admin('status'), /The store is empty/)

  await writeDelivery(`${dir}/delivery`, minimalDelivery(), { format: 'csv' })
  const imported = await runApart(place, 'import', `${dir}/delivery`, '--json')
  t.equal(imported.code, 0, 'an import as an operator starts it, in a process of its own')
  t.match(JSON.parse(imported.stdout), { version: 1, rows: { runs: 2, cohorts: 1 } })
  t.match(await run('import', `${dir}/delivery`, '--json'), { code: 1, stdout: /must be new/ })
  const { apps } = JSON.parse(await admin('status', '--json')) as { apps: { megabytes: number }[] }
  t.match(apps, [{ id: 1, runs: 2, servedRun: 1, factRows: 1 }])
  t.ok(apps[0]!.megabytes >= 0)

  const node = await startService(t, { environment })
  const key = (await admin('keys', 'create', '--company', '1')).trim()
  const get = async () =>
    (await node.server.inject({ url: '/v1/apps', headers: { authorization: `Bearer ${key}` } }))
      .statusCode
  t.equal(await get(), 200)
  const [{ id }] = JSON.parse(await admin('keys', 'list', '--json')) as [{ id: string }]
  await admin('keys', 'revoke', id)
  node.passSecond()
  t.equal(await get(), 401)
  const user = (
    await admin('users', 'invite', '--company', '1', '--email', 'ada@example.com')
  ).trim()
  t.match(JSON.parse(await admin('users', 'list', '--json')), [
    { id: user, email: 'ada@example.com', connectedAt: null },
  ])
  const [first, ...noted] = (await admin('audit', '--json'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as object)
  t.match(first, { action: 'import.loaded', actor: /^operator:./, target: 'version:1' })
  t.match(noted, [
    { action: 'import.refused' },
    { action: 'key.created', companyId: 1 },
    { action: 'key.revoked', target: `key:${id}` },
    { action: 'user.invited', target: `user:${user}` },
  ])
  await admin('users', 'remove', user)
  t.match(
    await run('users', 'remove', user),
    { code: 1, stderr: /does not exist/ },
    'a command that changes nothing fails',
  )
  t.match(await run('keys', 'revoke', '000000000000'), { code: 1, stderr: /does not exist/ })
})
