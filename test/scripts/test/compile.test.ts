import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { compile, compiledPath } from '../../../scripts/test/compile.ts'

const EMPTY = { client: { src: {}, testing: {} }, mcp: {}, scripts: {}, test: {}, generated: {} }

async function load(root: string, file: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(compiledPath(root, file)).href)) as Record<string, unknown>
}

t.test('a compiled module imports compiled modules and maps to its source', async t => {
  const root = t.testdir({
    ...EMPTY,
    'facts.json': '{"answer":42}',
    server: {
      'main.ts': `#!/usr/bin/env node
import facts from '../facts.json' with { type: 'json' }
import { text, type Kind } from './text.tsx'
import type { Gone } from './gone.ts'
export const kind: Kind | Gone = text
export const answer: number = facts.answer
export const source = import.meta.url
export const folder = import.meta.dirname
export const file = import.meta.filename
export const page = new URL('page.html', import.meta.url).href
export const worker = new URL('worker.ts', import.meta.url).href
export const template = 'new URL(x, import.meta.url)'`,
      'text.tsx': "export type Kind = string\nexport const text = 'text'",
      'gone.ts': 'export type Gone = number',
      'worker.ts': '',
    },
  })
  const modules = await compile(root)
  t.strictSame(modules['server/main.ts']?.imports, ['facts.json', 'server/text.tsx'])
  t.strictSame(
    { ...(await load(root, 'server/main.ts')) },
    {
      kind: 'text',
      answer: 42,
      source: pathToFileURL(join(root, 'server/main.ts')).href,
      folder: join(root, 'server'),
      file: join(root, 'server/main.ts'),
      page: pathToFileURL(join(root, 'server/page.html')).href,
      worker: pathToFileURL(compiledPath(root, 'server/worker.ts')).href,
      template: 'new URL(x, import.meta.url)',
    },
  )
})

t.test(
  'only changed modules are recompiled, and modules of deleted sources are deleted',
  async t => {
    const root = t.testdir({
      ...EMPTY,
      server: {
        'kept.ts': 'export const x = 1',
        'changed.ts': 'export const x = 1',
        'removed.ts': '',
      },
    })
    await compile(root)
    const long = new Date('2020-01-01')
    await utimes(compiledPath(root, 'server/kept.ts'), long, long)
    await writeFile(join(root, 'server/changed.ts'), 'export const x = 22')
    await rm(join(root, 'server/removed.ts'))
    const modules = await compile(root)
    t.strictSame(Object.keys(modules).sort(), ['server/changed.ts', 'server/kept.ts'])
    t.strictSame((await stat(compiledPath(root, 'server/kept.ts'))).mtime, long)
    t.match(await readFile(compiledPath(root, 'server/changed.ts'), 'utf8'), 'x = 22')
    await t.rejects(stat(compiledPath(root, 'server/removed.ts')), { code: 'ENOENT' })
  },
)
