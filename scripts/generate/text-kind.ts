import type { Schema } from './model.ts'
import { inline, literal } from './source.ts'

/** A call of `text`, or of another helper, for the limits of a schema of type string; a pattern is put into words by the schema's description. */
export function textKind(schema: Schema, helper = 'text'): string {
  const limits: [string, string][] = []
  if (schema.minLength !== undefined) limits.push(['minLength', literal(schema.minLength)])
  if (schema.maxLength !== undefined) limits.push(['maxLength', literal(schema.maxLength)])
  if (typeof schema.pattern === 'string') {
    limits.push(['pattern', String(new RegExp(schema.pattern, 'u'))])
    if (typeof schema.description === 'string') limits.push(['meaning', literal(meaning(schema.description))])
  }
  return `${helper}(${limits.length === 0 ? '' : inline(limits)})`
}

/** A description as the end of a sentence: "Two letters, or `X`." gives "two letters, or X". */
function meaning(description: string): string {
  const words = description.trim().replace(/\s+/g, ' ').replaceAll('`', '').replace(/\.$/, '')
  return /^[A-Z][a-z]/.test(words) ? words[0]!.toLowerCase() + words.slice(1) : words
}
