import {
  batchFault,
  boundsFault,
  messageCount,
  type Posted,
  readMessage,
  revisionFault,
} from './message.ts'
import { servedByLibrary } from './protocol.ts'
import type { EndpointParts, McpAnswer } from './served.ts'

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
