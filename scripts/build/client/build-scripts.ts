import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'

/**
 * Bundles the entries as ES modules and as CommonJS, each into one file with its source map. Includes own code and openapi-fetch, but not
 * optional peers and Node's modules. Only `testing` contains other packages, with their licenses next to it; it runs in Node, Deno and Bun.
 */
export async function buildScripts(
  root: string,
  entries: Readonly<Record<string, string>>,
): Promise<void> {
  const { testing, ...others } = entries
  const formats = [['esm', '.js'] as const, ['cjs', '.cjs'] as const]
  const results = await Promise.all(
    formats.map(async ([format, extension]) => {
      const options = { ...COMMON, absWorkingDir: root, format, outExtension: { '.js': extension } }
      await build({ ...options, entryPoints: others, platform: 'neutral' })
      return await build({
        ...options,
        ...TESTING,
        entryPoints: { testing: testing! },
        plugins: [sharedErrors(`./index${extension}`)],
      })
    }),
  )
  await writeFile(
    join(root, 'client/dist/testing.licenses.md'),
    await licensesOf(root, results[0]!.metafile),
  )
}

const COMMON = {
  outdir: 'client/dist',
  bundle: true,
  target: 'es2022',
  // CommonJS can load optional peers that are ES modules only through `import()`.
  supported: { 'dynamic-import': true },
  sourcemap: true,
  logLevel: 'warning',
  external: ['apache-arrow', 'arquero', 'arrow-js-ffi', 'hyparquet', 'node:*', 'parquet-wasm'],
} satisfies BuildOptions

const TESTING = {
  external: ['node:*'],
  mainFields: ['module', 'main'],
  // Deno needs the prefix.
  alias: { fs: 'node:fs', url: 'node:url', util: 'node:util' },
  platform: 'node',
  // Mostly packages: minified to a third, without a map, which would be larger than everything else.
  minify: true,
  keepNames: true,
  sourcemap: false,
  metafile: true,
} satisfies BuildOptions

/** Shares the core's error classes, so that the client recognizes the errors. */
function sharedErrors(core: string): Plugin {
  return {
    name: 'shared-errors',
    setup(build) {
      build.onResolve({ filter: /\/src\/errors\.ts$/ }, () => ({ path: core, external: true }))
    },
  }
}

async function licensesOf(root: string, { inputs }: Metafile): Promise<string> {
  const folders = new Set(
    Object.keys(inputs).flatMap(path => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  )
  const texts = await Promise.all(
    [...folders].sort().map(async folder => {
      const { name, version } = JSON.parse(
        await readFile(join(root, folder, 'package.json'), 'utf8'),
      ) as { name: string; version: string }
      const file = (await readdir(join(root, folder))).find(file => /^license/i.test(file))
      if (file === undefined) throw new Error(`${name} has no license file`)
      return `## ${name} ${version}\n\n${(await readFile(join(root, folder, file), 'utf8')).trim()}\n`
    }),
  )
  return ['# Packages in testing.js\n', ...texts].join('\n')
}
