import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  isLegacyRequest,
  type JsonSchemaType,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import {
  batchFault,
  boundsFault,
  isObject,
  messageCount,
  paramsFault,
  type Posted,
  type PostedHeaders,
  readMessage,
  revisionFault,
  rpcError,
  servedMessages,
  type McpAnswer,
  REVISIONS_2025,
} from './message.ts'

/** A tool's result; a rejected argument is a result with `isError`. */
export interface ToolAnswer {
  content: CallToolResult['content']
  structuredContent?: unknown
  isError?: boolean
}

export interface ServedTool<Context> {
  name: string
  title: string
  description: string
  inputSchema: JsonSchemaType
  outputSchema: JsonSchemaType
  _meta?: Record<string, unknown>
  annotations: object
  call(args: unknown, context: Context): Promise<ToolAnswer>
}

export interface EndpointParts<Call, Context> {
  tools: readonly ServedTool<Context>[]
  resources: readonly ServedResource[]
  context: (call: Call) => Context
  instructions: string
  version: string
  /** Called for internal errors; the caller learns only that one occurred. */
  onFault: (error: unknown, call: Call) => void
}

export interface ServedResource {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  text: string
  /** Metadata that hosts read with the text. */
  _meta: Record<string, unknown>
}

const REVISION = '2026-07-28'

/** Identifier of the MCP Apps extension. */
const UI_EXTENSION = 'io.modelcontextprotocol/ui'

/** One authenticated POST, already counted as one request. */
interface McpPost<Call> extends Posted {
  /** Rate limit, requests per minute. */
  limit: number
  /** Resolves when the next message of a batch may be handled. */
  turn: () => Promise<void>
  /** Counts the other messages of a batch; rejects, counting none, if they exceed the limit. */
  countMore: (messages: number) => Promise<void>
  call: Call
}

export interface McpEndpoint<Call> {
  /** Rejects with a `problem` if the request itself is invalid, rather than its message. */
  handle(post: McpPost<Call>): Promise<McpAnswer>
}

/**
 * The tool endpoint's protocol: stateless, JSON responses, the 2025 revisions for all clients and 2026-07-28 for clients that declare
 * the MCP Apps extension. The mounting server checks credentials and rate limit; `AllowedSites` checks host and origin.
 */
export function createMcpEndpoint<Call, Context>(
  parts: EndpointParts<Call, Context>,
): McpEndpoint<Call> {
  const serve = servedByLibrary(parts)
  return {
    async handle({ limit, turn, countMore, call, ...posted }) {
      const { headers } = posted
      const { body, fault: noJson } = await readMessage(posted)
      const fault =
        noJson ??
        boundsFault(body) ??
        revisionFault(body, headers) ??
        batchFault(body, headers, limit)
      if (fault !== null) return fault
      const messages = messageCount(body)
      if (messages > 1) await countMore(messages - 1)
      return await serve(headers, body, call, turn)
    },
  }
}

/** Clients may cache responses that are the same for every caller for five minutes, since the service may be updated. */
const KEPT = { ttlMs: 300_000, cacheScope: 'public' as const }

