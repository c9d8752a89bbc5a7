import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { viteSingleFile } from 'vite-plugin-singlefile'

/** Where the sources of each page lie, by its path within `generated/`. */
const PAGES = {
  'views/recommendations.html': 'mcp/views/recommendations',
  'views/report.html': 'mcp/views/report',
  'views/roas-history.html': 'mcp/views/roas-history',
  'views/alerts.html': 'mcp/views/alerts',
  'host/index.html': 'mcp/host',
  'host/sandbox.html': 'mcp/host/sandbox',
}

/** The interactive views and the page at `/`, each one HTML file with everything that it needs: its text by its path within `generated/`. */
export async function pages(): Promise<[path: string, html: string][]> {
  return Promise.all(Object.entries(PAGES).map(async ([path, folder]): Promise<[string, string]> => [path, await pageOf(folder)]))
}

async function pageOf(folder: string): Promise<string> {
  const root = fileURLToPath(new URL(`../../${folder}/`, import.meta.url))
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [viteSingleFile()],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      // The first that know light-dark(): what stands in for it in older ones follows the browser's theme, and not the host's.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: false,
      // Packages say themselves which of their modules do something when imported; this drops what is only there to be chosen from.
      rolldownOptions: {
        treeshake: {
          moduleSideEffects: [
            { test: /\.css$/, sideEffects: true },
            { test: /\/mcp\/(views|host)\//, sideEffects: true },
            { test: /./, sideEffects: false },
          ],
        },
      },
    },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  const page = outputs.flatMap(({ output }) => output).find(({ fileName }) => fileName === 'index.html')
  if (page?.type !== 'asset') throw new Error(`${folder} gave no page`)
  return String(page.source)
}
