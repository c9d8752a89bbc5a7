import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import type { Browser, Frame, Page } from 'playwright-core'
import type { Test } from 'tap'
import { repository } from '../repository.ts'

const PACKAGES = '.runtimes/mcp'
export const hasMcpUi =
  existsSync(`${PACKAGES}/node_modules/@mcp-ui/client`) &&
  existsSync(`${PACKAGES}/node_modules/react-dom`)

/** A host on `@mcp-ui/client`: it speaks to the tool endpoint by itself, and reads views from there. */
export interface McpUiHost {
  page: Page
  /** What went wrong in the host's page or a view. */
  errors: string[]
  /** Calls a tool and shows its result; gives the view's frame. @param changed properties of the package's component to replace */
  show: (tool: string, args: object, changed?: object) => Promise<Frame>
}

export interface McpUiHostOptions {
  endpoint: string
  key: string
}

/** Opens the host's page, which lives at `localhost`; views live at `127.0.0.1`, a different origin. */
export async function openMcpUiHost(
  t: Test,
  browser: Browser,
  { endpoint, key }: McpUiHostOptions,
): Promise<McpUiHost> {
  const bundle = await bundleHost()
  const files: Record<string, { type: string; body: () => string }> = {
    '/': {
      type: 'text/html',
      body: () => hostPage({ endpoint, key, sandbox: `http://127.0.0.1:${port}/sandbox` }),
    },
    '/host.js': { type: 'text/javascript', body: () => bundle },
    '/sandbox': { type: 'text/html', body: () => SANDBOX },
  }
  const server = createServer((request, response) => {
    const file = files[new URL(request.url!, 'http://localhost').pathname]
    response.writeHead(file === undefined ? 204 : 200, {
      'content-type': `${file?.type ?? 'text/plain'}; charset=utf-8`,
    })
    response.end(file?.body())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })

  const page = await browser.newPage({ viewport: { width: 900, height: 900 } })
  const errors: string[] = []
  // A client of 2025 tries GET for a stream, as the transport's specification has it; the browser tells its 405 as an error.
  const isNoStream = (text: string, url: string) => url === endpoint && text.includes('405')
  page.on('console', message => {
    const [text, { url }] = [message.text(), message.location()]
    if (message.type() === 'error' && !isNoStream(text, url)) errors.push(`${text} ${url}`)
  })
  page.on('pageerror', ({ message, stack = '' }) => {
    // The package tells its context before it is connected, and again when it is.
    if (message !== 'Not connected' || !stack.includes('/host.js')) errors.push(stack)
  })
  await page.goto(`http://localhost:${port}/`)
  return {
    page,
    errors,
    async show(tool, args, changed = {}) {
      await page.evaluate(all => (window as unknown as HostWindow).show(...all), [
        tool,
        args,
        changed,
      ] as [string, object, object])
      const sandbox = await (await page.waitForSelector('iframe')).contentFrame()
      const view = await (await sandbox!.waitForSelector('iframe')).contentFrame()
      return view!
    },
  }
}

export interface HostWindow {
  show: (tool: string, args: object, changed: object) => Promise<void>
  change: (context: object) => void
  opened: string[]
  said: unknown[]
  problems: string[]
}

async function bundleHost(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: readFileSync(`${repository}test/support/views/mcp-ui-page.jsx`, 'utf8'),
      resolveDir: resolve(PACKAGES),
      loader: 'jsx',
    },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}

function hostPage(settings: object): string {
  return `<!doctype html><title>Host</title><div id="root"></div>
<script>window.settings = ${JSON.stringify(settings)}</script><script type="module" src="/host.js"></script>`
}

/**
 * What the package leaves to whoever uses it, MCP Apps (2026-01-26), "Sandbox proxy": a page of another origin that writes the view into a
 * frame within and passes messages on between it and the host.
 */
const SANDBOX = `<!doctype html><title>Sandbox</title><style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100% }</style><body>
<script>
const view = document.createElement('iframe')
view.sandbox = 'allow-scripts'
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; connect-src 'none'"
addEventListener('message', ({ source, data }) => {
  if (source === view.contentWindow) return parent.postMessage(data, '*')
  if (source !== parent) return
  if (data.method !== 'ui/notifications/sandbox-resource-ready') return view.contentWindow?.postMessage(data, '*')
  const meta = '<meta http-equiv="Content-Security-Policy" content="' + policy + '">'
  view.srcdoc = data.params.html.replace(/<head>/i, '<head>' + meta)
  document.body.append(view)
})
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*')
</script>`
