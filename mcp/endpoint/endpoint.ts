import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import { answerOf, type McpAnswer } from './answer.ts'
import { batchFault, messageCount } from './batch.ts'
import { boundsFault } from './bounds.ts'
import { paramsFault } from './params-fault.ts'
import { createServerFactory } from './protocol-server.ts'
import { type Posted, readMessage } from './read-message.ts'
import { refuseRevision } from './revision-gate.ts'
import { serve2025 } from './serve-2025.ts'
import type { EndpointParts } from './served-tool.ts'
import { MCP_PATH } from './resource.ts'

/** One POST of a caller who was let in, and counted as one request. */
export interface McpPost<Call> extends Posted {
  /** Requests that may be made in a minute. */
  limit: number
  /** Counts the other messages of a batch; rejects, counting none, where they are more than may still be made. */
  countMore: (messages: number) => Promise<void>
  call: Call
}

export interface McpEndpoint<Call> {
  /** Rejects with a `problem` where the request itself, and not what it says, is wrong. */
  handle(post: McpPost<Call>): Promise<McpAnswer>
}

/** Both protocol legs check this header, whose real value was checked before. */
const ACCEPT = 'application/json, text/event-stream'

/**
 * The tool endpoint's protocol: stateless, JSON answers, the 2025 revisions for everyone and 2026-07-28 for clients that declare
 * the MCP Apps extension. Who calls and how often is checked by whoever mounts it; from where, by `AllowedSites`.
 */
export function createMcpEndpoint<Call, Context>(parts: EndpointParts<Call, Context>): McpEndpoint<Call> {
  const createServer = createServerFactory(parts)
  const modern = createMcpHandler(({ authInfo }) => createServer(authInfo!.extra!['call'] as Call), { legacy: 'reject', keepAliveMs: 0 })

  async function serve(headers: Headers, body: unknown, call: Call): Promise<McpAnswer> {
    const request = webRequest(headers)
    if (await isOf2025(request, body)) {
      return await serve2025(request, body, { createServer: () => createServer(call), onFault: error => parts.onFault(error, call) })
    }
    const refusal = refuseRevision(body, headers) ?? paramsFault(body)
    if (refusal !== null) return refusal
    // The call rides in the one slot that the protocol library hands through; nothing else reads it.
    const authInfo = { token: '', clientId: '', scopes: [], extra: { call } }
    return await answerOf(await modern.fetch(request, { parsedBody: body, authInfo }))
  }

  return {
    async handle({ limit, countMore, call, ...posted }) {
      const { headers } = posted
      const { body, fault: noJson } = await readMessage(posted)
      const fault = noJson ?? boundsFault(body) ?? batchFault(body, headers, limit)
      if (fault !== null) return fault
      const messages = messageCount(body)
      if (messages > 1) await countMore(messages - 1)
      return await serve(headers, body, call)
    },
  }
}

/** Of a batch, those that are told what is wrong with them have no say in it. */
async function isOf2025(request: Request, body: unknown): Promise<boolean> {
  const sound = Array.isArray(body) ? body.filter(message => paramsFault(message) === null) : body
  return (Array.isArray(sound) && sound.length === 0) || (await isLegacyRequest(request, sound))
}

function webRequest(given: Headers): Request {
  const headers = new Headers(given)
  headers.set('accept', ACCEPT)
  // The libraries look at method and headers only: the body is given to them parsed.
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers })
}
