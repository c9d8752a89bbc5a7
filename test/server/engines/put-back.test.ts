import { chmod, readdir, rename, rm, writeFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { admin } from '../../support/admin.ts'
import { backupOf } from '../../support/copied-store.ts'
import { emptyDatabase } from '../../support/mariadb.ts'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'

const NOTE = /Note: on 20.*Z the store was found put back to what it was on 20.*Z, from a backup or a copy\./

async function says(t: Test, environment: Record<string, string>): Promise<void> {
  const dir = t.testdir()
  const dataDir = `${dir}/data`
  const run = (...args: string[]) => admin({ ...environment, DATA_DIR: dataDir }, ...args)
  await writeDelivery(`${dir}/one`, minimalDelivery(), { format: 'csv' })
  t.match(await run('import', `${dir}/one`), { code: 0 })
  const { id } = JSON.parse((await run('keys', 'create', '--company', '1', '--json')).stdout) as { id: string }
  const restore = await backupOf(t, dataDir, environment['DATABASE_URL'])
  t.match(await run('keys', 'revoke', id), { code: 0 })
  const status = await run('status')
  t.match(status, { code: 0, stderr: '' })
  t.notMatch(status.stdout, /put back/)
  t.match(JSON.parse((await run('status', '--json')).stdout), { putBack: null })

  await restore()
  const listed = await run('keys', 'list')
  t.match(listed, { code: 0, stdout: /valid/, stderr: NOTE }, 'whoever looks first is told')
  t.match(await run('keys', 'list'), { stderr: '' }, 'once')
  t.match((await run('status')).stdout, NOTE, 'and can look it up')
  t.match(JSON.parse((await run('status', '--json')).stdout), { putBack: { foundAt: /Z$/, stateOf: /Z$/ } })
  const entries = (await run('audit', '--json')).stdout.trim().split('\n')
  t.match(
    entries.map(line => JSON.parse(line) as object),
    [
      { action: 'import.loaded' },
      { action: 'key.created' },
      { action: 'store.restored', actor: 'service', target: 'store', details: { stateOf: /Z$/ } },
    ],
  )
  t.equal(entries.length, 3)
}

t.test('a data directory that was moved, or given to somebody, was not put back', async t => {
  const dir = t.testdir()
  await writeDelivery(`${dir}/one`, minimalDelivery(), { format: 'csv' })
  t.match(await admin(`${dir}/data`, 'import', `${dir}/one`), { code: 0 })
  await rename(`${dir}/data`, `${dir}/moved`)
  for (const name of await readdir(`${dir}/moved`)) await chmod(`${dir}/moved/${name}`, 0o700)
  await rm(`${dir}/moved/audit`, { recursive: true })
  const status = await admin(`${dir}/moved`, 'status')
  t.match(status, { code: 0, stderr: '' })
  t.notMatch(status.stdout, /put back/)
  await writeFile(`${dir}/moved/seen.json`, '{"at":')
  t.match(await admin(`${dir}/moved`, 'status'), { code: 0, stderr: '' }, 'nor where the note is torn')
})

t.test('a data directory that was put back says so', t => says(t, {}))

t.test('a database that was put back says so', async t => {
  const url = await emptyDatabase(t)
  if (url !== undefined) await says(t, { DATABASE_URL: url, EXPORT_SECRET: 'a secret of these tests' })
})
