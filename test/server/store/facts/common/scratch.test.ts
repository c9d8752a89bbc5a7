import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { withScratch } from '../../../../../server/store/facts/common/write-files.ts'

t.test('each import has its own folder and deletes those of dead imports only', async t => {
  const dataDir = t.testdir()
  const staging = join(dataDir, 'staging')
  const dead = spawnSync('true').pid
  const left = [`import-${dead}-0a`, `import-${process.pid}-0b`]
  const others = ['imports.lock', 'mysql-0c', `import-${process.ppid}-0d`]
  for (const name of [...left, ...others]) {
    mkdirSync(join(staging, name), { recursive: true })
    writeFileSync(join(staging, name, 'rows'), 'some')
  }
  await withScratch(dataDir, '01', async one => {
    t.strictSame(new Set(readdirSync(staging)), new Set([...others, `import-${process.pid}-01`]))
    await withScratch(dataDir, '02', async other => {
      t.not(one, other)
      t.strictSame(readdirSync(one), [])
    })
    t.ok(readdirSync(staging).includes(`import-${process.pid}-01`), 'it is still at work')
  })
  await t.rejects(
    withScratch(dataDir, '03', () => Promise.reject(new Error('no'))),
    { message: 'no' },
  )
  t.strictSame(readdirSync(staging).sort(), others.sort())
})
