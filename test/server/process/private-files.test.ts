// Half a minute: the service's process writes and loads the whole demo, since whatever it makes on the way is looked at.
import { chmod, chown, lstat, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { closeToOthers } from '../../../server/process/private-files.ts'
import { admin, startProcess } from '../../support/process.ts'

process.umask(0o022)

/** Whatever below a folder, itself included, somebody else than its user may touch. */
async function openToOthers(folder: string): Promise<string[]> {
  const paths = [folder, ...(await readdir(folder, { recursive: true })).map(name => join(folder, name))]
  const modes = await Promise.all(paths.map(async path => [path, (await lstat(path)).mode & 0o777] as const))
  return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([path, mode]) => `${path} ${mode.toString(8)}`)
}

t.test('nothing that the service or its commands write can be read by others', async t => {
  const dir = t.testdir()
  const dataDir = `${dir}/deep/data`
  const { stdout, url, signal, ended } = await startProcess(t, { DATA_DIR: dataDir })
  t.strictSame(await openToOthers(`${dir}/deep`), [], 'the demo, loaded')
  const [key] = /uascope_\w+/.exec(stdout())!
  const ask = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
  const [{ id }] = (await (await ask('/v1/apps')).json()) as [{ id: number }]
  for (const format of ['csv', 'parquet']) t.equal((await ask(`/v1/report?appId=${id}&granularity=campaign&format=${format}`)).status, 200)
  t.match(await admin(dataDir, 'keys', 'create', '--company', '1'), { code: 0 })
  t.match(await admin(dataDir, 'users', 'invite', '--company', '1', '--email', 'ada@example.com'), { code: 0 })
  t.match(await admin(dataDir, 'demo', `${dir}/demo`), { code: 0 })
  t.match((await readdir(dataDir)).sort(), [
    'audit',
    'catalog.json',
    'deliveries',
    'export-secret',
    'keys',
    'spill',
    'spool',
    'staging',
    'users',
  ])
  t.strictSame([...(await openToOthers(`${dir}/deep`)), ...(await openToOthers(`${dir}/demo`))], [])
  signal('SIGTERM')
  t.equal((await ended).code, 0)
})

t.test("a store that was made open is closed; what is not the service's stays as it is", async t => {
  const dir = t.testdir({
    'catalog.json': '{}',
    'export-secret': 'x',
    deliveries: { 1: { 'facts.parquet': '' } },
    keys: {},
    'spool-abc': {},
    mine: {},
    'notes.txt': '',
  })
  for (const name of ['', 'catalog.json', 'deliveries', 'deliveries/1', 'keys', 'spool-abc', 'mine', 'notes.txt'])
    await chmod(join(dir, name), 0o755)
  const told: string[] = []
  await closeToOthers(dir, line => told.push(line))
  const mode = async (name: string) => ((await stat(join(dir, name))).mode & 0o777).toString(8)
  for (const name of ['catalog.json', 'deliveries', 'keys', 'spool-abc']) t.equal(await mode(name), '700', name)
  t.equal(await mode('export-secret'), '600')
  for (const name of ['', 'mine', 'notes.txt']) t.equal(await mode(name), '755', name)
  t.strictSame(told, [])
})

t.test(
  'files of another user are told, for they can be read by one of the two only',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  async t => {
    const dir = t.testdir()
    await mkdir(`${dir}/keys`)
    await writeFile(`${dir}/catalog.json`, '{}')
    await chown(`${dir}/keys`, 12345, 12345)
    const told: string[] = []
    await closeToOthers(dir, line => told.push(line))
    t.match(told, [/^Note: DATA_DIR .* has files of another user \(12345\), .* run the service and its commands as the same user$/])
  },
)
