import type { Server } from '@hapi/hapi'
import { join } from 'node:path'
import { createMcpEndpoint } from '../mcp/endpoint/endpoint.ts'
import { tools } from '../mcp/tools/index.ts'
import manifest from '../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { ownExportSecret } from './exports/export-secret.ts'
import { ExportLinks } from './exports/export-links.ts'
import { createHandlers } from './handlers/handlers.ts'
import type { KeyStore } from './keys/key-store.ts'
import { createLogger } from './logger.ts'
import { memoryRateLimiter } from './rate-limiter.ts'
import { createServer } from './server.ts'
import { Spool } from './spool.ts'
import { openKeyStore, openStore, openUserStore } from './store/open-store.ts'
import type { Store } from './store/store.ts'
import { toolContexts } from './tool-context.ts'
import type { UserStore } from './users/user-store.ts'

export interface Service {
  server: Server
  store: Store
  keys: KeyStore
  users: UserStore
  /** Lets open requests finish, downloads included, then closes the store. */
  stop(): Promise<void>
}

/** How long open requests may take to finish when the service ends, in milliseconds. */
const GRACE = 60_000

/** The whole service, composed but not listening: `server.start()` does that. `clock` is what "today" and links go by. */
export const createService = async (config: Config, clock: () => Date = () => new Date()): Promise<Service> => {
  const store = await openStore(config)
  const keys = openKeyStore(config)
  const users = openUserStore(config)
  const logger = createLogger(config.logLevel)
  const spool = await Spool.open(join(config.dataDir, 'spool'))
  const links = new ExportLinks(config.exportSecret ?? await ownExportSecret(config.dataDir), clock)
  const server = await createServer({
    config,
    handlers: createHandlers({ store, links, clock }),
    keys,
    limiter: memoryRateLimiter(config.rateLimit),
    spool,
    logger,
    ready: () => store.ready(),
    linkCompany: async link => links.open(link).companyId,
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
    server, store, keys, users,
    async stop() {
      await server.stop({ timeout: GRACE })
      await store.close()
    },
  }
}
