import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { folderAside } from '../../../../server/forecast/write/staging.ts'

t.test('the target path stays empty until the folder is complete', async t => {
  const dir = t.testdir()
  const target = join(dir, 'out', '2026-03-15')
  const aside = await folderAside(target)
  await writeFile(join(aside.path, 'a.parquet'), 'a')
  t.match(await readdir(join(dir, 'out')), [/^\.2026-03-15\.[0-9a-f]{12}$/])
  await aside.publish()
  t.strictSame(await readdir(join(dir, 'out')), ['2026-03-15'])
  t.equal(await readFile(join(target, 'a.parquet'), 'utf8'), 'a')
  await t.rejects(folderAside(target), /2026-03-15 is not empty: it holds a\.parquet/)
})

t.test('an empty folder is accepted; one filled during the write is not', async t => {
  const dir = t.testdir({ empty: {}, file: 'x' })
  const aside = await folderAside(join(dir, 'empty'))
  await aside.publish()
  const target = join(dir, 'late')
  const late = await folderAside(target)
  await mkdir(target)
  await writeFile(join(target, 'mine.txt'), 'mine')
  await t.rejects(late.publish(), /not empty: it holds mine\.txt/)
  await late.discard()
  t.strictSame((await readdir(dir)).sort(), ['empty', 'file', 'late'])
  await t.rejects(folderAside(join(dir, 'file')), /file is not a folder/)
})
