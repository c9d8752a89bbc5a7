import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Test } from 'tap'
import type { Project } from '../support/packed-project.ts'

/** openapi-fetch takes 2,300 of it. */
const LIMIT = 9216

/** How much of the package ends up in a page. */
export async function testBundles(t: Test, project: Project): Promise<void> {
  const whole = await bundle(project, "export * from '@uascope/client'")
  const client = await bundle(project, "export { UascopeClient } from '@uascope/client'")
  const one = await bundle(project, "export { Connection, listApps } from '@uascope/client'")
  const file = await bundle(project, "export { Connection, getReport } from '@uascope/client'")
  t.comment(
    `minified and gzipped: everything ${whole.size}, UascopeClient ${client.size}, listApps ${one.size}, getReport ${file.size} bytes`,
  )

  t.ok(whole.size <= LIMIT, `the core is at most ${LIMIT} bytes`)
  t.ok(one.size < client.size * 0.85, 'one operation takes less')
  t.match(client.text, '/v1/alerts')
  t.notMatch(one.text, '/v1/alerts', 'the other operations are left out')
  t.notMatch(one.text, /disposition/i, 'and what only downloads need')
  t.same(whole.imports, [], 'the core needs nothing')

  const nothing = await bundle(
    project,
    "import '@uascope/client'; import '@uascope/client/arquero'",
  )
  t.equal(nothing.text.trim(), '', 'an unused import costs nothing')

  const rows = await bundle(project, "export { toRows } from '@uascope/client/rows'", ['hyparquet'])
  t.comment(`rows in plain JavaScript: ${rows.size} bytes beside hyparquet`)
  t.same(rows.imports, ['hyparquet'], 'rows in plain JavaScript need no WebAssembly')

  const table = await bundle(project, "export { toArrow } from '@uascope/client/arrow'", [
    'apache-arrow',
    'arrow-js-ffi',
    'parquet-wasm',
  ])
  t.same(table.imports.sort(), ['arrow-js-ffi', 'parquet-wasm'], 'an Arrow table needs no Arquero')
  t.notMatch(table.text, '/v1/apps', 'the table entry stands apart')
}

/** In a project without packages for Parquet. */
export async function testCsvBundle(t: Test, project: Project): Promise<void> {
  const { imports } = await bundle(project, "export { toRows } from '@uascope/client/rows'")
  t.same(imports, ['hyparquet'], 'a page that reads only CSV is bundled without the package')
}

/** A page's script for browsers; sizes in bytes. */
async function bundle({ folder }: Project, contents: string, external: string[] = []) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external,
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const { text, contents: bytes } = outputFiles[0]!
  return {
    text,
    size: gzipSync(bytes, { level: 9 }).length,
    imports: Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.map(({ path }) => path),
    ),
  }
}
