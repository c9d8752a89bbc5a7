import { readdir, writeFile } from 'node:fs/promises'
import t from 'tap'
import { admin } from '../../support/admin.ts'

t.test('demo writes a delivery and nothing else', async t => {
  const dir = t.testdir()
  t.match(await admin(`${dir}/data`, 'demo', `${dir}/demo`, '--today', '2026-03-31'), {
    code: 0,
    stdout: '',
    stderr: /import/,
  })
  t.strictSame((await readdir(dir)).sort(), ['demo'], 'nothing but the delivery is written')
  t.ok((await readdir(`${dir}/demo`)).includes('cohorts.parquet'))
  await writeFile(`${dir}/demo/mine.txt`, 'kept')
  t.match(
    await admin(`${dir}/data`, 'demo', `${dir}/demo`),
    { code: 1, stderr: /mine\.txt/ },
    'a folder that holds anything else is left alone',
  )
})
