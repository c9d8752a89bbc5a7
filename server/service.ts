import type { Server } from '@hapi/hapi'
import { createMcpEndpoint } from '../mcp/endpoint/endpoint.ts'
import { tools } from '../mcp/tools/index.ts'
import manifest from '../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { ownExportSecret } from './exports/export-secret.ts'
import { ExportLinks } from './exports/export-links.ts'
import { linkCompany } from './exports/link-company.ts'
import { createHandlers } from './handlers/handlers.ts'
import type { KeyStore } from './keys/key-store.ts'
import { createLogger } from './logger.ts'
import { createServer } from './server.ts'
import { Spool } from './spool.ts'
import { openStorage } from './store/open-store.ts'
import type { Storage } from './store/storage.ts'
import type { Store } from './store/store.ts'
import { toolContexts } from './tool-context.ts'
import type { UserStore } from './users/user-store.ts'

export interface Service {
  server: Server
  storage: Storage
  store: Store
  keys: KeyStore
  users: UserStore
  /** Lets open requests finish, downloads included, then closes the store. */
  stop(): Promise<void>
}

/** How long open requests may take to finish when the service ends, in milliseconds. */
const GRACE = 60_000

/**
 * The whole service, composed but not listening: `server.start()` does that. `clock` is what "today" and links go by. The storage is the
 * service's own from here on.
 */
export const createService = async (config: Config, clock: () => Date = () => new Date(), kept?: Storage): Promise<Service> => {
  const storage = kept ?? await openStorage(config)
  const { keys, users } = storage
  const store = await storage.openStore()
  const logger = createLogger(config.logLevel)
  const spool = await Spool.open(storage.spoolDir)
  const links = new ExportLinks(config.exportSecret ?? await ownExportSecret(config.dataDir), clock)
  const server = await createServer({
    config,
    handlers: createHandlers({ store, links, clock }),
    keys,
    limiter: storage.limiter(config.rateLimit),
    spool,
    logger,
    ready: async () => { await Promise.all([store.ready(), spool.ready()]) },
    linkCompany: linkCompany({ links, keys, users }),
    toolEndpoint: {
      config,
      users,
      create: server => createMcpEndpoint({
        tools,
        context: toolContexts(server, { store, links, clock, spool }),
        version: manifest.version,
        onFault: (error, { requestId }) => logger.error({ requestId, err: error }, 'tool call failed'),
      }),
    },
  })
  return {
    server, storage, store, keys, users,
    async stop() {
      await server.stop({ timeout: GRACE })
      await store.close()
      await storage.close()
    },
  }
}
