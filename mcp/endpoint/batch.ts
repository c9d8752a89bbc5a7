import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse, type JSONRPCRequest } from '@modelcontextprotocol/server'
import { type McpAnswer, rpcError } from './answer.ts'
import { paramsFault } from './params-fault.ts'
import type { PostedHeaders } from './read-message.ts'
import { WITH_BATCHES } from './revisions.ts'

/** Most messages of a batch: as many as fit well into a minute of the usual limit. */
const MOST_MESSAGES = 50

/** How many messages a body holds, each of which counts as a request. */
export function messageCount(body: unknown): number {
  return Array.isArray(body) ? body.length : 1
}

/**
 * What is wrong with a batch as a whole, so that none of its messages is served; null for nothing, and for what is no batch.
 * @param limit requests that may be made in a minute: a larger batch could never pass
 */
export function batchFault(body: unknown, headers: PostedHeaders, limit: number): McpAnswer | null {
  if (!Array.isArray(body)) return null
  const revision = headers['mcp-protocol-version'] ?? WITH_BATCHES
  if (revision !== WITH_BATCHES) return refusal(`Revision ${revision} has no batches: send one message per request`)
  const most = Math.min(MOST_MESSAGES, limit)
  if (body.length > most) return refusal(`A batch holds at most ${most} messages, this one ${body.length}`)
  if (body.length === 0 || !body.every(isMessage)) return refusal('A batch holds JSON-RPC 2.0 messages, one at least, and nothing else')
  const requests = body.filter(isRequest)
  if (requests.length > 1 && requests.some(({ method }) => method === 'initialize')) return refusal('initialize is sent alone')
  // Answers are matched to requests by id.
  if (new Set(requests.map(({ id }) => id)).size < requests.length) return refusal('The requests of a batch need different ids')
  return null
}

/**
 * The messages of a 2025 body that need an answer, in its shape; null when none does. Notifications and responses mean nothing to
 * a server that keeps nothing, and one that cancels a request of its own batch would leave the caller waiting.
 */
export function servedMessages(body: unknown): unknown {
  if (!Array.isArray(body)) return isMute(body) ? null : body
  const served = body.filter(message => !isMute(message))
  return served.length === 0 ? null : served
}

function isMute(message: unknown): boolean {
  return isJSONRPCNotification(message) || isJSONRPCResponse(message)
}

function isMessage(message: unknown): boolean {
  return isRequest(message) || isMute(message)
}

/** Also one whose parameters are so wrong that the library would not call it a request: it is told so by itself. */
function isRequest(message: unknown): message is JSONRPCRequest {
  return isJSONRPCRequest(message) || paramsFault(message) !== null
}

function refusal(message: string): McpAnswer {
  return rpcError(400, -32600, `Invalid Request: ${message}`, null)
}
