import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { OUTPUT } from './compile.ts'

const REQUIRE = "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/**
 * Puts tap, as one module, where compiled tests find it before the package: a test process loads 2 files instead of 170, which halves the
 * CPU time of an empty test. tap leaves frames out of the stacks it prints when their path has `@tapjs` in it, so the module is in that folder.
 */
export async function bundleTap(root: string): Promise<void> {
  const modules = join(root, OUTPUT, 'node_modules')
  const manifest = await readFile(join(root, 'node_modules/tap/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const own = JSON.stringify({ type: 'module', main: 'index.js', version })
  if ((await readFile(join(modules, 'tap/package.json'), 'utf8').catch(() => '')) === own) return
  await mkdir(join(modules, 'tap'), { recursive: true })
  await build({
    // By this root: a compiled copy of this file would find the bundle.
    stdin: { contents: exportsOf('tap'), resolveDir: root },
    outfile: join(modules, '@tapjs/tap.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: REQUIRE },
    logLevel: 'warning',
  })
  await writeFile(join(modules, 'tap/index.js'), exportsOf('../@tapjs/tap.mjs'))
  await writeFile(join(modules, 'tap/package.json'), own)
}

function exportsOf(module: string): string {
  return `export * from '${module}'\nexport { default } from '${module}'\n`
}
