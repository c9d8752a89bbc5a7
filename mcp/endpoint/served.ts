import type { CallToolResult, JsonSchemaType } from '@modelcontextprotocol/server'

/** A tool's result; a rejected argument is a result with `isError`. A result object that is returned again is not serialized again. */
export interface ToolAnswer {
  content: CallToolResult['content']
  structuredContent?: unknown
  /** The structured content as JSON, where it is at hand. */
  json?: string
  isError?: boolean
}

/** A tool as the endpoint serves it. `call` throws only where the service itself is at fault. */
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
  /** Resources for hosts, the same for every caller. */
  resources: readonly ServedResource[]
  /** Creates the context of one tool call. */
  context: (call: Call) => Context
  /** Instructions for models. */
  instructions: string
  /** The service's version, as clients see it. */
  version: string
  /** Told of faults of the service; the caller learns only that there was one. */
  onFault: (error: unknown, call: Call) => void
}

/** A resource as the endpoint serves it. */
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

/** An answer of the endpoint. */
export interface McpAnswer {
  status: number
  /** JSON, as text or as UTF-8; null where there is nothing to say. */
  body: string | Buffer | null
  /** Whether the body is gzip of that. */
  zipped?: true
}

/** A JSON-RPC error; its id is that of the request it answers, null where there is no single one. */
export function rpcError(status: number, code: number, message: string, request: unknown, data?: unknown): McpAnswer {
  const error = data === undefined ? { code, message } : { code, message, data }
  return { status, body: JSON.stringify({ jsonrpc: '2.0', error, id: idOf(request) }) }
}

/** Converts a response of the protocol's library. */
export async function answerOf(response: Response): Promise<McpAnswer> {
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : text }
}

function idOf(request: unknown): string | number | null {
  const { method, id } = isObject(request) ? request : {}
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : null
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Revisions of the protocol, by the dates that name them. */

/** Those with an `initialize`, newest first: the first is offered to clients that ask for none of them. */
export const REVISIONS_2025 = ['2025-11-25', '2025-06-18', '2025-03-26']

/** The only one with batches, also meant by requests that name none. */
export const WITH_BATCHES = '2025-03-26'

/** The one without an `initialize`. */
export const REVISION_2026 = '2026-07-28'

/** Identifier of the MCP Apps extension. */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui'

/** Which of the two ways a message is served. */
export type Era = '2025' | '2026'
