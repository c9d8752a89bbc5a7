import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { filesNamed, filesOfTier, slowestFirst, testFiles } from '../../../scripts/test/select.ts'
import { SECOND_TIER, SLOW } from '../../tiers.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

const second = Object.values(SECOND_TIER).flat()

t.test('the second tier lists existing test files, each once', async t => {
  for (const file of second) {
    t.match(file, /^test\/.+\.test\.ts$/)
    t.ok(existsSync(join(repository, file)), `${file} exists`)
  }
  t.strictSame([...new Set(second)], second)
})

t.test('each file is in one tier; a new file is in the first', async t => {
  const files = ['test/new.test.ts', ...second]
  t.strictSame(filesOfTier(files, 'first'), ['test/new.test.ts'])
  t.strictSame(filesOfTier(files, 'rest'), second)
  t.strictSame(filesOfTier(files, 'all'), files)
})

t.test('the slowest files start first, also without measurements', async t => {
  for (const file of SLOW) t.ok(existsSync(join(repository, file)), `${file} exists`)
  const ofSecond = second.filter(file => !SLOW.includes(file))[0]!
  const files = ['test/new.test.ts', ofSecond, SLOW[1]!, SLOW[0]!]
  t.strictSame(slowestFirst(files, {}), files.toReversed())
  const times = { 'test/new.test.ts': 300, [SLOW[0]!]: 1, [SLOW[1]!]: 2, [ofSecond]: 3 }
  t.strictSame(slowestFirst(files, times), ['test/new.test.ts', ofSecond, SLOW[1]!, SLOW[0]!])
})

t.test('test files are recognized among modules', async t => {
  const modules = ['test/b.test.ts', 'test/a.test.ts', 'test/support/until.ts', 'scripts/x.test.ts']
  t.strictSame(
    testFiles(Object.fromEntries(modules.map(file => [file, { stamp: '', imports: [] }]))),
    ['test/a.test.ts', 'test/b.test.ts'],
  )
})

t.test('arguments may be files or folders', async t => {
  const files = [
    'test/client/rows.test.ts',
    'test/client/table.test.ts',
    'test/server/forecast/world.test.ts',
  ]
  const named = (...args: string[]) => filesNamed(process.cwd(), files, args)
  t.strictSame(named('test/server/forecast/world.test.ts'), files.slice(2))
  t.strictSame(named('./test/client/', join(process.cwd(), 'test/server/forecast')), files)
  t.throws(() => named('test/cli'), {
    message: 'test/cli is not a test file or a folder with test files: it does not exist',
  })
  t.throws(() => named('server'), {
    message: 'server is not a test file or a folder with test files',
  })
})
