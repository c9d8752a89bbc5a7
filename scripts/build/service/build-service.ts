import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { buildWeb, put } from '../web/build-web.ts'

const ENTRIES = {
  server: 'server/main.ts',
  admin: 'scripts/admin/main.ts',
  cli: 'scripts/cli/main.ts',
  'import-process': 'server/import-process.ts',
  'records-process': 'server/records-process.ts',
  'duckdb-process': 'server/duckdb-process.ts',
  'demo-process': 'scripts/lab/studio/make-process.ts',
}

/** Files that are not imported but must accompany the build. */
const LICENSES = ['LICENSE', 'server/web/dist/licenses.md']

/**
 * Builds a folder of plain JavaScript from the sources at `root` (absolute, like `folder`): the service, its commands, and the files
 * that they read. Packages are not bundled: they come from `node_modules`, by the lock file, so that the bill of materials lists what runs.
 * @param keep whether files of earlier builds stay, because a service may be running from the folder and load them later
 */
export async function buildService(
  root: string,
  folder: string,
  { keep = false } = {},
): Promise<void> {
  await buildWeb(root)
  await mkdir(folder, { recursive: true })
  // Shared code is named after its content, so files of earlier builds would accumulate. CI's bill of materials stays.
  const old = keep
    ? []
    : (await readdir(folder)).filter(name => name === ASSETS || name.endsWith('.js'))
  await Promise.all(old.map(name => rm(join(folder, name), { recursive: true })))
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: folder,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    plugins: [
      ownFiles(root, folder, new Map(Object.entries(ENTRIES).map(([name, file]) => [file, name]))),
    ],
    logLevel: 'warning',
  })
  await Promise.all(outputFiles.map(({ path, contents }) => put(path, contents)))
  await Promise.all(LICENSES.map(file => copyAsset(root, folder, file)))
}

const ASSETS = 'assets'

/** Matches how a source names a file next to it; only this spelling is found. */
const OWN_FILE = /new URL\('([^']+)', import\.meta\.url\)/g

/**
 * Lets built code find the files that its sources name by `new URL('...', import.meta.url)`: a module becomes its built entry,
 * other files are copied below `assets/`, at their path within the repository. All built modules are in `folder` itself, so
 * that the same relative address works from any of them.
 * @param entries names of built modules, without extension, by their source's path within the repository
 */
function ownFiles(root: string, folder: string, entries: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'own-files',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        const files = [...text.matchAll(OWN_FILE)].map(([, named]) =>
          relative(root, resolve(dirname(path), named!)),
        )
        await Promise.all(
          files.filter(file => !file.endsWith('.ts')).map(file => copyAsset(root, folder, file)),
        )
        const contents = text.replace(OWN_FILE, (_, named: string) => {
          const file = relative(root, resolve(dirname(path), named))
          return `new URL('./${file.endsWith('.ts') ? `${entryOf(file)}.js` : `${ASSETS}/${file}`}', import.meta.url)`
        })
        return { contents, loader: 'ts' }
      })

      const entryOf = (file: string): string => {
        const name = entries.get(file)
        if (name === undefined)
          throw new Error(`${file} is started as a module of its own: it must be among the entries`)
        return name
      }
    },
  }
}

async function copyAsset(root: string, folder: string, file: string): Promise<void> {
  await put(join(folder, ASSETS, file), await readFile(join(root, file)))
}
