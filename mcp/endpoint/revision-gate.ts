import { CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server'
import { isObject, type McpAnswer, rpcError } from './answer.ts'
import type { PostedHeaders } from './read-message.ts'
import { REVISION_2026 as REVISION, REVISIONS_2025, UI_EXTENSION } from './revisions.ts'

/**
 * Answers what revision 2026-07-28 asks of us and we do not serve; null lets a request pass. Only a request whose header and body
 * agree on the revision and that declares its capabilities without the MCP Apps extension is refused: what is malformed is told so
 * by the library.
 */
export function refuseRevision(body: unknown, headers: PostedHeaders): McpAnswer | null {
  if (!isObject(body) || headers['mcp-protocol-version']?.trim() !== REVISION) return null
  const meta = isObject(body['params']) && isObject(body['params']['_meta']) ? body['params']['_meta'] : {}
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY]
  if (meta[PROTOCOL_VERSION_META_KEY] !== REVISION || !isObject(capabilities)) return null

  if (!isObject(capabilities['extensions']) || !Object.hasOwn(capabilities['extensions'], UI_EXTENSION)) {
    // Word for word what a server of 2025 says: some clients fall back on this answer to this method only.
    if (body['method'] === 'server/discover') {
      const supported = `Unsupported protocol version: ${REVISION} (supported versions: ${REVISIONS_2025.join(', ')})`
      return rpcError(400, -32000, `Bad Request: ${supported}`, body)
    }
    const message = `Revision ${REVISION} is served to clients that declare the extension ${UI_EXTENSION} in each request`
    return rpcError(400, -32022, message, body, { supported: REVISIONS_2025, requested: REVISION })
  }
  // A stream of changes, where nothing ever changes; and what this revision does without.
  const absent = ['subscriptions/listen', 'initialize'].includes(String(body['method']))
  return absent ? rpcError(404, -32601, 'Method not found', body) : null
}
