/** A JSON Schema of an object, draft 2020-12, as `tools/list` carries it. */
export interface JsonSchema {
  type: 'object'
  properties?: Record<string, object>
  required?: string[]
  [keyword: string]: unknown
}
