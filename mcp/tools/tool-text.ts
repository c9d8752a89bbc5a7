import type { JsonSchema } from './json-schema.ts'

/** What the contract says of a tool, beside its arguments. */
export interface ToolText {
  title: string
  description: string
  outputSchema: JsonSchema
}
