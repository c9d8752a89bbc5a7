import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { changedFiles, dependents } from '../../../scripts/test/changed.ts'

t.test(
  'changed tests are those that import a changed file, directly or not, or name it',
  async t => {
    const root = t.testdir({
      'page.md': '',
      server: { 'main.ts': '', 'dates.ts': '', 'other.ts': '' },
      test: {
        'dates.test.ts': '',
        'main.test.ts': "start('server/main.ts')",
        'page.test.ts': "new URL('../page.md', import.meta.url)",
        'other.test.ts': "'no/such/file.ts'",
      },
    })
    const imports: Record<string, string[]> = {
      'server/dates.ts': [],
      'server/main.ts': ['server/dates.ts'],
      'server/other.ts': [],
      'test/dates.test.ts': ['server/dates.ts'],
      'test/main.test.ts': [],
      'test/page.test.ts': [],
      'test/other.test.ts': ['server/other.ts'],
    }
    const modules = Object.fromEntries(
      Object.entries(imports).map(([file, imports]) => [file, { stamp: '', imports }]),
    )
    const testsOf = (...files: string[]) =>
      dependents(root, modules, files).filter(file => file.startsWith('test/'))
    t.strictSame(testsOf('server/dates.ts'), ['test/dates.test.ts', 'test/main.test.ts'])
    t.strictSame(testsOf('server/main.ts'), ['test/main.test.ts'])
    t.strictSame(testsOf('page.md'), ['test/page.test.ts'])
    t.strictSame(testsOf('server/other.ts', 'test/dates.test.ts'), [
      'test/dates.test.ts',
      'test/other.test.ts',
    ])
  },
)

t.test('changed files are those that differ from a commit, and untracked ones', async t => {
  const root = t.testdir({ '.gitignore': 'ignored.ts\n', 'same.ts': '', 'edited.ts': '' })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'First')
  t.strictSame(changedFiles(root, 'HEAD'), [])
  for (const file of ['edited.ts', 'new.ts', 'ignored.ts'])
    await writeFile(join(root, file), 'export {}')
  t.strictSame(changedFiles(root, 'HEAD').sort(), ['edited.ts', 'new.ts'])
  git('add', '.')
  git('commit', '-q', '-m', 'Second')
  t.strictSame(changedFiles(root, 'HEAD~1').sort(), ['edited.ts', 'new.ts'])
  t.throws(() => changedFiles(root, 'no-such-branch'))
})
