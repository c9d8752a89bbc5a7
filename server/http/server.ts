import '../answers/contract/request.ts'
import Hapi from '@hapi/hapi'
import type { McpEndpoint } from '../../mcp/endpoint/endpoint.ts'
import type { Config } from '../core/runtime/config.ts'
import { publicUrl } from '../core/runtime/public-url.ts'
import type { Handlers } from '../answers/contract/answers.ts'
import { Downloads } from '../answers/contract/reply-file.ts'
import { InputTurns } from './input-turns.ts'
import type { KeyStore } from '../core/access/keys.ts'
import { answerClientErrors, createListener, type ListenerBounds } from './listener.ts'
import type { RateLimiter, ToolCall } from '../core/model/caller.ts'
import type { Logger } from '../core/runtime/logger.ts'
import { apiKeys, companyRateLimit, exportLinks, type LinkCaller, toolCallers } from './callers.ts'
import { Door, type DoorOptions } from './door.ts'
import { contract, longRequests, otherMethods } from './operations.ts'
import { createLogins, MCP_METADATA_PATH, type Logins } from './logins.ts'
import { cors, hosts, MCP_PATH } from './origins.ts'
import { docs, type SignIn, web } from './pages.ts'
import { health, type Watched } from './health-and-metrics.ts'
import { mcp } from './mcp.ts'
import { problems, unknownPaths } from './problems.ts'
import { requestId, requestLog } from './request-log.ts'
import type { StartingPort } from './starting.ts'
import { gauge } from '../core/runtime/metric.ts'
import type { KeptRows, SteadyClock } from '../core/runtime/shared-work.ts'
import { SmallFiles } from '../store/files/spool-folder.ts'
import type { Spool } from '../store/files/spool.ts'
import type { UserStore } from '../core/access/users.ts'

export interface ServerParts {
  config: Pick<
    Config,
    'host' | 'port' | 'baseUrl' | 'corsOrigins' | 'metrics' | 'trustProxy' | 'web'
  >
  handlers: Handlers
  /** Gives the dates in the examples of `/docs`. */
  clock?: () => Date
  keys: KeyStore
  limiter: RateLimiter
  spool: Spool
  /** For replies that outlive the process. */
  keptRows?: KeptRows | undefined
  logger: Logger
  ready: () => Promise<void>
  linkCaller: LinkCaller
  /** A port already open; taken over at start. Default: the configured port is opened then. */
  starting?: StartingPort | undefined
  watched?: Watched
  bounds?: { listener?: ListenerBounds; door?: DoorOptions['limits']; mostDownloads?: number }
  /** Absent: no tool endpoint. */
  toolEndpoint?: ToolEndpointParts
}

interface ToolEndpointParts {
  config: Pick<Config, 'auth' | 'allowedHosts' | 'allowedOrigins'>
  users: UserStore
  steady?: SteadyClock | undefined
  create: (server: Hapi.Server) => McpEndpoint<ToolCall>
}

/**
 * Composes a server that does not listen yet. `server.info.uri` is the public address, final once started. In-process requests use `inject` with
 * `auth: { strategy: 'apiKey', credentials: { app: caller } }`, see `AuthenticatedCaller`.
 */
