import {
  type CallToolResult, createMcpHandler, isLegacyRequest, type JsonSchemaType, type Server, WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import { type McpAnswer, rpcError } from './answer.ts'
import { servedMessages } from './batch.ts'
import { createServerFactory } from './protocol-server.ts'
import { refuseRevision } from './revision-gate.ts'

/** What a tool gives back; a rejected argument is a result with `isError`. */
export interface ToolAnswer {
  content: CallToolResult['content']
  structuredContent?: unknown
  isError?: boolean
}

/** A tool as the endpoint serves it. `call` throws only where the service itself is at fault. */
export interface ServedTool<Context> {
  name: string
  title: string
  description: string
  inputSchema: JsonSchemaType
  outputSchema: JsonSchemaType
  annotations: object
  call(args: unknown, context: Context): Promise<ToolAnswer>
}

export interface EndpointParts<Caller, Context> {
  tools: readonly ServedTool<Context>[]
  /** What a caller's tools work with; made once per tool call. */
  context: (caller: Caller) => Context
  /** The service's version, as clients see it. */
  version: string
  /** Told of faults of the service; the caller learns only that there was one. */
  onFault: (error: unknown, caller: Caller) => void
}

/** One POST, let in already: its headers and its body, parsed, without a fault that `batchFault` finds. */
interface McpRequest<Caller> {
  headers: Headers
  body: unknown
  caller: Caller
}

export interface McpEndpoint<Caller> {
  handle(request: McpRequest<Caller>): Promise<McpAnswer>
}

/** Both protocol legs check this header, whose real value was checked before. */
const ACCEPT = 'application/json, text/event-stream'

/**
 * The tool endpoint's protocol: stateless, JSON answers, the 2025 revisions for everyone and 2026-07-28 for clients that declare
 * the MCP Apps extension. Who calls, how often and from where is checked by whoever mounts it.
 */
export function createMcpEndpoint<Caller, Context>(parts: EndpointParts<Caller, Context>): McpEndpoint<Caller> {
  const createServer = createServerFactory(parts)
  const modern = createMcpHandler(({ authInfo }) => createServer(authInfo!.extra!['caller'] as Caller), { legacy: 'reject', keepAliveMs: 0 })

  return {
    async handle({ headers, body, caller }) {
      const request = webRequest(headers)
      if (await isLegacyRequest(request, body)) {
        return await serve2025(createServer(caller), request, body, error => parts.onFault(error, caller))
      }
      const refusal = refuseRevision(body, headers)
      if (refusal !== null) return refusal
      // The caller rides in the one slot that the protocol library hands through; nothing else reads it.
      const authInfo = { token: '', clientId: '', scopes: [], extra: { caller } }
      return await answerOf(await modern.fetch(request, { parsedBody: body, authInfo }))
    }
  }
}

/** One server and transport per request: nothing is kept from one to the next. */
async function serve2025(server: Server, request: Request, body: unknown, onFault: (error: unknown) => void): Promise<McpAnswer> {
  const served = servedMessages(body)
  if (served === null) return { status: 202, body: null }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    const answer = await answerOf(await transport.handleRequest(request, { parsedBody: served }))
    // The library unwraps the answer to a batch of one, where JSON-RPC 2.0 asks for an array.
    const unwrapped = Array.isArray(body) && answer.status === 200 && answer.body?.startsWith('{') === true
    return unwrapped ? { ...answer, body: `[${answer.body}]` } : answer
  } catch (error) {
    onFault(error)
    return rpcError(500, -32603, 'Internal error', body)
  } finally {
    await server.close()
  }
}

function webRequest(given: Headers): Request {
  const headers = new Headers(given)
  headers.set('accept', ACCEPT)
  // The libraries look at method and headers only: the body is given to them parsed.
  return new Request('http://localhost/v1/mcp', { method: 'POST', headers })
}

async function answerOf(response: Response): Promise<McpAnswer> {
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : text }
}
