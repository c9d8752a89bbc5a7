import type { Plugin, Request } from '@hapi/hapi'
import { randomUUID } from 'node:crypto'
import { looksLikeApiKey } from '../core/access/keys.ts'
import type { Logger } from '../core/runtime/logger.ts'
import { clientAddress } from './addresses.ts'
import { bytesOf, headerOf, operationOf, statusOf } from '../answers/contract/request.ts'

const LONGEST_PATH = 200

/** Path segments that are safe to log: encoded or long ones may be a key or link. */
const PLAIN = /^[A-Za-z0-9._~-]{0,32}$/

interface RequestLogOptions {
  logger: Logger
  trustProxy: boolean
}

/**
 * Threshold of slow responses, ms until ready. Uncached responses of the largest apps take two or three seconds; a longer one waited for
 * others, a cold disk or a database. Sending time does not count.
 */
const SLOW = 5000

const WATCHERS: ReadonlySet<string | null> = new Set(['healthz', 'readyz', 'metrics'])

/** One line per request, without keys, links or query strings. In-process requests have none. */
export const requestLog: Plugin<RequestLogOptions> = {
  name: 'request-log',
  register(server, { logger, trustProxy }) {
    if (!logger.isLevelEnabled('warn')) return
    server.events.on('response', request => {
      const caller = request.auth.credentials?.app
      if (caller?.counted === true) return
      const { requestId, startedAt, answeredAt, appId, code, parameters, cached, tools } =
        request.app
      const now = performance.now()
      const answerMs = tenths((answeredAt ?? now) - startedAt)
      const operation = operationOf(request)
      const level = answerMs > SLOW ? 'warn' : WATCHERS.has(operation) ? 'debug' : 'info'
      if (!logger.isLevelEnabled(level)) return
      logger[level](
        {
          requestId,
          company: caller?.companyId ?? null,
          keyId: caller?.kind === 'api_key' ? caller.id : undefined,
          userId: caller?.kind === 'user' ? caller.id : undefined,
          operation,
          appId,
          method: request.method.toUpperCase(),
          path: pathOf(request),
          status: statusOf(request),
          code,
          parameters,
          tools,
          cached,
          bytes: bytesOf(request),
          answerMs,
          durationMs: tenths(now - startedAt),
          client: clientAddress(request.raw.req.headers, request.info.remoteAddress, trustProxy),
          userAgent: userAgentOf(request),
          traceId: TRACE.exec(headerOf(request, 'traceparent') ?? '')?.[1],
        },
        'request',
      )
    })
  },
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}

/** Known paths as in the contract, since a link is a credential; of unknown paths only harmless segments. */
function pathOf(request: Request): string {
  const { fingerprint, path } = request.route
  if (operationOf(request) !== null || fingerprint !== '/#') return path
  const parts = request.path
    .split('/')
    .map(part => (PLAIN.test(part) && !looksLikeApiKey(part) ? part : '***'))
  return parts.join('/').slice(0, LONGEST_PATH)
}

/** Trace id of a `traceparent` header (W3C Trace Context). */
const TRACE = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/

const LONGEST_USER_AGENT = 100

/** Written by callers, so it may contain anything, even a key. */
function userAgentOf(request: Request): string | undefined {
  const text = headerOf(request, 'user-agent')?.slice(0, LONGEST_USER_AGENT)
  return text === undefined || looksLikeApiKey(text)
    ? undefined
    : text.replace(/[^\x20-\x7e]/g, '?')
}

const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/

/** Keeps a caller's well-formed id unless it looks like a key. */
export const requestId: Plugin<void> = {
  name: 'request-id',
  register(server) {
    server.ext('onRequest', (request, h) => {
      const header = headerOf(request, 'x-request-id')
      request.app.requestId =
        header !== undefined && WELL_FORMED.test(header) && !looksLikeApiKey(header)
          ? header
          : randomUUID()
      request.app.startedAt = performance.now()
      // On the raw response, so that every outcome has it.
      request.raw.res.setHeader('x-request-id', request.app.requestId)
      return h.continue
    })
  },
}
