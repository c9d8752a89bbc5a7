import { rename, writeFile } from 'node:fs/promises'
import t from 'tap'
import { watchRecords } from '../../../../server/engines/embedded/data-folder.ts'

t.test('a file that was replaced by one of equal size is read again', async t => {
  const dir = t.testdir({ 'a.json': '{"n":1}' })
  const folder = watchRecords(dir, (_name, text) => JSON.parse(text) as unknown)
  t.strictSame(new Map(await folder.read()), new Map([['a.json', { n: 1 }]]))
  await writeFile(`${dir}/aside`, '{"n":2}')
  await rename(`${dir}/aside`, `${dir}/a.json`)
  t.strictSame(new Map(await folder.read()), new Map([['a.json', { n: 2 }]]))
})
