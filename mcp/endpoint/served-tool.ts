import type { CallToolResult, JsonSchemaType } from '@modelcontextprotocol/server'
import type { ServedResource } from './served-resource.ts'

/** What a tool gives back; a rejected argument is a result with `isError`. One that is given back again is not written again. */
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
  /** What hosts may read beside: the same for every caller. */
  resources: readonly ServedResource[]
  /** What the tools work with for a call from outside; made once per tool call. */
  context: (call: Call) => Context
  /** What a host tells a model of the whole service. */
  instructions: string
  /** The service's version, as clients see it. */
  version: string
  /** Told of faults of the service; the caller learns only that there was one. */
  onFault: (error: unknown, call: Call) => void
}
