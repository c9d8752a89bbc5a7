import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildWeb } from '../web/build-web.ts'
import { ASSETS, copyAsset, ownFiles, put } from './own-files.ts'

const ENTRIES = {
  server: 'server/main.ts',
  admin: 'scripts/admin/main.ts',
  cli: 'scripts/cli/main.ts',
  'import-process': 'server/import-process.ts',
  'records-process': 'server/records-process.ts',
  'duckdb-process': 'server/duckdb-process.ts',
  'demo-process': 'server/demo/make-process.ts',
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
