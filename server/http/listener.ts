import type { Boom } from '@hapi/boom'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { plainResponse, problem } from '../core/checks/problem.ts'
import type { Logger } from '../core/runtime/logger.ts'
import type { Door } from './door.ts'
import { hideLongHeaders } from './operations.ts'

/** Large enough to report a long query as an error of its length. */
const MAX_HEADER_BYTES = 128 * 1024

/** Time, ms, before a refused connection closes: an immediate close could lose the response. */
const LINGER = 2000

/** Longer than proxies keep idle connections, ms: the proxy must close first. */
const KEEP_ALIVE = 65_000

/** Time limits, ms, for headers and the whole request, and the interval of checks. */
const HEADERS_TIMEOUT = 20_000
const REQUEST_TIMEOUT = 60_000
const TIMEOUTS_INTERVAL = 5000

/**
 * Time, ms, after which a caller that reads nothing of its response is disconnected. Kernels buffer megabytes, so that a steady reader of
 * 20 KB/s may seem to read nothing for a minute.
 */
const READ_TIMEOUT = 300_000

export interface ListenerBounds {
  headersTimeout?: number
  requestTimeout?: number
  timeoutsInterval?: number
  readTimeout?: number
}

export function createListener(
  door: Door,
  {
    headersTimeout = HEADERS_TIMEOUT,
    requestTimeout = REQUEST_TIMEOUT,
    timeoutsInterval = TIMEOUTS_INTERVAL,
    readTimeout = READ_TIMEOUT,
  }: ListenerBounds = {},
): Server {
  const listener = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    // A plugin reports a missing Host header.
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: timeoutsInterval,
  })
  admitThrough(listener, door)
  toOriginForm(listener)
  boundUnreadBodies(listener)
  hideLongHeaders(listener)
  endStalledReaders(listener, readTimeout)
  listener.on('checkExpectation', (request, response) =>
    listener.emit('request', request, response),
  )
  return listener
}

/** Files and lists stay open until the last byte. A response without bytes yet waits for the service, not for its reader. */
function endStalledReaders(listener: Server, timeout: number): void {
  listener.on('request', (_request, response) => {
    response.setTimeout(timeout, () => {
      if (response.socket !== null && response.socket.writableLength > 0) response.socket.destroy()
    })
  })
}

interface Refusing {
  logger: Logger
  docsPath: string
}

export function answerClientErrors(listener: Server, options: Refusing): void {
  const answered = new WeakSet<Duplex>()
  listener.removeAllListeners('clientError')
  listener.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: ServerResponse }) => {
      if (answered.has(socket)) return
      answered.add(socket)
      const begun = socket._httpMessage?.headersSent === true
      if (!socket.writable || error.code === 'ECONNRESET' || begun) socket.destroy()
      else refuse(socket, problemOf(error), options)
    },
  )
  listener.on('connect', (_request, socket: Duplex) => {
    refuse(
      socket,
      problem('method_not_allowed', 'CONNECT is not allowed here.', {
        headers: { allow: 'GET, HEAD' },
      }),
      options,
    )
  })
}

function problemOf(error: NodeJS.ErrnoException): Boom {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return problem(
      'headers_too_large',
      `Request line and headers together are longer than ${MAX_HEADER_BYTES} bytes.`,
    )
  }
  if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT')
    return problem('bad_request', 'This is not a valid HTTP/1.1 request.')
  const timeout = problem('bad_request', 'The request did not arrive in time.')
  timeout.output.statusCode = 408
  timeout.output.payload.error = STATUS_CODES[408]!
  return timeout
}

function refuse(socket: Duplex, error: Boom, { logger, docsPath }: Refusing): void {
  const { requestId, status, headers, body } = plainResponse(error, docsPath)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  socket.on('error', () => socket.destroy())
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER).unref()
  logger.info({ requestId, company: null, operation: null, status, durationMs: 0 }, 'request')
}

/** Maximum pipelined requests per connection. */
const MAX_WAITING = 100

/**
 * Admits connections and requests through the door before anything else sees them, and handles a connection's requests one at a time: a
 * pipeline of a thousand would otherwise start all at once.
 */
