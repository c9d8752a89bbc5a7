import type { Plugin, Request } from '@hapi/hapi'
import { randomUUID } from 'node:crypto'
import { looksLikeApiKey } from '../access/keys.ts'
import type { Logger } from '../process/logger.ts'
import { bytesOf, headerOf, operationOf, statusOf } from './contract/request.ts'

const LONGEST_PATH = 200

/** A part of a path that hides nothing: what is encoded, and what is long enough to be a key or a link, may be one. */
const PLAIN = /^[A-Za-z0-9._~-]{0,32}$/

interface RequestLogOptions {
  logger: Logger
  /** Whether a proxy in front tells the caller's address. */
  trustProxy: boolean
}

/**
 * Milliseconds until an answer is ready beyond which a request is slow. Uncached responses of the largest apps take two or three seconds; who
 * waits longer waits for others, for a cold disk or for a database. The time that a caller takes to read is not part of it.
 */
const SLOW = 5000

/** Operations that ask how the service does, again and again. */
const WATCHERS: ReadonlySet<string | null> = new Set(['healthz', 'readyz', 'metrics'])

/** One line per request. Neither keys, links nor query strings get in; requests made within the process are part of another. */
export const requestLog: Plugin<RequestLogOptions> = {
  name: 'request-log',
  register(server, { logger, trustProxy }) {
    if (!logger.isLevelEnabled('warn')) return
    server.events.on('response', request => {
      const caller = request.auth.credentials?.app
      if (caller?.counted === true) return
      const { requestId, startedAt, answeredAt, appId, code, parameters, cached, tools } = request.app
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
          client: clientOf(request, trustProxy),
        },
        'request',
      )
    })
  },
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}

/** A known path as the contract writes it, since a link in it is a credential; of an unknown one only parts that cannot be one. */
function pathOf(request: Request): string {
  const { fingerprint, path } = request.route
  if (operationOf(request) !== null || fingerprint !== '/#') return path
  const parts = request.path.split('/').map(part => (PLAIN.test(part) && !looksLikeApiKey(part) ? part : '***'))
  return parts.join('/').slice(0, LONGEST_PATH)
}

/** The proxy appends the address it saw, so that the last one is the only one a caller cannot make up. */
function clientOf(request: Request, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? headerOf(request, 'x-forwarded-for') : undefined
  return forwarded?.split(',').at(-1)?.trim() ?? request.info.remoteAddress
}

const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/

/** Gives every request an id, the caller's own where it is well-formed and no key, and every answer the header that tells it. */
export const requestId: Plugin<void> = {
  name: 'request-id',
  register(server) {
    server.ext('onRequest', (request, h) => {
      const given = headerOf(request, 'x-request-id')
      request.app.requestId = given !== undefined && WELL_FORMED.test(given) && !looksLikeApiKey(given) ? given : randomUUID()
      request.app.startedAt = performance.now()
      // On the raw response, so that it is there whatever becomes of the answer.
      request.raw.res.setHeader('x-request-id', request.app.requestId)
      return h.continue
    })
  },
}
