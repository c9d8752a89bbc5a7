import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'
import { ContractError } from './contract.ts'

/** Source folder of the page at `/`, by path within `generated/`. */
const PAGE = { 'page/index.html': 'mcp/page' }

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The views and the page at `/`, each as one self-contained HTML file, and the licenses of their packages, by path within `generated/`.
 * @throws ContractError listing every view without a folder
 */
export async function pages(views: readonly string[]): Promise<[path: string, text: string][]> {
  const sources = { ...Object.fromEntries(views.map(view => [`views/${view}.html`, `mcp/views/${view}`])), ...PAGE }
  const missing = Object.values(sources).filter(folder => !existsSync(`${ROOT}${folder}/index.html`))
  if (missing.length > 0) throw new ContractError(missing.map(folder => `#/x-mcp-tools: there is no ${folder}/index.html`))
  const built = await Promise.all(Object.entries(sources).map(async ([path, folder]) => ({ path, ...(await pageOf(folder)) })))
  const licenses = new Set(built.flatMap(({ licenses }) => licenses))
  return [...built.map(({ path, html }): [string, string] => [path, html]), ['licenses.md', [HEAD, ...[...licenses].sort()].join('\n\n')]]
}

const HEAD = '# Licenses of the packages in the pages of `views/` and `page/`'

async function pageOf(folder: string): Promise<{ html: string; licenses: string[] }> {
  const root = `${ROOT}${folder}/`
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [viteSingleFile()],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      // The first versions with light-dark(): its fallback in older ones follows the browser's theme instead of the host's.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: false,
      license: { fileName: 'licenses.md' },
      // Packages declare which modules have side effects; this drops unused ones without.
      rolldownOptions: {
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
    outputs.flatMap(({ output }) => output).flatMap(file => (file.type === 'asset' ? [[file.fileName, String(file.source)]] : [])),
  )
  const html = files.get('index.html')
  if (html === undefined) throw new Error(`${folder} gave no page`)
  const [, ...licenses] = (files.get('licenses.md') ?? '').split(/^(?=## )/m)
  return { html, licenses: licenses.map(text => text.trim()) }
}
