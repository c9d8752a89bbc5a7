import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build, type BuildOptions, type PluginOption } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'
import { VIEWS } from '../../../generated/vocabulary/vocabulary.ts'

/** Where the browser code is built, within the repository. */
const OUTPUT = 'server/web/dist'

/** Everything that the browser code is made of. */
const SOURCES = [
  'generated',
  'client/src',
  'server/core',
  'server/web',
  'scripts/build/web',
  'package-lock.json',
]

/** Source folders of pages that are one HTML file each. */
const PAGES = new Map([
  ['page.html', 'server/web/page'],
  ...VIEWS.map(view => [`views/${view}.html`, `server/web/views/${view}`] as const),
])

const REPORT = 'server/web/page/report/main.tsx'

/**
 * Builds the page at `/` and the views as self-contained HTML files, the code of `admin report`, and the licenses of their packages,
 * unless `root` (absolute) has not changed since the last build.
 * @throws Error naming every view without a folder
 */
export async function buildWeb(root: string): Promise<void> {
  const stamp = await stampOf(root)
  const record = join(root, OUTPUT, 'stamp')
  if ((await readFile(record, 'utf8').catch(() => '')) === stamp) return
  const missing = [...PAGES.values()].filter(
    folder => !existsSync(join(root, folder, 'index.html')),
  )
  if (missing.length > 0)
    throw new Error(`openapi.yaml names views that have no page: ${missing.join(', ')}`)
  const built = await Promise.all([
    ...[...PAGES].map(async ([path, folder]) => {
      const { files, licenses } = await bundle(`${join(root, folder)}/`, [viteSingleFile()])
      return { files: [[path, files.get('index.html')!] as const], licenses }
    }),
    bundle(root, [], {
      lib: {
        entry: join(root, REPORT),
        formats: ['es'],
        fileName: 'report',
        cssFileName: 'report',
      },
    }),
  ])
  const licenses = new Set(built.flatMap(({ licenses }) => licenses))
  const files = [
    ...built.flatMap(({ files }) => [...files]),
    ['licenses.md', [HEAD, ...byText([...licenses].sort())].join('\n\n')] as const,
  ]
  await Promise.all(files.map(([path, text]) => put(join(root, OUTPUT, path), Buffer.from(text))))
  await put(record, Buffer.from(stamp))
}

/** Sizes and times of all sources. */
async function stampOf(root: string): Promise<string> {
  const lists = await Promise.all(
    SOURCES.map(async source => {
      const path = join(root, source)
      if (!(await stat(path)).isDirectory()) return [path]
      const entries = await readdir(path, { recursive: true, withFileTypes: true })
      return entries
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
    }),
  )
  const sources = lists.flat().filter(path => !path.startsWith(join(root, OUTPUT)))
  const stamps = await Promise.all(
    sources.sort().map(async path => {
      const { mtimeMs, size } = await stat(path)
      return `${path} ${mtimeMs} ${size}\n`
    }),
  )
  return createHash('sha256').update(stamps.join('')).digest('hex')
}

const HEAD = '# Licenses of the packages in the page and the views'

/** Each text once, below the names and copyrights of its packages. */
function byText(licenses: readonly string[]): string[] {
  const packages = new Map<string, string>()
  for (const license of licenses) {
    const begin = Math.max(0, license.search(/^Permission /m))
    const text = license.slice(begin)
    packages.set(text, (packages.get(text) ?? '') + license.slice(0, begin))
  }
  return [...packages].map(([text, names]) => names + text)
}

/** Files by name, and a text per package. */
async function bundle(
  root: string,
  plugins: PluginOption[],
  options: BuildOptions = {},
): Promise<{ files: Map<string, string>; licenses: string[] }> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      ...options,
      write: false,
      target: 'es2022',
      // The first versions with light-dark(): its fallback in older ones follows the browser's theme instead of the host's.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: false,
      license: { fileName: 'licenses.md' },
      // Packages declare which modules have side effects; this drops unused modules without any.
      rolldownOptions: {
        checks: { pluginTimings: false },
        // In libraries vite keeps white space and comments, which depend on the folder.
        ...(options.lib && { output: { minify: true } }),
        treeshake: {
          moduleSideEffects: [
            { test: /\.css$/, sideEffects: true },
            { test: /\/server\/web\/(views|page)\//, sideEffects: true },
            { test: /./, sideEffects: false },
          ],
        },
      },
    },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  const files = new Map(
    outputs
      .flatMap(({ output }) => output)
      .map(
        file => [file.fileName, file.type === 'asset' ? String(file.source) : file.code] as const,
      ),
  )
  const [, ...licenses] = (files.get('licenses.md') ?? '').split(/^(?=## )/m)
  files.delete('licenses.md')
  return { files, licenses: licenses.map(text => text.trim()) }
}

/** Writes a file at once, unless it has this content: a service that runs from the folder may be reading it. */
export async function put(path: string, contents: Uint8Array): Promise<void> {
  const before = await readFile(path).catch(() => undefined)
  if (before?.equals(contents)) return
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, contents)
  await rename(temporary, path)
}
