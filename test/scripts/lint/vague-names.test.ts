import { ESLint } from 'eslint'
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import t from 'tap'
import { repository } from '../../support/repository.ts'

const MESSAGE = 'Name what it is: file, keptRows, location. ARCHITECTURE.md has a glossary.'

t.test(
  'no base name occurs more than twice, entry points and tests named after their source aside',
  async t => {
    const files = execFileSync('git', ['ls-files', 'server', 'mcp', 'client', 'scripts', 'test'], {
      cwd: repository,
      encoding: 'utf8',
    })
      .split('\n')
      .filter(file => /\.tsx?$/.test(file))
    const stems = new Set(files.map(stemOf))
    const folders = new Set(
      files.flatMap(file =>
        file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/')),
      ),
    )
    const isMirror = (file: string): boolean => {
      const tested = stemOf(file).replace(/\.test$/, '')
      const source = tested.replace(/^test\//, '')
      return (
        file.endsWith('.test.ts') &&
        [tested, source].some(path => stems.has(path) || folders.has(path))
      )
    }
    const byName = new Map<string, string[]>()
    for (const file of files.filter(file => !isMirror(file)))
      byName.set(basename(stemOf(file)), [...(byName.get(basename(stemOf(file))) ?? []), file])
    t.ok(byName.size > 1000)
    t.strictSame(
      [...byName].filter(([name, { length }]) => length > 2 && !/^(main|index)$/.test(name)),
      [],
    )
  },
)

t.test(
  'lint refuses variables, parameters and functions that do not say what they are',
  async t => {
    const lint = async (code: string): Promise<number> => {
      const [result] = await new ESLint().lintText(code, {
        filePath: 'server/core/runtime/print.ts',
      })
      return result!.messages.filter(({ message }) => message === MESSAGE).length
    }
    const refused = [
      'const kept = 1',
      'function told(one: number, { place }: { place: string }) {}',
      'const [gone] = [1]',
      'const { a: seen } = x',
    ]
    t.equal(await lint([...refused, 'for (const left of [])', '  void left'].join('\n')), 7)
    t.equal(
      await lint('const { a, ...rest } = x\nconst keptRows = { kept: a, place: rest.left }'),
      0,
    )
  },
)

function stemOf(file: string): string {
  return file.replace(/\.tsx?$/, '')
}
