import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plainResponse, problem } from '../core/checks/problem.ts'
import type { Config } from '../core/runtime/config.ts'
import { publicUrl } from '../core/runtime/public-url.ts'

/** Maximum time, ms, for a request's headers and for all of it, and maximum connections. */
const TIMEOUT = 5000
const MAX_CONNECTIONS = 1000

/** Maximum `Retry-After`, s: a start may take less time than expected. */
const MAX_RETRY = 10

/** A long step of a start. */
export interface StartStage {
  /** A phrase such as "loading a demo". */
  doing: string
  /** 0 to 1. */
  share: number
  secondsLeft: number
}

/**
 * The service's port from the first moment of a start: a port in use ends the start before anything is loaded. `/healthz` is 200, all else 503,
 * and browsers get a page that reloads. Imports few modules, so that it responds early.
 */
export class StartingPort {
  stage: StartStage | null = null
  readonly #server: Server
  readonly #docsPath: string

  private constructor(config: Pick<Config, 'baseUrl' | 'host' | 'port'>) {
    this.#docsPath = new URL(`${publicUrl(config, config.port)}/docs`).pathname
    this.#server = createServer(
      { headersTimeout: TIMEOUT, requestTimeout: TIMEOUT },
      (request, response) => this.#answer(request, response),
    )
    this.#server.maxConnections = MAX_CONNECTIONS
  }

  static async open(config: Pick<Config, 'baseUrl' | 'host' | 'port'>): Promise<StartingPort> {
    const port = new StartingPort(config)
    port.#server.listen(config.port, config.host)
    await once(port.#server, 'listening')
    return port
  }

  get number(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Hands the port to `listener` without closing it in between; from then on the listener must close it. */
  async handOver(listener: Server): Promise<void> {
    listener.listen(this.#server)
    await once(listener, 'listening')
    this.#server.closeIdleConnections()
  }

  /** Ends a failed start. */
  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { status, type, body, headers = {} } = this.#answerTo(request)
    request.resume()
    response.writeHead(status, {
      ...(type !== undefined && { 'content-type': type }),
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // The next request must reach the service.
      connection: 'close',
      ...headers,
    })
    response.end(body)
  }

  #answerTo({ method, url = '', headers: { accept = '' } }: IncomingMessage): Answer {
    const isRead = method === 'GET' || method === 'HEAD'
    if (isRead && url.replace(/\?.*$/, '') === '/healthz')
      return { status: 200, type: JSON_TYPE, body: '{"status":"ok"}' }
    const { stage } = this
    const seconds = Math.min(MAX_RETRY, Math.max(1, stage?.secondsLeft ?? 1))
    const unavailable = { status: 503, headers: { 'retry-after': String(seconds) } }
    if (isRead && accept.includes('text/html')) {
      const headers = {
        ...unavailable.headers,
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
      }
      return { ...unavailable, headers, type: 'text/html; charset=utf-8', body: pageOf(stage) }
    }
    const detail = `The service is starting${stage === null ? '' : `: ${describe(stage)}`}. Try again in ${seconds} s.`
    return plainResponse(problem('unavailable', detail, unavailable), this.#docsPath)
  }
}

interface Answer {
  status: number
  type?: string
  body: string
  headers?: Record<string, string | number>
}

const JSON_TYPE = 'application/json; charset=utf-8'

function describe({ doing, share, secondsLeft }: StartStage): string {
  return `${doing}, ${Math.floor(share * 100)} % done, about ${secondsLeft} s left`
}

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:32rem;margin:20vh auto;padding:0 1rem}progress{width:100%}'
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function pageOf(stage: StartStage | null): string {
  const bar =
    stage === null
      ? '<progress aria-label="Start"></progress>'
      : `<progress aria-label="Start" value="${stage.share.toFixed(2)}"></progress>`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>uascope is starting</title>
<style>${STYLE}</style>
<h1>uascope is starting</h1>
<p>${stage === null ? 'It opens its store' : `It is ${describe(stage)}`}. This page reloads until it is ready.</p>
${bar}
</html>
`
}
