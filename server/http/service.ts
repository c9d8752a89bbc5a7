import { join } from 'node:path'
import type { Server } from '@hapi/hapi'
import { auditedStorage, openStorage } from '../store/facts/open-storage.ts'
import manifest from '../../package.json' with { type: 'json' }
import type { Config } from '../core/runtime/config.ts'
import { openExportSecret } from '../store/facts/embedded/export-secret.ts'
import { ExportLinks, linkCaller } from '../core/access/export-links.ts'
import { createHandlers } from '../answers/handlers/handlers.ts'
import type { ResolvedReport } from '../answers/handlers/app-defaults.ts'
import type { KeyStore } from '../core/access/keys.ts'
import { createLogger } from '../core/runtime/logger.ts'
import { memoryRateLimiter } from './callers.ts'
import { createServer } from './server.ts'
import type { StartingPort } from './starting.ts'
import { Spool } from '../store/files/spool.ts'
import type { SteadyClock } from '../core/runtime/shared-work.ts'
import { watchErased } from '../store/facts/common/watch-erased.ts'
import type { Storage } from '../store/facts/common/storage.ts'
import type { Store } from '../core/model/store.ts'
import { toolEndpoint } from './tools/tool-endpoint.ts'
import type { UserStore } from '../core/access/users.ts'
import { openKeepingStore } from './prepare.ts'
import { WarmUp } from './warm-up.ts'

export interface Service {
  server: Server
  storage: Storage
  store: Store
  keys: KeyStore
  users: UserStore
  /** Takes at most `patience` ms, during which `/readyz` returns 503. */
  warmUp(patience?: number): Promise<void>
  /** Open requests and downloads finish first. `reason` is logged. */
  stop(reason?: string): Promise<void>
}

/** Grace period of open requests, ms. */
const GRACE = 60_000

export interface ServiceOptions {
  clock?: () => Date
  steady?: SteadyClock
  /** Already open; the service closes it. Default: opened from the configuration. */
  storage?: Storage
  /** An already open port. Default: `server.start()` opens it. */
  starting?: StartingPort
}

/** Composes a service that does not listen yet: call `server.start()`. */
export async function createService(
  config: Config,
  options: ServiceOptions = {},
): Promise<Service> {
  const { clock = () => new Date(), steady, storage: supplied, starting } = options
  const logger = createLogger(config.logLevel)
  const onAuditFailure = (error: unknown): void =>
    logger.error({ err: error }, 'not in the audit log')
  const storage = auditedStorage(
    supplied ?? (await openStorage(config, undefined, steady)),
    'service',
    onAuditFailure,
  )
  const { keys, users, audit } = storage
  const store = await openKeepingStore(storage)
  const announced = storage.announce?.()
  const spool = await Spool.open(storage.spoolDir, { clock: steady })
  const erasing = watchErased({
    store,
    noteFile: join(storage.spoolDir, 'erased.json'),
    async erase(apps) {
      await storage.onErased?.(apps)
      await spool.clear()
    },
  })
  const links = new ExportLinks<ResolvedReport>(
    config.exportSecret ?? (await openExportSecret(config.dataDir)),
    clock,
  )
  const counting =
    storage.limiter?.(config.rateLimit) ?? memoryRateLimiter(config.rateLimit, undefined, steady)
  const { limiter, watched } =
    config.metrics === false
      ? { limiter: counting }
      : (await import('./monitoring/watch.ts')).watch({
          storage,
          store,
          spool,
          limiter: counting,
          clock,
          steady,
        })
  const warmUp = new WarmUp()
  const server = await createServer({
    config,
    handlers: createHandlers({ store, links, clock }),
    clock,
    keys,
    limiter,
    spool,
    keptRows: store.keptRows,
    logger,
    ready: async () => {
      warmUp.ready()
      await Promise.all([store.ready(), spool.ready()])
    },
    ...(watched && { watched }),
    linkCaller: linkCaller({ links, keys, users }),
    starting,
    toolEndpoint: {
      config,
      users,
      steady,
      create: server =>
        toolEndpoint(server, {
          store,
          links,
          clock,
          spool,
          note: event => audit.append(event).catch(onAuditFailure),
          version: manifest.version,
          viewDomain: config.viewDomain,
          onFault: (error, requestId) =>
            logger.error({ requestId, err: error }, 'tool call failed'),
        }),
    },
  })
  return {
    server,
    storage,
    store,
    keys,
    users,
    warmUp: patience => warmUp.run({ server, store, keys }, patience),
    async stop(reason = 'requested') {
      logger.info({ reason }, 'stopping')
      warmUp.stop()
      await server.stop({ timeout: GRACE })
      erasing.stop()
      await announced?.stop()
      await store.close()
      await storage.close()
      logger.info({ reason }, 'stopped')
    },
  }
}
