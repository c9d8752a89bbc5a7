import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { restrictAccess } from '../../../../server/core/runtime/private-files.ts'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../../reference/write-delivery.ts'
import { openToOthers } from '../../../support/open-to-others.ts'
import { admin, startProcess } from '../../../support/process.ts'
import { until } from '../../../support/until.ts'

process.umask(0o022)

t.test('other users cannot read anything that the service or its commands write', async t => {
  const dir = t.testdir()
  const dataDir = `${dir}/deep/data`
  const { url, signal, ended } = await startProcess(t, { DATA_DIR: dataDir, DEMO: 'off' })
  await writeDelivery(`${dir}/delivery`, minimalDelivery(), { format: 'csv' })
  t.match(await admin(dataDir, 'import', `${dir}/delivery`), { code: 0 })
  const key = (await admin(dataDir, 'keys', 'create', '--company', '1')).stdout.trim()
  const ask = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
  await until('the import and the key serve', async () => (await ask('/v1/apps')).status === 200)
  const [{ id }] = (await (await ask('/v1/apps')).json()) as [{ id: number }]
  for (const format of ['csv', 'parquet'])
    t.equal((await ask(`/v1/report?appId=${id}&granularity=campaign&format=${format}`)).status, 200)
  t.match(await admin(dataDir, 'users', 'invite', '--company', '1', '--email', 'ada@example.com'), {
    code: 0,
  })
  t.match(await admin(dataDir, 'demo', `${dir}/demo`), { code: 0 })
  t.match((await readdir(dataDir)).sort(), [
    'deliveries',
    'export-secret',
    'records',
    'spill',
    'spool',
    'staging',
  ])
  t.strictSame(await openToOthers(`${dir}/deep`), [])
  t.strictSame(await openToOthers(`${dir}/demo`), [])
  signal('SIGTERM')
  t.equal((await ended).code, 0)
})

t.test('a store with open permissions is closed; foreign files stay unchanged', async t => {
  const dir = t.testdir({
    'catalog.json': '{}',
    'export-secret': 'x',
    deliveries: { 1: { 'facts.parquet': '' } },
    keys: {},
    'spool-abc': {},
    mine: {},
    'notes.txt': '',
  })
  for (const name of [
    '',
    'catalog.json',
    'deliveries',
    'deliveries/1',
    'keys',
    'spool-abc',
    'mine',
    'notes.txt',
  ])
    await chmod(join(dir, name), 0o755)
  const lines: string[] = []
  await restrictAccess(dir, line => lines.push(line))
  const mode = async (name: string) => ((await stat(join(dir, name))).mode & 0o777).toString(8)
  for (const name of ['catalog.json', 'deliveries', 'keys', 'spool-abc'])
    t.equal(await mode(name), '700', name)
  t.equal(await mode('export-secret'), '600')
  for (const name of ['', 'mine', 'notes.txt']) t.equal(await mode(name), '755', name)
  t.strictSame(lines, [])
})

t.test(
  'files of another user are reported, since only one of the two can read them',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  async t => {
    const dir = t.testdir()
    await mkdir(`${dir}/keys`)
    await writeFile(`${dir}/catalog.json`, '{}')
    await chown(`${dir}/keys`, 12345, 12345)
    const lines: string[] = []
    await restrictAccess(dir, line => lines.push(line))
    t.match(lines, [
      /^Note: DATA_DIR .* has files of another user \(12345\), .* run the service and its commands as the same user$/,
    ])
  },
)
