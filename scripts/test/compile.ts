import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, version } from 'esbuild'

/** Folders whose TypeScript becomes JavaScript, as in tsconfig.json. */
const FOLDERS = ['server', 'client/src', 'mcp', 'scripts', 'test', 'generated']

/** Mirrors the repository; modules only. */
export const OUTPUT = '.test-build'

/** A module loaded from its own file, such as the main module of a process; `scripts/build/service/build-service.ts` reads the same spelling. */
const OWN_MODULE = /new URL\('([^']+)\.ts', import\.meta\.url\)/g

/** A compiled module; paths are relative to the repository. */
export interface CompiledModule {
  stamp: string
  /** Modules and JSON files that it imports at run time. */
  imports: string[]
}

export type CompiledModules = Record<string, CompiledModule>

/**
 * Compiles each changed module below `root` into `OUTPUT` and returns all modules. Compiled modules keep the `import.meta` of their
 * sources, so relative paths to documents and fixtures stay valid.
 */
export async function compile(root: string): Promise<CompiledModules> {
  const record = join(root, OUTPUT, 'modules.json')
  const maker = `${root} esbuild ${version} ${await stampOf(import.meta.filename)}`
  const previous = await readRecord(record, maker)
  const modules: CompiledModules = {}
  const changed: string[] = []
  for (const [file, stamp] of await listSources(root)) {
    if (previous[file]?.stamp !== stamp) changed.push(file)
    modules[file] = previous[file]?.stamp === stamp ? previous[file] : { stamp, imports: [] }
  }
  const removed = Object.keys(previous).filter(file => modules[file] === undefined)
  if (changed.length === 0 && removed.length === 0) return modules
  await Promise.all(removed.map(file => rm(compiledPath(root, file), { force: true })))
  await compileFiles(root, changed, modules)
  await replaceFile(record, JSON.stringify({ maker, modules }))
  return modules
}

export function compiledPath(root: string, file: string): string {
  return join(root, OUTPUT, file.replace(/\.tsx?$/, '.js'))
}

async function compileFiles(
  root: string,
  files: readonly string[],
  modules: CompiledModules,
): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: files.map(file => `./${file}`),
    outbase: root,
    outdir: OUTPUT,
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: {
      'import.meta.url': '__sourceUrl',
      'import.meta.dirname': '__sourceFolder',
      'import.meta.filename': '__sourceFile',
    },
    logLevel: 'warning',
    plugins: [
      {
        name: 'module-by-module',
        setup(build) {
          build.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
            if (kind === 'entry-point') return undefined
            if (!path.startsWith('.')) return { path, external: true }
            const file = resolve(dirname(importer), path)
            modules[relative(root, importer)]!.imports.push(relative(root, file))
            if (/\.tsx?$/.test(path))
              return { path: path.replace(/\.tsx?$/, '.js'), external: true }
            return {
              path: relative(dirname(compiledPath(root, relative(root, importer))), file),
              external: true,
            }
          })
          build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => ({
            contents: ownPlace(root, path, await readFile(path, 'utf8')),
            loader: path.endsWith('x') ? 'tsx' : 'ts',
          }))
        },
      },
    ],
  })
  await Promise.all(outputFiles.map(({ path, contents }) => replaceFile(path, contents)))
}

/** Declares the replacement of `import.meta`, on the first line, so that others keep their numbers. */
function ownPlace(root: string, path: string, text: string): string {
  if (!text.includes('import.meta.')) return text
  const [source, compiled] = [path, compiledPath(root, relative(root, path))].map(file =>
    JSON.stringify(pathToFileURL(file).href),
  )
  const code = text.replace(/^#!/, '//').replace(OWN_MODULE, "new URL('$1.js', __compiledUrl)")
  const folder = `const __sourceFile = ${JSON.stringify(path)}, __sourceFolder = ${JSON.stringify(dirname(path))}`
  return `${folder}, __sourceUrl = ${source}, __compiledUrl = ${compiled};${code}`
}

async function listSources(root: string): Promise<[file: string, stamp: string][]> {
  const lists = await Promise.all(
    FOLDERS.map(folder => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  )
  const files = lists
    .flat()
    .filter(
      entry =>
        entry.isFile() &&
        /(?<!\.d)\.tsx?$/.test(entry.name) &&
        !entry.parentPath.includes('node_modules'),
    )
    .map(entry => join(entry.parentPath, entry.name))
  return await Promise.all(
    files.map(async file => [relative(root, file), await stampOf(file)] as [string, string]),
  )
}

async function stampOf(file: string): Promise<string> {
  const { mtimeMs, size } = await stat(file)
  return `${mtimeMs} ${size}`
}

async function readRecord(record: string, maker: string): Promise<CompiledModules> {
  try {
    const read = JSON.parse(await readFile(record, 'utf8')) as {
      maker: string
      modules: CompiledModules
    }
    return read.maker === maker ? read.modules : {}
  } catch {
    return {}
  }
}

/** Renames, since another run may be reading the file. */
async function replaceFile(path: string, contents: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${process.pid}.part`
  await writeFile(part, contents)
  await rename(part, path)
}
