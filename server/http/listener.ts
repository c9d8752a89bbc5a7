import type { Boom } from '@hapi/boom'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { problem, problemDocument } from '../checks/problem.ts'
import type { Logger } from '../process/logger.ts'
import { hideLongHeaders, PROBLEM_TYPE } from './problems.ts'
import { endSlowReaders, type SlowReaderBounds } from './slow-readers.ts'

/** Maximum bytes of request line and headers, large enough to report a long query string as such. */
const MOST_HEADER_BYTES = 128 * 1024

/** How long, in ms, a refused connection stays open: closed at once, its answer could be lost with what the caller still sends. */
const LINGER = 2000

/** Proxies keep idle connections for about a minute; this end must not be the first to close them. */
const KEEP_ALIVE = 65_000

/** How long, in ms, callers may take to send their headers, and the whole of a request; how often that is looked at. */
const HEADERS_TIMEOUT = 20_000
const REQUEST_TIMEOUT = 60_000
const TIMEOUTS_INTERVAL = 5000

/** Connections at once: without a bound they would take every file descriptor, and those for files with them. */
const MOST_CONNECTIONS = 4096

/** Limits of the listener. */
export interface ListenerBounds {
  headersTimeout?: number
  requestTimeout?: number
  timeoutsInterval?: number
  maxConnections?: number
  slowReaders?: SlowReaderBounds
}

/** The HTTP server that the framework runs on. */
export function createListener({
  headersTimeout = HEADERS_TIMEOUT,
  requestTimeout = REQUEST_TIMEOUT,
  timeoutsInterval = TIMEOUTS_INTERVAL,
  maxConnections = MOST_CONNECTIONS,
  slowReaders,
}: ListenerBounds = {}): Server {
  const listener = createServer({
    maxHeaderSize: MOST_HEADER_BYTES,
    // A missing Host header is answered as a problem, by a plugin.
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: timeoutsInterval,
  })
  listener.maxConnections = maxConnections
  // Those that only wait for their next request make way for the next ones who come.
  listener.on('drop', () => listener.closeIdleConnections())
  oneAtATime(listener)
  toOriginForm(listener)
  hideLongHeaders(listener)
  boundUnreadBodies(listener)
  endSlowReaders(listener, slowReaders)
  listener.on('checkExpectation', (request, response) => listener.emit('request', request, response))
  return listener
}

interface Refusing {
  logger: Logger
  /** Path of the documentation. */
  docsPath: string
}

/** Responds to malformed HTTP with a problem document instead of the framework's empty responses. */
export function answerClientErrors(listener: Server, options: Refusing): void {
  const answered = new WeakSet<Duplex>()
  listener.removeAllListeners('clientError')
  listener.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex & { _httpMessage?: ServerResponse }) => {
    if (answered.has(socket)) return
    answered.add(socket)
    const begun = socket._httpMessage?.headersSent === true
    if (!socket.writable || error.code === 'ECONNRESET' || begun) socket.destroy()
    else refuse(socket, problemOf(error), options)
  })
  listener.on('connect', (_request, socket: Duplex) => {
    refuse(socket, problem('method_not_allowed', 'CONNECT is not allowed here.', { headers: { allow: 'GET, HEAD' } }), options)
  })
}

function problemOf(error: NodeJS.ErrnoException): Boom {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return problem('headers_too_large', `Request line and headers together are longer than ${MOST_HEADER_BYTES} bytes.`)
  }
  if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return problem('bad_request', 'This is not a valid HTTP/1.1 request.')
  const timeout = problem('bad_request', 'The request did not arrive in time.')
  timeout.output.statusCode = 408
  timeout.output.payload.error = STATUS_CODES[408]!
  return timeout
}

function refuse(socket: Duplex, error: Boom, { logger, docsPath }: Refusing): void {
  const requestId = randomUUID()
  const status = error.output.statusCode
  const body = JSON.stringify(problemDocument(error, { requestId, docsPath }))
  const headers = {
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    connection: 'close',
    ...error.output.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  socket.on('error', () => socket.destroy())
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER).unref()
  logger.info({ requestId, company: null, operation: null, status, durationMs: 0 }, 'request')
}

/** Requests that may wait on one connection. */
const MOST_WAITING = 100

/**
 * Serves the requests of a connection one after the other, as their answers go out anyway, with everybody else's in between: a caller
 * who writes a thousand at once would otherwise have all of them begun before anything else runs.
 */
function oneAtATime(listener: Server): void {
  const waiting = new WeakMap<Socket, (() => void)[]>()
  const emit = listener.emit.bind(listener) as (event: string, ...values: unknown[]) => boolean

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    response.once('close', () =>
      setImmediate(() => {
        const next = waiting.get(socket)?.shift()
        if (next === undefined) waiting.delete(socket)
        else next()
      }),
    )
    emit('request', request, response)
  }

  listener.emit = (event: string, ...values: unknown[]): boolean => {
    if (event !== 'request') return emit(event, ...values)
    const [request, response] = values as [IncomingMessage, ServerResponse]
    const line = waiting.get(request.socket)
    if (line === undefined) {
      waiting.set(request.socket, [])
      serve(request, response)
    } else if (line.length < MOST_WAITING) line.push(() => serve(request, response))
    else request.socket.destroy()
    return true
  }
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * Gives every request the target that it would have had without a proxy: the path. A target in absolute form names the host, and what
 * `Host` says is not looked at then (RFC 9112, 3.2.2); one that is neither is left as `*`, which no route has. Must come before
 * whatever reads the target.
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

/** Bytes of an unread body that are still let run out after the answer, so that a caller who writes before reading gets to read it. */
const MOST_BYTES = 2 * 2 ** 20

/**
 * Bounds what is swallowed of bodies that nobody reads: of requests that are refused, or have no use for one. Node itself would read
 * them to their end, however long they are. An answer sent before the body ended is followed by a while of reading, as closing at once
 * could take the answer with the connection; then the connection is closed.
 */
function boundUnreadBodies(listener: Server): void {
  listener.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (request.complete) return
      const close = () => request.socket.destroy()
      const timer = setTimeout(close, LINGER)
      let left = MOST_BYTES
      request.on('data', (chunk: Buffer) => {
        left -= chunk.length
        if (left < 0) close()
      })
      request.once('close', () => clearTimeout(timer))
    })
  })
}
