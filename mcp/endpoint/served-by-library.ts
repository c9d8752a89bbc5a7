import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import { answerOf, type McpAnswer } from './answer.ts'
import { paramsFault } from './params-fault.ts'
import { createServerFactory } from './protocol-server.ts'
import type { PostedHeaders } from './read-message.ts'
import { MCP_PATH } from './resource.ts'
import { refuseRevision } from './revision-gate.ts'
import { serve2025 } from './serve-2025.ts'
import type { EndpointParts } from './served-tool.ts'

/** Serves a body, which is within its bounds, for a call. */
export type Serve<Call> = (headers: PostedHeaders, body: unknown, call: Call) => Promise<McpAnswer>

/** Both protocol legs check this header, whose real value was checked before. */
const ACCEPT = 'application/json, text/event-stream'

/** The protocol's library serves everything: a server, and web requests and responses, for each message. */
export function servedByLibrary<Call, Context>(parts: EndpointParts<Call, Context>): Serve<Call> {
  const createServer = createServerFactory(parts)
  const modern = createMcpHandler(({ authInfo }) => createServer(authInfo!.extra!['call'] as Call), { legacy: 'reject', keepAliveMs: 0 })

  return async (headers, body, call) => {
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
}

/** Of a batch, those that are told what is wrong with them have no say in it. */
async function isOf2025(request: Request, body: unknown): Promise<boolean> {
  const sound = Array.isArray(body) ? body.filter(message => paramsFault(message) === null) : body
  return (Array.isArray(sound) && sound.length === 0) || (await isLegacyRequest(request, sound))
}

function webRequest(given: PostedHeaders): Request {
  const headers = new Headers(given as Record<string, string>)
  headers.set('accept', ACCEPT)
  // The libraries look at method and headers only: the body is given to them parsed.
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers })
}
