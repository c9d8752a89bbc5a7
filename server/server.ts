import './request-state.ts'
import Hapi from '@hapi/hapi'
import { publicUrl, type Config } from './config.ts'
import type { Handlers } from './contract/answers.ts'
import type { KeyStore } from './keys/key-store.ts'
import { answerClientErrors, createListener } from './listener.ts'
import type { Logger } from './logger.ts'
import { apiKeys } from './plugins/api-keys.ts'
import { companyRateLimit } from './plugins/company-rate-limit.ts'
import { contract } from './plugins/contract.ts'
import { cors } from './plugins/cors.ts'
import { docs } from './plugins/docs.ts'
import { exportLinks, type LinkCompany } from './plugins/export-links.ts'
import { health } from './plugins/health.ts'
import { longRequests } from './plugins/long-requests.ts'
import { metrics } from './plugins/metrics.ts'
import { otherMethods } from './plugins/other-methods.ts'
import { problems } from './plugins/problems.ts'
import { requestId } from './plugins/request-id.ts'
import { requestLog } from './plugins/request-log.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Spool } from './spool.ts'

/** What the server is made of: everything that tests, or another store, would put others in place of. */
export interface ServerParts {
  config: Pick<Config, 'host' | 'port' | 'baseUrl' | 'corsOrigins' | 'metrics' | 'trustProxy'>
  handlers: Handlers
  keys: KeyStore
  limiter: RateLimiter
  spool: Spool
  logger: Logger
  /** Rejects while the store does not answer. */
  ready: () => Promise<void>
  linkCompany: LinkCompany
}

/**
 * The HTTP server, composed but not started. `server.info.uri` is its public address, final once started. Requests made within
 * the process authenticate by `inject` with `auth: { strategy: 'apiKey', credentials: { app: caller } }`, see `Caller`.
 */
export async function createServer(parts: ServerParts): Promise<Hapi.Server> {
  const { config, handlers, keys, limiter, spool, logger, ready, linkCompany } = parts
  const listener = createListener()
  const server = Hapi.server({
    host: config.host,
    port: config.port,
    listener,
    debug: false,
    // Files go out as they are: their length and ranges matter more than a smaller CSV, and Parquet is compressed already.
    mime: { override: { 'text/csv': { source: 'iana', compressible: false, extensions: ['csv'], type: 'text/csv' } } },
    routes: {
      response: { ranges: false },
      security: { hsts: false, xframe: 'deny', xss: false, noOpen: false, noSniff: true, referrer: 'no-referrer' },
      state: { parse: false, failAction: 'ignore' }
    }
  })
  answerClientErrors(listener, logger)
  server.info.uri = publicUrl(config, config.port)
  server.ext('onPostStart', () => { server.info.uri = publicUrl(config, server.info.port) })

  // Extensions run in the order of registration: an error is first made an answer, then given headers.
  await server.register([
    { plugin: problems, options: { logger } },
    { plugin: requestId },
    { plugin: requestLog, options: { logger, trustProxy: config.trustProxy } },
    { plugin: cors, options: { origins: config.corsOrigins } },
    { plugin: longRequests },
    { plugin: apiKeys, options: { keys, logger } },
    { plugin: exportLinks, options: { linkCompany } },
    { plugin: companyRateLimit, options: { limiter } },
    { plugin: contract, options: { handlers, spool } },
    { plugin: health, options: { ready } },
    { plugin: docs }
  ])
  if (config.metrics) await server.register(metrics)
  await server.register(otherMethods)
  return server
}
