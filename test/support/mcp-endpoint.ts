import type { Server } from '@hapi/hapi'
import type { Test } from 'tap'
import {
  createMcpEndpoint,
  type ServedResource,
  type ServedTool,
} from '../../mcp/endpoint/endpoint.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { inProcessFetch } from '../../server/http/tools/tool-context.ts'
import type { ListenerBounds } from '../../server/http/listener.ts'
import { createLogger } from '../../server/core/runtime/logger.ts'
import type { ToolCall } from '../../server/core/model/caller.ts'
import { memoryRateLimiter } from '../../server/http/callers.ts'
import { createServer } from '../../server/http/server.ts'
import { Spool } from '../../server/store/files/spool.ts'
import { steadyClock } from '../../server/core/runtime/shared-work.ts'
import { storesIn } from './records.ts'
import type { UserStore } from '../../server/core/access/users.ts'

/** What the tools of these tests work with. */
export interface FixtureContext {
  caller: ToolCall
  fetch: typeof fetch
}

const annotations = { readOnlyHint: true }
const empty = { type: 'object' as const, properties: {}, additionalProperties: false }
function result(value: Record<string, unknown>) {
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(value) }],
    structuredContent: value,
  }
}

/** Asks REST, as the real tools do. */
export const appsTool: ServedTool<FixtureContext> = {
  name: 'fixture_apps',
  title: 'Apps',
  description: 'Lists the apps.',
  inputSchema: empty,
  outputSchema: {
    type: 'object',
    properties: { apps: { type: 'array', items: { type: 'object' } } },
    required: ['apps'],
  },
  annotations,
  async call(_args, { fetch }) {
    return result({ apps: await (await fetch('http://service/v1/apps')).json() })
  },
}

export const whoTool: ServedTool<FixtureContext> = {
  name: 'fixture_who',
  title: 'Who',
  description: 'Tells who calls.',
  inputSchema: empty,
  outputSchema: { type: 'object' },
  annotations,
  call: async (_args, { caller }) => result({ ...caller }),
}

export const echoTool: ServedTool<FixtureContext> = {
  name: 'fixture_echo',
  title: 'Echo',
  description: 'Gives its arguments back, unless they are wrong.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object' },
  annotations,
  async call(args) {
    const { text } = args as { text?: unknown }
    if (typeof text !== 'string')
      return { content: [{ type: 'text', text: 'text: is required' }], isError: true }
    return result({ text })
  },
}

export const brokenTool: ServedTool<FixtureContext> = {
  name: 'fixture_broken',
  title: 'Broken',
  description: 'Fails.',
  inputSchema: empty,
  outputSchema: { type: 'object' },
  annotations,
  call: () => Promise.reject(new Error('secret detail')),
}

export const fixtureTools = [appsTool, whoTool, echoTool, brokenTool]

export interface FixtureOptions {
  tools?: readonly ServedTool<FixtureContext>[]
  resources?: readonly ServedResource[]
  rateLimit?: number
  config?: Partial<Pick<Config, 'auth' | 'allowedHosts' | 'allowedOrigins' | 'baseUrl'>>
  listener?: ListenerBounds
}

export interface EndpointFixture {
  server: Server
  users: UserStore
  /** Where keys and users are. */
  dataDir: string
  /** Address of the service. */
  address: string
  /** Address of the endpoint. */
  url: string
  keyOf: (companyId: number) => Promise<string>
  faults: unknown[]
  /** Advances the clock of keys, logins and the issuer by `ms`. */
  pass: (ms: number) => void
}

/** A listening service with the tool endpoint and the tools above; stopped when the test ends. */
export async function startEndpoint(
  t: Test,
  {
    tools = fixtureTools,
    resources = [],
    rateLimit = 1_000_000,
    config = {},
    listener = {},
  }: FixtureOptions = {},
): Promise<EndpointFixture> {
  const dir = t.testdir()
  let passed = 0
  const steady = () => steadyClock() + passed
  const { keys, users } = await storesIn(dir, t, steady)
  const faults: unknown[] = []
  const unused = () => Promise.reject(new Error('not part of this test'))
  const server = await createServer({
    config: {
      host: '127.0.0.1',
      port: 0,
      baseUrl: config.baseUrl ?? null,
      corsOrigins: [],
      metrics: false,
      trustProxy: false,
      web: false,
    },
    handlers: {
      listApps: async ({ companyId }) => ({
        kind: 'list',
        tag: 'v1',
        headers: {},
        body: async () => [
          { id: companyId!, name: 'Tides', createdAt: '2026-01-02T03:04:05.678Z' },
        ],
      }),
      getOverview: unused,
      getAppSettings: unused,
      listCampaigns: unused,
      getRecommendations: unused,
      getBudgetPlan: unused,
      getPacing: unused,
      getForecastAccuracy: unused,
      getReport: unused,
      getRoasHistory: unused,
      getAlerts: unused,
      getTrackRecord: unused,
      listEvents: unused,
      downloadExport: unused,
    },
    keys,
    limiter: memoryRateLimiter(rateLimit),
    spool: await Spool.open(`${dir}/spool`),
    logger: createLogger('silent'),
    ready: async () => undefined,
    linkCaller: unused,
    bounds: { listener },
    toolEndpoint: {
      config: { auth: null, allowedHosts: [], allowedOrigins: [], ...config },
      users,
      steady,
      create: server =>
        createMcpEndpoint({
          resources,
          tools,
          context: (caller: ToolCall) => ({
            caller,
            fetch: inProcessFetch(server, caller, caller.requestId, caller.signal),
          }),
          instructions: 'Tides rise and fall.',
          version: '1.2.3',
          onFault: error => faults.push(error),
        }),
    },
  })
  await server.start()
  t.teardown(() => server.stop())
  const address = `http://127.0.0.1:${server.info.port}`
  const keyOf = async (companyId: number) => (await keys.create({ companyId })).key
  const pass = (ms: number) => {
    passed += ms
  }
  return { server, users, dataDir: dir, address, url: `${address}/v1/mcp`, keyOf, faults, pass }
}

export interface RawAnswer {
  status: number
  headers: Headers
  text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever an answer holds, for tests to look into
  json: any
}

/** POSTs a body as it is. Headers that are null are left out. */
export async function post(
  url: string,
  key: string | null,
  body: unknown,
  headers: Record<string, string | null> = {},
): Promise<RawAnswer> {
  const all = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    authorization: key === null ? null : `Bearer ${key}`,
    ...headers,
  }
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const answer = await fetch(url, {
    method: 'POST',
    headers: sent,
    body: isRaw ? (body as string) : JSON.stringify(body),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: text === '' ? null : JSON.parse(text),
  }
}

export function call(name: string, args: object = {}, id: number | string = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } }
}
