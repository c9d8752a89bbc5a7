import type { CallToolResult, JsonSchemaType } from '@modelcontextprotocol/server'

/** A tool's result; a rejected argument is a result with `isError`. */
export interface ToolAnswer {
  content: CallToolResult['content']
  structuredContent?: unknown
  isError?: boolean
}

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
  resources: readonly ServedResource[]
  context: (call: Call) => Context
  instructions: string
  version: string
  /** Called for internal errors; the caller learns only that one occurred. */
  onFault: (error: unknown, call: Call) => void
}

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

export interface McpAnswer {
  status: number
  /** JSON; null for an empty response. */
  body: string | null
}

/** Revisions with `initialize`, newest first: the first is offered to clients that request none of them. */
export const REVISIONS_2025 = ['2025-11-25', '2025-06-18', '2025-03-26']

/** The only revision with batches, assumed for requests that name none. */
export const WITH_BATCHES = '2025-03-26'

export const REVISION_2026 = '2026-07-28'

/** Identifier of the MCP Apps extension. */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui'