function admitThrough(listener: Server, door: Door): void {
  const waiting = new WeakMap<Socket, (() => void)[]>()
  const accepting = new Accepting()
  const emit = listener.emit.bind(listener) as (event: string, ...values: unknown[]) => boolean

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    door.connections.begin(socket)
    response.once('close', () => {
      door.connections.finish(socket)
      setImmediate(() => {
        const next = waiting.get(socket)?.shift()
        if (next === undefined) waiting.delete(socket)
        else next()
      })
    })
    accepting.after(() => {
      // hapi would wait for a close that has already happened.
      if (!socket.destroyed)
        void door.enter(request, response, () => emit('request', request, response))
    })
  }

  listener.emit = (event: string, ...values: unknown[]): boolean => {
    if (event === 'connection') {
      accepting.accepted()
      if (!door.connections.admit(values[0] as Socket)) return true
    }
    if (event !== 'request') return emit(event, ...values)
    const [request, response] = values as [IncomingMessage, ServerResponse]
    const line = waiting.get(request.socket)
    if (line === undefined) {
      waiting.set(request.socket, [])
      serve(request, response)
    } else if (line.length < MAX_WAITING) line.push(() => serve(request, response))
    else request.socket.destroy()
    return true
  }
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * Reduces request targets to the path. An absolute form overrides `Host` (RFC 9112, 3.2.2); anything else becomes `*`, which has no
 * route. Must run before the target is read.
 */
function toOriginForm(listener: Server): void {
  listener.on('request', (request: IncomingMessage) => {
    const { url = '*' } = request
    if (url.startsWith('/')) return
    const [start, authority] = ABSOLUTE.exec(url) ?? []
    request.url = start === undefined ? '*' : url.slice(start.length).replace(/^(?!\/)/, '/')
    if (authority !== undefined) request.headers.host = authority
  })
}

/** Maximum bytes of an unread body to drain, so that a caller who writes first can read the response. */
const MAX_BYTES = 2 * 2 ** 20

/**
 * Limits draining of unread bodies, which Node would read to the end. If the response comes first, reading continues briefly, since an
 * early close could lose the response; then the connection closes.
 */
function boundUnreadBodies(listener: Server): void {
  listener.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (
      request.headers['content-length'] === undefined &&
      request.headers['transfer-encoding'] === undefined
    )
      return
    response.once('finish', () => {
      if (request.complete) return
      const close = () => request.socket.destroy()
      const timer = setTimeout(close, LINGER)
      let bytesLeft = MAX_BYTES
      request.on('data', (chunk: Buffer) => {
        bytesLeft -= chunk.length
        if (bytesLeft < 0) close()
      })
      request.once('close', () => clearTimeout(timer))
    })
  })
}

/** Maximum delay, ms, of a request while connections are accepted, and after it the time of a round in which requests are begun. */
const LONGEST = 30

/**
 * Lets waiting connections in before the next requests are handled. libuv accepts one connection in each round of the event loop (since 1.45,
 * libuv/libuv#3696), so under load each of many new ones would wait for the requests of as many rounds, 8 ms each.
 */
export class Accepting {
  #hasAccepted = false
  /** In ms of `performance.now`; undefined: requests need not wait. */
  #since: number | undefined
  #waiting: (() => void)[] = []

  /** Call for each accepted connection. */
  accepted(): void {
    this.#hasAccepted = true
    if (this.#since !== undefined) return
    this.#since = performance.now()
    setImmediate(this.#endRound)
  }

  /** Calls `handle` now, or after `LONGEST` ms at most and earlier ones. */
  after(handle: () => void): void {
    if (this.#since === undefined) handle()
    else this.#waiting.push(handle)
  }

  readonly #endRound = (): void => {
    if (this.#hasAccepted && performance.now() - this.#since! < LONGEST) {
      this.#hasAccepted = false
      setImmediate(this.#endRound)
      return
    }
    this.#hasAccepted = false
    this.#handleNext(performance.now() + LONGEST)
  }

  #handleNext(until: number): void {
    const handle = this.#waiting.shift()
    if (handle === undefined) {
      this.#since = undefined
      return
    }
    // Once its promises have done what they can at once, such as checks of a long query.
    queueMicrotask(() => {
      process.nextTick(() => {
        if (performance.now() < until) this.#handleNext(until)
        else setImmediate(this.#endRound)
      })
    })
    handle()
  }
}
