import { randomBytes } from 'node:crypto'
import type { UascopeClient } from '../client/src/client.ts'
import { ExportLinks, linkCaller } from './core/access/export-links.ts'
import type { Storage } from './store/facts/common/storage.ts'
import { Spool } from './store/files/spool.ts'
import type { ResolvedReport } from './answers/handlers/app-defaults.ts'
import { createHandlers } from './answers/handlers/handlers.ts'
import { memoryRateLimiter } from './http/callers.ts'
import { createServer } from './http/server.ts'
import type { Store } from './core/model/store.ts'
import type { Config } from './core/runtime/config.ts'
import { createLogger } from './core/runtime/logger.ts'
import { inProcessClient } from './http/tools/tool-context.ts'

interface Served {
  config: Config
  storage: Storage
  store: Store
  companyId: number
  clock?: () => Date
}

/** Runs `use` with a client of a company, whose requests are handled in this process without a port. */
export async function withClient<Result>(
  { config, storage, store, companyId, clock = () => new Date() }: Served,
  use: (client: UascopeClient) => Promise<Result>,
): Promise<Result> {
  const { keys, users } = storage
  // No caller receives a link.
  const links = new ExportLinks<ResolvedReport>(randomBytes(32).toString('hex'), clock)
  const server = await createServer({
    config: { ...config, web: false, metrics: false },
    handlers: createHandlers({ store, links, clock }),
    keys,
    limiter: memoryRateLimiter(config.rateLimit),
    // Processes may share it.
    spool: await Spool.open(storage.spoolDir),
    logger: createLogger('error', process.stderr),
    ready: () => store.ready(),
    linkCaller: linkCaller({ links, keys, users }),
  })
  return await use(inProcessClient(server, { companyId, kind: 'api_key', id: 'operator' }))
}
