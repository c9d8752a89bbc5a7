/** The view's side of MCP Apps (2026-01-26): JSON-RPC 2.0 with the parent window. Without a schema library a view has a third of the size. */

import { isObject } from './read-result.ts'

type Params = Record<string, unknown>

interface Handlers {
  notified: (method: string, params: Params) => void
  /** Call before the host removes the view. */
  teardown: () => void
}

const PROTOCOL = '2026-01-26'

/** Time limit of a request to the host, ms. */
const TIMEOUT = 60_000

const METHOD_NOT_FOUND = -32601

/** Requests to the host, and its notifications. Ignores messages of other windows, and those that are not JSON-RPC. */
export class HostConnection {
  readonly #host: Window
  readonly #handlers: Handlers
  readonly #pending = new Map<
    unknown,
    { resolve: (result: Params) => void; reject: (error: Error) => void }
  >()
  #last = 0

  constructor(host: Window, handlers: Handlers) {
    this.#host = host
    this.#handlers = handlers
  }

  /** Performs the handshake; the result has `hostCapabilities` and `hostContext`. */
  async connect(name: string): Promise<Params> {
    window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
      if (source === this.#host && isObject(data) && data['jsonrpc'] === '2.0') this.#received(data)
    })
    const initialized = await this.request('ui/initialize', {
      appInfo: { name, version: '1' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      protocolVersion: PROTOCOL,
    })
    this.notify('ui/notifications/initialized', {})
    this.#reportSize()
    return initialized
  }

  /** @throws Error with the host's message, or if it does not respond */
  request(method: string, params: Params): Promise<Params> {
    const id = ++this.#last
    return new Promise<Params>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.notify('notifications/cancelled', { requestId: id, reason: 'timeout' })
        this.#settle(id)?.reject(new Error('Request timed out'))
      }, TIMEOUT)
      this.#pending.set(id, {
        resolve: result => resolve((clearTimeout(timer), result)),
        reject: error => reject((clearTimeout(timer), error)),
      })
      this.#send({ id, method, params })
    })
  }

  notify(method: string, params: Params): void {
    this.#send({ method, params })
  }

  #send(message: Params): void {
    this.#host.postMessage({ jsonrpc: '2.0', ...message }, '*')
  }

  #received({ id, method, params, result, error }: Params): void {
    if (typeof method !== 'string') {
      if (isObject(error)) this.#settle(id)?.reject(new Error(String(error['message'] ?? '')))
      else this.#settle(id)?.resolve(isObject(result) ? result : {})
    } else if (id === undefined) {
      this.#handlers.notified(method, isObject(params) ? params : {})
    } else if (method === 'ping' || method === 'ui/resource-teardown') {
      if (method !== 'ping') this.#handlers.teardown()
      this.#send({ id, result: {} })
    } else {
      this.#send({ id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } })
    }
  }

  #settle(id: unknown) {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }

  /** Hosts with resizable frames need its size, at most once per frame. */
  #reportSize(): void {
    const root = document.documentElement
    let [isDue, known] = [false, '']
    const report = () => {
      if (isDue) return
      isDue = true
      requestAnimationFrame(() => {
        isDue = false
        const before = root.style.height
        root.style.height = 'max-content'
        const size = {
          width: Math.ceil(window.innerWidth),
          height: Math.ceil(root.getBoundingClientRect().height),
        }
        root.style.height = before
        if (known === JSON.stringify(size)) return
        known = JSON.stringify(size)
        this.notify('ui/notifications/size-changed', size)
      })
    }
    report()
    const observer = new ResizeObserver(report)
    observer.observe(root)
    observer.observe(document.body)
  }
}
