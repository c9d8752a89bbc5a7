import {
  type CallToolResult, createMcpHandler, isLegacyRequest, type JsonSchemaType, WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import { type McpAnswer, rpcError } from './answer.ts'
import { servedMessages } from './batch.ts'
import { paramsFault } from './params-fault.ts'
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

/** One POST, let in already: its headers and its body, parsed, without a fault that `boundsFault` or `batchFault` finds. */
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

  /** One server and transport per message: nothing is kept from one to the next. */
  async function serve2025(request: Request, message: unknown, caller: Caller): Promise<McpAnswer> {
    const fault = paramsFault(message)
    if (fault !== null) return fault
    const server = createServer(caller)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    try {
      await server.connect(transport)
      return await answerOf(await transport.handleRequest(request, { parsedBody: message }))
    } catch (error) {
      parts.onFault(error, caller)
      return rpcError(500, -32603, 'Internal error', message)
    } finally {
      await server.close()
    }
  }

  /** One message after the other, and others' requests in between: a batch takes no more of the service at once than a call does. */
  async function serveBatch(request: Request, messages: readonly unknown[], caller: Caller): Promise<McpAnswer> {
    const answers: string[] = []
    for (const message of messages) {
      await new Promise(setImmediate)
      const { status, body } = await serve2025(request, message, caller)
      // What a request has in its headers is the same for all.
      if (status !== 200) return { status, body }
      if (body !== null) answers.push(body)
    }
    return { status: 200, body: `[${answers.join(',')}]` }
  }

  return {
    async handle({ headers, body, caller }) {
      const request = webRequest(headers)
      if (await isOf2025(request, body)) {
        const served = servedMessages(body)
        if (served === null) return { status: 202, body: null }
        return Array.isArray(served) ? await serveBatch(request, served, caller) : await serve2025(request, served, caller)
      }
      const refusal = refuseRevision(body, headers) ?? paramsFault(body)
      if (refusal !== null) return refusal
      // The caller rides in the one slot that the protocol library hands through; nothing else reads it.
      const authInfo = { token: '', clientId: '', scopes: [], extra: { caller } }
      return await answerOf(await modern.fetch(request, { parsedBody: body, authInfo }))
    }
  }
}

/** Of a batch, those that are told what is wrong with them have no say in it. */
async function isOf2025(request: Request, body: unknown): Promise<boolean> {
  const sound = Array.isArray(body) ? body.filter(message => paramsFault(message) === null) : body
  return (Array.isArray(sound) && sound.length === 0) || await isLegacyRequest(request, sound)
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
