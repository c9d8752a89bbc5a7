import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ConnectionError, UascopeClient } from '../../client/src/index.ts'
import { saveTo } from '../../client/src/node.ts'
import { answer, faultyServer, halfBody } from './support/faulty-server.ts'

const csv = 'a,b\n1,2\n'
const headers = {
  'content-type': 'text/csv',
  'content-disposition': 'attachment; filename="report.csv"',
}

async function download(t: Test, step: Parameters<typeof faultyServer>[1]) {
  const server = await faultyServer(t, step)
  return new UascopeClient({ apiKey: 'uascope_x', baseUrl: server.url }).getReport({
    appId: 1,
    granularity: 'campaign',
    format: 'csv',
  })
}

t.test(
  "saveTo writes to a path, replacing a file, or into a folder under the file's own name",
  async t => {
    const folder = t.testdir({ 'old.csv': 'old' })
    const path = join(folder, 'old.csv')
    t.equal(await saveTo(await download(t, answer(200, headers, csv)), path), path)
    t.equal(await readFile(path, 'utf8'), csv)
    t.equal(
      await saveTo(await download(t, answer(200, headers, csv)), folder),
      join(folder, 'report.csv'),
    )
    t.same((await readdir(folder)).sort(), ['old.csv', 'report.csv'])
  },
)

t.test('a broken download leaves no partial file and keeps the previous one', async t => {
  const folder = t.testdir({})
  const path = join(folder, 'report.csv')
  await t.rejects(saveTo(await download(t, halfBody(200, headers, csv, 4)), path), ConnectionError)
  t.same(await readdir(folder), [])
  await writeFile(path, 'old')
  await t.rejects(saveTo(await download(t, halfBody(200, headers, csv, 4)), path), ConnectionError)
  t.same(await readdir(folder), ['report.csv'])
  t.equal(await readFile(path, 'utf8'), 'old')
})

t.test(
  'a replaced file keeps its permissions, whatever the umask; a symbolic link is replaced itself',
  async t => {
    const folder = t.testdir({ 'old.csv': 'old' })
    const path = join(folder, 'old.csv')
    const umask = process.umask(0o022)
    t.teardown(() => process.umask(umask))
    for (const mode of [0o600, 0o664]) {
      await chmod(path, mode)
      await saveTo(await download(t, answer(200, headers, csv)), path)
      t.equal((await stat(path)).mode & 0o777, mode)
    }
    await saveTo(await download(t, answer(200, headers, csv)), join(folder, 'new.csv'))
    t.equal(
      (await stat(join(folder, 'new.csv'))).mode & 0o777,
      0o644,
      'a new one has those of any new file',
    )
    await writeFile(path, 'old')
    await symlink(path, join(folder, 'link.csv'))
    await saveTo(await download(t, answer(200, headers, csv)), join(folder, 'link.csv'))
    t.ok((await lstat(join(folder, 'link.csv'))).isFile())
    t.equal(await readFile(path, 'utf8'), 'old')
  },
)

t.test('any name that the file system accepts is used', async t => {
  const path = join(t.testdir({}), `${'\u5831'.repeat(83)}.csv`)
  await saveTo(await download(t, answer(200, headers, csv)), path)
  t.equal(await readFile(path, 'utf8'), csv)
})

t.test("a missing folder is reported as the file system's error", async t => {
  await t.rejects(
    saveTo(await download(t, answer(200, headers, csv)), join(t.testdir({}), 'none', 'report.csv')),
    /ENOENT/,
  )
})