function createServerFactory<Call, Context>(parts: EndpointParts<Call, Context>) {
  const { tools, resources, context, instructions, version, onFault } = parts
  const listed = tools.map(
    ({ name, title, description, inputSchema, outputSchema, _meta, annotations }) =>
      ({
        name,
        title,
        description,
        inputSchema,
        outputSchema,
        annotations,
        ...(_meta === undefined ? {} : { _meta }),
      }) as Tool,
  )
  const byName = new Map(tools.map(tool => [tool.name, tool]))
  const serveResources = resourceHandlers(resources)
  // Never validates; passed because the library would create an expensive one per server.
  const jsonSchemaValidator = new AjvJsonSchemaValidator()
  const options = {
    capabilities: {
      tools: { listChanged: false },
      resources: { subscribe: false, listChanged: false },
      extensions: { [UI_EXTENSION]: {} },
    },
    instructions,
    supportedProtocolVersions: REVISIONS_2025,
    cacheHints: {
      'tools/list': KEPT,
      'resources/list': KEPT,
      'resources/templates/list': KEPT,
      'resources/read': KEPT,
      'server/discover': KEPT,
    },
    jsonSchemaValidator,
  }

  // A server stores its client's capabilities, revision and running calls, so each serves only one message.
  return (call: Call): Server => {
    const server = new Server({ name: 'uascope', title: 'uascope', version }, options)
    serveResources(server)
    server.setRequestHandler('tools/list', () => ({ tools: listed }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = byName.get(params.name)
      if (tool === undefined) {
        const known = [...byName.keys()].join(', ')
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `Unknown tool ${JSON.stringify(params.name.slice(0, 100))}; available: ${known}`,
        )
      }
      try {
        const { content, structuredContent, isError } = await tool.call(
          params.arguments ?? {},
          context(call),
        )
        return {
          content,
          ...(structuredContent === undefined
            ? {}
            : { structuredContent: structuredContent as Record<string, unknown> }),
          ...(isError === undefined ? {} : { isError }),
        }
      } catch (error) {
        onFault(error, call)
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
      }
    })
    return server
  }
}

/** `turn` resolves when the next message of a batch may be handled. */
type Serve<Call> = (
  headers: PostedHeaders,
  body: unknown,
  call: Call,
  turn: () => Promise<void>,
) => Promise<McpAnswer>

/** Both protocol implementations check this header, whose real value was checked before. */
const ACCEPT = 'application/json, text/event-stream'

function servedByLibrary<Call, Context>(parts: EndpointParts<Call, Context>): Serve<Call> {
  const createServer = createServerFactory(parts)
  const modern = createMcpHandler(
    ({ authInfo }) => createServer(authInfo!.extra!['call'] as Call),
    { legacy: 'reject', keepAliveMs: 0 },
  )

  return async (headers, body, call, turn) => {
    const request = webRequest(headers)
    if (await isOf2025(request, body)) {
      return await serve2025(request, body, {
        createServer: () => createServer(call),
        turn,
        onFault: error => parts.onFault(error, call),
      })
    }
    const refusal = refuseRevision(body, headers) ?? paramsFault(body)
    if (refusal !== null) return refusal
    // The library's only way to pass the call through.
    const authInfo = { token: '', clientId: '', scopes: [], extra: { call } }
    return await answerOf(await modern.fetch(request, { parsedBody: body, authInfo }))
  }
}

/** Invalid messages of a batch do not count. */
async function isOf2025(request: Request, body: unknown): Promise<boolean> {
  const sound = Array.isArray(body) ? body.filter(message => paramsFault(message) === null) : body
  return (Array.isArray(sound) && sound.length === 0) || (await isLegacyRequest(request, sound))
}

function webRequest(posted: PostedHeaders): Request {
  const headers = new Headers(posted as Record<string, string>)
  headers.set('accept', ACCEPT)
  // The library reads only method and headers; the body is passed parsed.
  return new Request('http://localhost', { method: 'POST', headers })
}

interface Serving {
  createServer: () => Server
  turn: () => Promise<void>
  onFault: (error: unknown) => void
}

async function serve2025(request: Request, body: unknown, serving: Serving): Promise<McpAnswer> {
  const served = servedMessages(body)
  if (served === null) return { status: 202, body: null }
  return Array.isArray(served)
    ? await serveBatch(request, served, serving)
    : await serveMessage(request, served, serving)
}

async function serveMessage(
  request: Request,
  message: unknown,
  { createServer, onFault }: Serving,
): Promise<McpAnswer> {
  const fault = paramsFault(message)
  if (fault !== null) return fault
  const server = createServer()
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await answerOf(await transport.handleRequest(request, { parsedBody: message }))
  } catch (error) {
    onFault(error)
    return rpcError(500, -32603, 'Internal error', message)
  } finally {
    await server.close()
  }
}

