import type { ParameterModel, Schema } from './model.ts'

/** What one value of a parameter, or one item of a list, is. */
export type ParameterKind = 'integer' | 'date' | 'flag' | 'choice' | 'text'

/** The kind of a parameter's values, a list's items for a list. */
export function kindOf(item: Schema): ParameterKind {
  if (item.type === 'integer') return 'integer'
  if (item.type === 'boolean') return 'flag'
  if (item.enum !== undefined || item.const !== undefined) return 'choice'
  return item.format === 'date' ? 'date' : 'text'
}

export function isList(parameter: ParameterModel): boolean {
  return parameter.schema.type === 'array'
}

/** The words of a choice. */
export function wordsOf(item: Schema): string[] {
  return (item.enum ?? [item.const]) as string[]
}
