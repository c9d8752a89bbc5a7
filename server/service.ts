import type { Server } from '@hapi/hapi'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { ownExportSecret } from './exports/export-secret.ts'
import { ExportLinks } from './exports/export-links.ts'
import { createHandlers } from './handlers/handlers.ts'
import type { KeyStore } from './keys/key-store.ts'
import { createLogger } from './logger.ts'
import { memoryRateLimiter } from './rate-limiter.ts'
import { createServer } from './server.ts'
import { Spool } from './spool.ts'
import { openKeyStore, openStore } from './store/open-store.ts'
import type { Store } from './store/store.ts'

export interface Service {
  server: Server
  store: Store
  keys: KeyStore
  /** Lets open requests finish, downloads included, then closes the store. */
  stop(): Promise<void>
}

/** How long open requests may take to finish when the service ends, in milliseconds. */
const GRACE = 60_000

/** The whole service, composed but not listening: `server.start()` does that. `clock` is what "today" and links go by. */
export const createService = async (config: Config, clock: () => Date = () => new Date()): Promise<Service> => {
  const store = await openStore(config)
  const keys = openKeyStore(config)
  const links = new ExportLinks(config.exportSecret ?? await ownExportSecret(config.dataDir), clock)
  const server = await createServer({
    config,
    handlers: createHandlers({ store, links, clock }),
    keys,
    limiter: memoryRateLimiter(config.rateLimit),
    spool: await Spool.open(join(config.dataDir, 'spool')),
    logger: createLogger(config.logLevel),
    ready: () => store.ready(),
    linkCompany: async link => links.open(link).companyId,
  })
  return {
    server, store, keys,
    async stop() {
      await server.stop({ timeout: GRACE })
      await store.close()
    },
  }
}