async function answerOf(response: Response): Promise<McpAnswer> {
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : text }
}

/**
 * Maximum characters of a batch's responses, after which its other messages are refused: joining and sending blocks the thread for about 10 ms
 * per MiB.
 */
const MAX_BATCH = 2 ** 20

/** Serves one message at a time, with other requests in between, so that a batch delays others no more than a call. */
async function serveBatch(
  request: Request,
  messages: readonly unknown[],
  serving: Serving,
): Promise<McpAnswer> {
  const answers: string[] = []
  let length = 0
  let reads = 0
  for (const message of messages) {
    const isRead = isObject(message) && message['method'] === 'resources/read'
    const refusal = length > MAX_BATCH ? TOO_LONG : isRead && ++reads > 1 ? ONE_READ : null
    if (refusal !== null) {
      answers.push(rpcError(200, -32000, refusal, message).body)
      continue
    }
    await serving.turn()
    const { status, body } = await serveMessage(request, message, serving)
    // Header errors apply to the whole batch.
    if (status !== 200) return { status, body }
    if (body === null) continue
    answers.push(body)
    length += body.length
  }
  return { status: 200, body: `[${answers.join(',')}]` }
}

const ONE_READ =
  'A batch reads one resource: send each other resources/read in a request of its own'
const TOO_LONG =
  "The batch's responses are longer than 1 MiB, so this message was not handled: send it in another request"

const MAX_QUOTED = 200

function resourceHandlers(resources: readonly ServedResource[]): (server: Server) => void {
  const listed = resources.map(({ uri, name, title, description, mimeType }) => ({
    uri,
    name,
    title,
    description,
    mimeType,
  }))
  const byUri = new Map(resources.map(resource => [resource.uri, resource]))
  return server => {
    server.setRequestHandler('resources/list', () => ({ resources: listed }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
    server.setRequestHandler('resources/read', ({ params }) => {
      const resource = byUri.get(params.uri)
      if (resource === undefined) {
        const uri = params.uri.slice(0, MAX_QUOTED)
        const message = `Unknown resource ${JSON.stringify(uri)}; available: ${[...byUri.keys()].join(', ')}`
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri })
      }
      const { uri, mimeType, text, _meta } = resource
      return { contents: [{ uri, mimeType, text, _meta }] }
    })
  }
}

/**
 * The refusal of a 2026-07-28 request that needs an unsupported feature; null lets it pass. Refused: requests whose header and body agree on
 * the revision and that declare capabilities without the MCP Apps extension. The library rejects malformed ones.
 */
function refuseRevision(body: unknown, headers: PostedHeaders): McpAnswer | null {
  if (!isObject(body) || headers['mcp-protocol-version']?.trim() !== REVISION) return null
  const meta =
    isObject(body['params']) && isObject(body['params']['_meta']) ? body['params']['_meta'] : {}
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY]
  if (meta[PROTOCOL_VERSION_META_KEY] !== REVISION || !isObject(capabilities)) return null

  if (
    !isObject(capabilities['extensions']) ||
    !Object.hasOwn(capabilities['extensions'], UI_EXTENSION)
  ) {
    // The exact text of a 2025 server, since some clients fall back only on this.
    if (body['method'] === 'server/discover') {
      const supported = `Unsupported protocol version: ${REVISION} (supported versions: ${REVISIONS_2025.join(', ')})`
      return rpcError(400, -32000, `Bad Request: ${supported}`, body)
    }
    const message = `Revision ${REVISION} is served only to clients that declare the extension ${UI_EXTENSION} in each request`
    return rpcError(400, -32022, message, body, { supported: REVISIONS_2025, requested: REVISION })
  }
  const absent = ['subscriptions/listen', 'initialize'].includes(String(body['method']))
  return absent ? rpcError(404, -32601, 'Method not found', body) : null
}
