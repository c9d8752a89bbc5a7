import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { sweepDemoFolders, withDemoFolder } from '../../../server/demo/demo-folder.ts'

t.test('a demo folder is gone afterwards, whatever happens in it', async t => {
  const dataDir = t.testdir()
  const use = async (dir: string) => {
    await writeFile(join(dir, 'cohorts.parquet'), 'x')
    return (await readdir(dataDir)).length
  }
  t.equal(await withDemoFolder(dataDir, use), 1)
  await t.rejects(
    withDemoFolder(dataDir, async dir => {
      await use(dir)
      throw new Error('disk full')
    }),
    { message: 'disk full' },
  )
  t.strictSame(await readdir(dataDir), [])
})

t.test('a sweep takes what ended processes left, and nothing else', async t => {
  const dataDir = t.testdir({ catalog: {}, 'demo-notes': {} })
  // No process has a number beyond 2^22; this one's own number is an earlier process's, seen from a container.
  for (const pid of [4_194_305, process.pid, process.ppid]) {
    await mkdir(join(dataDir, `demo-${pid}-abc`))
    await writeFile(join(dataDir, `demo-${pid}-abc`, 'cohorts.parquet'), 'x')
  }
  await sweepDemoFolders(dataDir)
  t.strictSame(await readdir(dataDir), ['catalog', `demo-${process.ppid}-abc`, 'demo-notes'].sort())
})
