import { randomUUID } from 'node:crypto'
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Boom } from '@hapi/boom'
import type { Logger } from '../process/logger.ts'
import { hideLongHeaders } from './request/long-headers.ts'
import { problem, problemDocument } from '../checks/problem.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { toOriginForm } from './origin-form.ts'
import { PROBLEM_TYPE } from './plugins/problems.ts'
import { endSlowReaders, type SlowReaderBounds } from './slow-readers.ts'
import { boundUnreadBodies } from './unread-bodies.ts'

/** Bytes of request line and headers that are read, so that a long query string can be told from a broken request. */
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

/** What callers may take of the listener, in time and number. */
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

/** Answers what never becomes a request with a problem document too. Takes the place of the framework's own, wordless answers. */
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
