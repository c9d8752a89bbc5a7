import { isJSONRPCNotification, isJSONRPCResponse } from '@modelcontextprotocol/server'
import { isObject, type McpAnswer, rpcError } from './answer.ts'

/** Most messages of a batch: as many as fit well into a minute of the usual limit. */
export const MOST_MESSAGES = 50

/** The only revision with batches, also meant by requests that name none. */
const REVISION = '2025-03-26'

/** How many messages a body holds, each of which counts as a request. */
export function messageCount(body: unknown): number {
  return Array.isArray(body) ? Math.max(1, body.length) : 1
}

/** What is wrong with a batch before its messages are looked at; null for nothing, and for what is no batch. */
export function batchFault(body: unknown, headers: Headers): McpAnswer | null {
  if (!Array.isArray(body)) return null
  const revision = headers.get('mcp-protocol-version') ?? REVISION
  if (revision !== REVISION) return refusal(`Revision ${revision} has no batches: send one message per request`)
  if (body.length > MOST_MESSAGES) return refusal(`A batch holds at most ${MOST_MESSAGES} messages, this one ${body.length}`)
  const ids = body.flatMap(message => isObject(message) && 'method' in message && 'id' in message ? [message['id']] : [])
  // Answers are matched to requests by id.
  if (new Set(ids).size < ids.length) return refusal('The requests of a batch need different ids')
  return null
}

/**
 * The messages of a 2025 body that need an answer, in its shape; null when none does. Notifications and responses mean nothing to
 * a server that keeps nothing, and one that cancels a request of its own batch would leave the caller waiting.
 */
export function servedMessages(body: unknown): unknown {
  const isMute = (message: unknown) => isJSONRPCNotification(message) || isJSONRPCResponse(message)
  if (!Array.isArray(body)) return isMute(body) ? null : body
  const served = body.filter(message => !isMute(message))
  return served.length === 0 ? null : served
}

function refusal(message: string): McpAnswer {
  return rpcError(400, -32600, `Invalid Request: ${message}`, null)
}
