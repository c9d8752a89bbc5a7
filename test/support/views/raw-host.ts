import type { Browser, Frame, Page } from 'playwright-core'

/** A host of the plainest kind, written from the specification alone (MCP Apps, 2026-01-26): it shares no code with the views. */
export interface RawHost {
  page: Page
  /** The sandboxed frame that holds the view. */
  frame: Frame
  /** What the view asked of the host, in order, answered or not. */
  requests: { method: string; params: Record<string, unknown> }[]
  /** Errors in the console and requests that its policy blocked. */
  errors: string[]
  notify: (method: string, params: object) => Promise<void>
  /** Asks the view. */
  request: (method: string, params: object) => Promise<unknown>
}

export interface RawHostOptions {
  html: string
  /** What the host says it can do; by default everything that the views use. */
  capabilities?: object
  context?: object
  /** Answers `tools/call`; what it throws becomes a JSON-RPC error. */
  call?: (name: string, args: Record<string, unknown>) => Promise<object>
  size?: { width: number; height: number }
  reducedMotion?: boolean
}

export const EVERYTHING = {
  serverTools: {},
  openLinks: {},
  downloadFile: {},
  message: { text: {} },
  updateModelContext: { text: {}, structuredContent: {} },
}

/** The policy that the specification has for views that name no domain. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

/** Shows a view; it is initialized when the promise resolves. */
export async function openInRawHost(browser: Browser, options: RawHostOptions): Promise<RawHost> {
  const {
    html,
    capabilities = EVERYTHING,
    context = {},
    call,
    size = { width: 800, height: 900 },
    reducedMotion = true,
  } = options
  const page = await browser.newPage({
    viewport: size,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  })
  const requests: RawHost['requests'] = []
  // Dates have a year only if it is not this one: tests have a day of their own, from which time goes on.
  await page.addInitScript({ content: CLOCK })
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(String(error)))
  page.on('requestfailed', request =>
    errors.push(`${request.url()} ${request.failure()?.errorText}`),
  )
  await page.exposeFunction(
    'answer',
    async (method: string, params: Record<string, unknown>): Promise<object> => {
      requests.push({ method, params })
      if (method === 'ui/initialize') {
        return {
          protocolVersion: '2026-01-26',
          hostInfo: { name: 'raw', version: '1' },
          hostCapabilities: capabilities,
          hostContext: context,
        }
      }
      if (method === 'tools/call' && call !== undefined)
        return await call(
          String(params['name']),
          (params['arguments'] ?? {}) as Record<string, unknown>,
        )
      if (method === 'ui/request-display-mode') return { mode: params['mode'] }
      if (/^(ui\/(message|open-link|download-file|update-model-context)|ping)$/.test(method))
        return {}
      throw new Error(`This host does not know ${method}`)
    },
  )
  await page.route('http://host.test/', route =>
    route.fulfill({ contentType: 'text/html', body: HOST }),
  )
  await page.route('http://view.test/', route =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': POLICY },
      body: html,
    }),
  )
  await page.goto('http://host.test/')
  await page.waitForFunction('window.initialized')
  const frame = page.frames().find(other => other.url() === 'http://view.test/')!
  return {
    page,
    frame,
    requests,
    errors,
    notify: (method, params) =>
      page.evaluate(message => (window as unknown as HostWindow).post(message), { method, params }),
    request: (method, params) =>
      page.evaluate(message => (window as unknown as HostWindow).ask(message), { method, params }),
  }
}

interface HostWindow {
  post: (message: object) => void
  ask: (message: object) => Promise<unknown>
}

/** Runs in every frame, as text: a compiler's helpers are not there. */
const CLOCK = `{
  const Real = Date, offset = Date.parse('2026-04-01T08:00:00Z') - Date.now()
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + offset) : super(...given) }
    static now() { return Real.now() + offset }
  }
}`

/** JSON-RPC over postMessage, and nothing else. */
const HOST = `<!doctype html><title>Host</title><style>body { margin: 0 } iframe { border: 0; width: 100vw; height: 100vh; display: block }</style>
<script>
const pending = new Map()
let frame, last = 0
const send = message => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
window.post = message => send(message)
window.ask = message => new Promise((resolve, reject) => { pending.set(++last, { resolve, reject }); send({ id: last, ...message }) })
addEventListener('message', async ({ source, data }) => {
  if (source !== frame?.contentWindow || data?.jsonrpc !== '2.0') return
  if (data.method === undefined) {
    const { resolve, reject } = pending.get(data.id) ?? {}
    pending.delete(data.id)
    if (data.error) reject?.(new Error(data.error.message)); else resolve?.(data.result)
  } else if (data.id === undefined) {
    if (data.method === 'ui/notifications/initialized') window.initialized = true
    if (data.method === 'ui/notifications/size-changed') window.viewSize = data.params
  } else {
    try { send({ id: data.id, result: await window.answer(data.method, data.params ?? {}) }) }
    catch (error) { send({ id: data.id, error: { code: -32000, message: error.message } }) }
  }
})
addEventListener('DOMContentLoaded', () => {
  frame = document.createElement('iframe')
  frame.sandbox = 'allow-scripts'
  frame.src = 'http://view.test/'
  document.body.append(frame)
})
</script><body></body>`
