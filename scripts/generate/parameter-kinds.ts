import type { ParameterModel, Schema } from './model.ts'
import { call, inline, literal } from './typescript-source.ts'

/** Type of a parameter's value, or of a list item. */
export type ParameterKind = 'integer' | 'number' | 'date' | 'flag' | 'choice' | 'text'

/** The kind of a parameter's values, a list's items for a list. */
export function kindOf(item: Schema): ParameterKind {
  if (item.type === 'integer' || item.type === 'number') return item.type
  if (item.type === 'boolean') return 'flag'
  if (item.enum !== undefined || item.const !== undefined) return 'choice'
  return item.format === 'date' ? 'date' : 'text'
}

export function isList(parameter: ParameterModel): boolean {
  return parameter.schema.type === 'array'
}

export function wordsOf(item: Schema): string[] {
  return (item.enum ?? [item.const]) as string[]
}

/** Cell type of a file column; null is empty in CSV. */
export type ColumnKind = 'date' | 'timestamp' | 'text' | 'whole' | 'number' | 'number or null'

/** Undefined for a schema that is invalid for a column. */
export function columnKind({ type, format }: Schema): ColumnKind | undefined {
  const types = [type].flat().join()
  if (types === 'string')
    return format === 'date' ? 'date' : format === 'date-time' ? 'timestamp' : 'text'
  return ({ integer: 'whole', number: 'number', 'number,null': 'number or null' } as const)[types]
}

/** A call of the helper of the item's kind. */
export function kindSource(item: Schema, helpers: Readonly<Record<ParameterKind, string>>): string {
  const kind = kindOf(item)
  const helper = helpers[kind]
  if (kind === 'text') return textKind(item, helper)
  if (kind === 'choice') return call(helper, [literal(wordsOf(item))])
  return `${helper}(${kind === 'integer' || kind === 'number' ? keywords(item, ['minimum', 'maximum']) : ''})`
}

/** The schema's keywords of these names, as an object. */
export function keywords(schema: Schema, names: readonly string[]): string {
  return inline(
    names.flatMap(name =>
      schema[name] === undefined ? [] : [[name, literal(schema[name])] as const],
    ),
  )
}

/** A call of `text`, or of another helper, with the limits of a string schema; the schema's description explains a pattern. */
export function textKind(schema: Schema, helper = 'text'): string {
  const limits: [string, string][] = []
  if (schema.minLength !== undefined) limits.push(['minLength', literal(schema.minLength)])
  if (schema.maxLength !== undefined) limits.push(['maxLength', literal(schema.maxLength)])
  if (typeof schema.pattern === 'string') {
    limits.push(['pattern', String(new RegExp(schema.pattern, 'u'))])
    if (typeof schema.description === 'string')
      limits.push(['meaning', literal(meaning(schema.description))])
  }
  return `${helper}(${limits.length === 0 ? '' : inline(limits)})`
}

/** A description as the end of a sentence: "Two letters, or `X`." gives "two letters, or X". */
function meaning(description: string): string {
  const words = description.trim().replace(/\s+/g, ' ').replaceAll('`', '').replace(/\.$/, '')
  return /^[A-Z][a-z ]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}
