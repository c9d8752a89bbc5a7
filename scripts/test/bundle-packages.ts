import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin, version } from 'esbuild'
import { OUTPUT } from './compile.ts'

/** By package, the modules that our sources import. */
export type Packages = Readonly<Record<string, readonly string[]>>

/** Packages with many files. They are built together, so that they share common code. */
export const PACKAGES: Packages = {
  '@aws-sdk/client-s3': ['.'],
  '@clickhouse/client': ['.'],
  '@duckdb/node-api': ['.', './lib/vectors/dataAccessors.js'],
  '@hapi/boom': ['.'],
  '@hapi/hapi': ['.'],
  '@modelcontextprotocol/server': ['.', './validators/ajv'],
  commander: ['.'],
  'csv-parse': ['.', './sync'],
  'fast-check': ['.'],
  hyparquet: ['.'],
  joi: ['.'],
  jose: ['.'],
  mysql2: ['.', './promise'],
  pino: ['.'],
  'prom-client': ['.'],
  yaml: ['.'],
}

const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/** Bundles each package into few modules, where compiled tests find them first: packages of many files take longer to load than our own code. */
export async function bundlePackages(root: string): Promise<void> {
  // tap omits frames from printed stacks if their path contains `@tapjs`, so only tap is in that folder.
  await bundle(root, '@tapjs', { tap: ['.'] })
  await bundle(root, '@bundled', PACKAGES)
}

/** Bundles packages into the folder `code`, unless these versions exist. */
export async function bundle(root: string, code: string, packages: Packages): Promise<void> {
  const folder = join(root, OUTPUT, 'node_modules')
  const names = Object.keys(packages)
  const maker = JSON.stringify([
    version,
    packages,
    await Promise.all(names.map(name => versionOf(root, name))),
  ])
  const record = join(folder, code, 'maker.json')
  if ((await readFile(record, 'utf8').catch(() => '')) === maker) return
  const modules = names.flatMap(name =>
    packages[name]!.map(path => ({ module: join(name, path), out: join(name, fileOf(path)) })),
  )
  const exported = await listExports(
    root,
    modules.map(({ module }) => module),
  )
  await build({
    absWorkingDir: root,
    entryPoints: modules.map(({ module, out }) => ({ in: `package:${module}`, out })),
    outdir: join(folder, code),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Each test file compiles them: a tenth less time.
    minifyWhitespace: true,
    minifySyntax: true,
    // Node.js does not support esbuild's condition `module`.
    conditions: [],
    // Loads the binary next to it.
    external: ['@duckdb/node-bindings'],
    banner: { js: REQUIRE },
    logLevel: 'warning',
    plugins: [packageModules(root, exported)],
  })
  for (const [name, paths] of Object.entries(packages)) {
    const exports = Object.fromEntries(paths.map(path => [path, `./${fileOf(path)}.js`]))
    await writeFile(
      join(folder, code, name, 'package.json'),
      JSON.stringify({ type: 'module', exports }),
    )
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await rm(join(folder, name), { recursive: true, force: true })
    await symlink(join(folder, code, name), join(folder, name))
  }
  await writeFile(join(folder, code, 'package.json'), '{"type":"module"}')
  await writeFile(record, maker)
}

function fileOf(path: string): string {
  return path === '.' ? 'index' : path.slice('./'.length)
}

async function versionOf(root: string, name: string): Promise<string> {
  return (
    JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string
    }
  ).version
}

const LIST = `
const names = {}
for (const module of process.argv.slice(1)) names[module] = Object.keys(await import(module))
console.log(JSON.stringify(names))`

/** In a separate process: tsx, which runs this one, changes the exports of CommonJS modules. */
async function listExports(
  root: string,
  modules: readonly string[],
): Promise<Record<string, string[]>> {
  const options = { cwd: root, env: { ...process.env, NODE_OPTIONS: '' } }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', LIST, '--', ...modules],
    options,
  )
  return JSON.parse(stdout) as Record<string, string[]>
}

/** Modules that export the packages' names, which esbuild cannot list for CommonJS. */
function packageModules(root: string, exported: Record<string, readonly string[]>): Plugin {
  return {
    name: 'package-modules',
    setup(build) {
      // With this extension, the default export of a CommonJS module is all its exports, as in Node.js.
      build.onResolve({ filter: /^package:/ }, ({ path }) => ({
        path: `${path.slice('package:'.length)}.mjs`,
        namespace: 'package',
      }))
      build.onLoad({ filter: /.*/, namespace: 'package' }, ({ path }) => {
        const module = path.slice(0, -'.mjs'.length)
        const names = exported[module]!.filter(
          name => name !== '__esModule' && name !== 'module.exports',
        )
        return { contents: `export { ${names.join(', ')} } from '${module}'`, resolveDir: root }
      })
    },
  }
}
