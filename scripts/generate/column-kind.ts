import type { Schema } from './model.ts'

/** What the cells of a file's column hold; null is empty in CSV. */
export type ColumnKind = 'date' | 'timestamp' | 'text' | 'whole' | 'number' | 'number or null'

/** Undefined for a schema that no column of a file can have. */
export function columnKind({ type, format }: Schema): ColumnKind | undefined {
  const types = [type].flat().join()
  if (types === 'string') return format === 'date' ? 'date' : format === 'date-time' ? 'timestamp' : 'text'
  return ({ integer: 'whole', number: 'number', 'number,null': 'number or null' } as const)[types]
}
