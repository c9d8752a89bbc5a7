import { CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server'
import type { Era } from './known-message.ts'
import type { PostedHeaders } from './read-message.ts'
import { REVISION_2026, UI_EXTENSION } from './revisions.ts'

const TYPE = { 'content-type': 'application/json' }

const ENVELOPE = {
  [PROTOCOL_VERSION_META_KEY]: REVISION_2026,
  [CLIENT_CAPABILITIES_META_KEY]: { extensions: { [UI_EXTENSION]: {} } },
}

/** A request as a client of the era sends it, to ask the library beforehand what many will ask. */
export function sample(
  era: Era,
  method: string,
  params: Readonly<Record<string, unknown>>,
  id: string,
): { headers: PostedHeaders; body: object } {
  if (era === '2025') return { headers: TYPE, body: { jsonrpc: '2.0', id, method, params } }
  const name = params['name'] ?? params['uri']
  const named = typeof name === 'string' ? { 'mcp-name': name } : {}
  const headers = { ...TYPE, 'mcp-protocol-version': REVISION_2026, 'mcp-method': method, ...named }
  return { headers, body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: ENVELOPE } } }
}