export async function createServer(parts: ServerParts): Promise<Hapi.Server> {
  const {
    config,
    handlers,
    keys,
    limiter,
    spool,
    logger,
    ready,
    linkCaller,
    starting,
    bounds = {},
    toolEndpoint,
  } = parts
  const docsPath = new URL(`${publicUrl(config, config.port)}/docs`).pathname
  const door = new Door({ keys, trustProxy: config.trustProxy, docsPath, limits: bounds.door })
  const listener = createListener(door, bounds.listener)
  const logins = toolEndpoint === undefined ? null : loginsOf(toolEndpoint, () => server.info.uri)
  const downloads = new Downloads({ most: bounds.mostDownloads, mostBytes: spool.maxBytes / 2 })
  const server = Hapi.server({
    host: config.host,
    listener,
    ...(starting === undefined ? { port: config.port } : { autoListen: false }),
    debug: false,
    // Files are sent uncompressed: length and ranges matter more, and Parquet is already compressed.
    mime: {
      override: {
        'text/csv': { source: 'iana', compressible: false, extensions: ['csv'], type: 'text/csv' },
        'application/octet-stream': {
          source: 'iana',
          compressible: false,
          extensions: ['bin'],
          type: 'application/octet-stream',
        },
      },
    },
    routes: {
      response: { ranges: false },
      security: { hsts: false, xframe: 'deny', xss: false, noOpen: false, noSniff: true },
      state: { parse: false, failAction: 'ignore' },
    },
  })
  answerClientErrors(listener, { logger, docsPath })
  server.info.uri = publicUrl(config, config.port)
  server.ext('onPostStart', async () => {
    await starting?.handOver(listener)
    server.info.uri = publicUrl(config, server.info.port)
  })

  const turns = new InputTurns()
  // Extensions run in registration order: errors become responses, then get headers.
  await server.register([
    { plugin: problems, options: { logger, docsPath } },
    { plugin: requestId },
    { plugin: requestLog, options: { logger, trustProxy: config.trustProxy } },
    { plugin: cors, options: { origins: config.corsOrigins } },
    { plugin: hosts },
    { plugin: longRequests, options: { limiter } },
    { plugin: apiKeys, options: { keys, logins } },
    { plugin: exportLinks, options: { linkCaller } },
    { plugin: companyRateLimit, options: { limiter } },
    {
      plugin: contract,
      options: {
        handlers,
        turns,
        keptRows: parts.keptRows,
        spool,
        small: new SmallFiles(),
        downloads,
      },
    },
    { plugin: health, options: { ready } },
    { plugin: docs, options: { web: config.web, clock: parts.clock } },
    { plugin: unknownPaths, options: { limiter, docsPath } },
  ])
  if (config.web)
    await server.register({ plugin: web, options: { signIn: signInOf(toolEndpoint, logins) } })
  if (config.metrics !== false) {
    const { metrics } = await import('./health-and-metrics.ts')
    const open = () => [
      gauge('uascope_downloads_open', 'Open downloads of all companies.', downloads.open),
    ]
    const { measures = [], ...watched } = parts.watched ?? {}
    const own = { ...watched, measures: [open, () => door.metrics(), ...measures] }
    await server.register({ plugin: metrics, options: { address: config.metrics, watched: own } })
  }
  if (toolEndpoint !== undefined)
    await registerToolEndpoint(server, parts, toolEndpoint, { logins, turns })
  await server.register({ plugin: otherMethods, options: { limiter } })
  return server
}

async function registerToolEndpoint(
  server: Hapi.Server,
  { config: { host }, limiter }: ServerParts,
  { config: { allowedHosts, allowedOrigins }, create }: ToolEndpointParts,
  { logins, turns }: { logins: Logins | null; turns: InputTurns },
): Promise<void> {
  await server.register([
    { plugin: toolCallers, options: { logins } },
    {
      plugin: mcp,
      options: {
        endpoint: create(server),
        limiter,
        turns,
        sites: { host, allowedHosts, allowedOrigins },
        logins,
      },
    },
  ])
}

/** Null without an issuer. */
function loginsOf(
  { config: { auth }, users, steady }: ToolEndpointParts,
  baseUrl: () => string,
): Logins | null {
  if (auth === null) return null
  const address = (path: string) => () => baseUrl() + path
  return createLogins({
    ...auth,
    users,
    steady,
    endpointUrl: address(MCP_PATH),
    metadataUrl: address(MCP_METADATA_PATH),
  })
}

/** The page's sign-in settings; null unless the issuer knows the page as a client. */
function signInOf(
  parts: ToolEndpointParts | undefined,
  logins: Logins | null,
): (() => SignIn) | null {
  const clientId = parts?.config.auth?.clientId ?? null
  if (logins === null || clientId === null) return null
  return () => ({ issuer: logins.issuer, clientId, scopes: logins.scopes, target: logins.target() })
}
