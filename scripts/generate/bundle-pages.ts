import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions, type PluginOption } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'
import { ContractError } from './contract.ts'

/** Source folder of the page at `/`, by path within `generated/`. */
const PAGE = { 'page/index.html': 'server/web/page' }

/** The code of `admin report`, likewise. */
const REPORT = {
  script: 'page/report.js',
  styles: 'page/report.css',
  entry: 'server/web/page/report/main.tsx',
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The views and the page at `/`, each as a self-contained HTML file, the code of `admin report`, and the licenses of their packages, by
 * path within `generated/`.
 * @throws ContractError listing every view without a folder
 */
export async function pages(views: readonly string[]): Promise<[path: string, text: string][]> {
  const sources = {
    ...Object.fromEntries(views.map(view => [`views/${view}.html`, `server/web/views/${view}`])),
    ...PAGE,
  }
  const missing = Object.values(sources).filter(
    folder => !existsSync(`${ROOT}${folder}/index.html`),
  )
  if (missing.length > 0)
    throw new ContractError(
      missing.map(folder => `#/x-mcp-tools: there is no ${folder}/index.html`),
    )
  const built = await Promise.all([
    ...Object.entries(sources).map(async ([path, folder]) => {
      const { files, licenses } = await bundle(`${ROOT}${folder}/`, [viteSingleFile()])
      return { texts: [[path, files.get('index.html')!]] as [string, string][], licenses }
    }),
    report(),
  ])
  const licenses = new Set(built.flatMap(({ licenses }) => licenses))
  return [
    ...built.flatMap(({ texts }) => texts),
    ['licenses.md', [HEAD, ...byText([...licenses].sort())].join('\n\n')],
  ]
}

const HEAD = '# Licenses of the packages in `views/` and `page/`'

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

async function report(): Promise<{ texts: [string, string][]; licenses: string[] }> {
  const { files, licenses } = await bundle(ROOT, [], {
    lib: { entry: ROOT + REPORT.entry, formats: ['es'], fileName: 'report', cssFileName: 'report' },
  })
  return {
    texts: [
      [REPORT.script, files.get('report.js')!],
      [REPORT.styles, files.get('report.css')!],
    ],
    licenses,
  }
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
        // In libraries vite keeps white space and comments, which depend on the folder.
        ...(options.lib && { output: { minify: true } }),
        treeshake: {
          moduleSideEffects: [
            { test: /\.css$/, sideEffects: true },
            { test: /\/mcp\/(views|page)\//, sideEffects: true },
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
  return { files, licenses: licenses.map(text => text.trim()) }
}
