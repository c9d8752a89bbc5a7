import type { JsonSchema } from './json-schema.ts'

/** A folder of `mcp/views`. */
export type ViewName = 'recommendations' | 'report' | 'roas-history' | 'alerts'

/** What the contract says of a tool, beside its arguments. */
export interface ToolText {
  title: string
  description: string
  /** What shows its results in hosts with MCP Apps. */
  view?: ViewName
  outputSchema: JsonSchema
}
