import { cp, writeFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { admin } from '../../support/admin.ts'
import { backupOf } from '../../support/copied-store.ts'
import { emptyDatabase } from '../../support/mariadb.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { twoCompanies } from '../../server/handlers/two-companies.ts'

async function comesBack(t: Test, environment: Record<string, string>): Promise<void> {
  const dir = t.testdir()
  const dataDir = `${dir}/data`
  const place = { ...environment, DATA_DIR: dataDir }
  const run = (...args: string[]) => admin(place, ...args)
  const done = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...args)
    t.equal(code, 0, stderr)
    return stdout.trim()
  }
  const idOf = (text: string) => (JSON.parse(text) as { id: string }).id
  await writeDelivery(`${dir}/one`, twoCompanies(), { format: 'csv' })
  await done('import', `${dir}/one`)
  const makeKey = async (company: string) => idOf(await done('keys', 'create', '--company', company, '--json'))
  const [early, late, kept] = [await makeKey('1'), await makeKey('1'), await makeKey('2')]
  await done('keys', 'revoke', early)
  const user = await done('users', 'invite', '--company', '1', '--email', 'ada@example.com')
  await done('access', 'revoke', '--company', '1', '--app', '2')

  const restore = await backupOf(t, dataDir, environment['DATABASE_URL'])
  await done('keys', 'revoke', late)
  await done('users', 'remove', user)
  await done('access', 'revoke', '--company', '1', '--app', '1')
  await done('runs', 'withdraw', '1', '--force')
  await done('companies', 'remove', '2', '--yes')
  await writeFile(`${dir}/log.jsonl`, await done('audit', '--all', '--json'))
  t.match(await run('revived', `${dir}/log.jsonl`), { code: 0, stdout: 'Nothing that was ended is there again.\n' })
  const logs = [`${dir}/log.jsonl`]
  if (environment['DATABASE_URL'] === undefined) {
    await cp(`${dataDir}/audit`, `${dir}/audit`, { recursive: true })
    logs.push(`${dir}/audit`)
  }

  await restore()
  for (const log of logs) {
    const revived = await run('revived', log, '--json')
    t.equal(revived.code, 1)
    t.match(JSON.parse(revived.stdout), [
      { kind: 'key', id: late, companyId: 1, actor: /^operator:/, command: `keys revoke ${late}` },
      { kind: 'user', id: user, command: `users remove ${user}` },
      { kind: 'access', id: '1', companyId: 1, command: 'access revoke --company 1 --app 1' },
      { kind: 'run', id: '1', companyId: null, command: 'runs withdraw 1' },
      { kind: 'key', id: kept, companyId: 2 },
      { kind: 'company', id: '2', command: 'companies remove 2 --yes' },
    ])
    t.equal((JSON.parse(revived.stdout) as object[]).length, 6)
  }
  t.match(await run('revived', ...logs), { code: 1, stdout: new RegExp(`^what .*\\nkey +1 .*keys revoke ${late}\\n`) })

  await done('access', 'revoke', '--company', '1', '--app', '1')
  await done('access', 'grant', '--company', '1', '--app', '1')
  await done('keys', 'revoke', late)
  await done('users', 'remove', user)
  await done('runs', 'withdraw', '1', '--force')
  await done('companies', 'remove', '2', '--yes')
  t.match(
    await run('revived', ...logs),
    { code: 0, stdout: 'Nothing that was ended is there again.\n' },
    'ended again, or given again since',
  )
}

t.test('admin revived, on the embedded store', t => comesBack(t, {}))

t.test('admin revived, on a database', async t => {
  const url = await emptyDatabase(t)
  if (url !== undefined) await comesBack(t, { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' })
})

t.test('a file of something else is no answer', async t => {
  const dir = t.testdir({ 'some.json': '{"a":1}\n', empty: {} })
  for (const path of [`${dir}/some.json`, `${dir}/empty`]) {
    t.match(await admin(`${dir}/data`, 'revived', path), { code: 1, stdout: '', stderr: /holds no entry of an audit log/ })
  }
  t.match(await admin(`${dir}/data`, 'revived', `${dir}/none`), { code: 1, stderr: /ENOENT/ })
})
