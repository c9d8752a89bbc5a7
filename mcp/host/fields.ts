import type { Tool } from '@modelcontextprotocol/client'
import { parseList } from './lists.ts'
import { words } from './words.ts'

/** What people write in a form, or in the address, for arguments of a tool: their texts by name. Empty texts stand for nothing. */
export type Texts = Readonly<Record<string, string>>

/** How an argument is asked for. */
export interface Field {
  name: string
  label: string
  hint: string
  kind: 'choice' | 'choices' | 'date' | 'number' | 'numbers' | 'names' | 'text' | 'switch'
  options: readonly string[]
  /** What counts when nothing is chosen, where the tool says so. */
  standard: string
  least: number | undefined
  most: number | undefined
}

/** As much of JSON Schema as the tools' arguments are described by. */
interface Schema {
  type?: string
  enum?: string[]
  format?: string
  items?: Schema
  default?: unknown
  description?: string
  minimum?: number
  maximum?: number
}

/** The fields of a tool's form, all but its app. */
export function fieldsOf({ inputSchema }: Tool): Field[] {
  return Object.entries((inputSchema.properties ?? {}) as Record<string, Schema>)
    .filter(([name]) => name !== 'appId')
    .map(([name, schema]) => ({
      name,
      label: words(name),
      hint: hintOf(schema),
      kind: kindOf(schema),
      options: schema.items?.enum ?? schema.enum ?? [],
      standard: schema.default === undefined ? '' : String(schema.default),
      least: schema.minimum,
      most: schema.maximum,
    }))
}

/** A tool's arguments. What does not fit its field goes as it was written: the tool says what is wrong with it. */
export function argumentsOf(tool: Tool, texts: Texts): Record<string, unknown> {
  const kinds = new Map(fieldsOf(tool).map(({ name, kind }) => [name, kind]))
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  return Object.fromEntries(given.map(([name, text]) => [name, valueOf(name === 'appId' ? 'number' : kinds.get(name), text)]))
}

function hintOf({ description = '', default: standard }: Schema): string {
  const isTold = standard === undefined || standard === false || /\bdefault\b/i.test(description)
  return isTold ? description : `${description} Default ${String(standard).replaceAll(',', ', ')}.`
}

function kindOf({ type, enum: options, format, items }: Schema): Field['kind'] {
  if (type === 'array') return items?.enum !== undefined ? 'choices' : items?.type === 'integer' ? 'numbers' : 'names'
  if (options !== undefined) return 'choice'
  if (type === 'boolean') return 'switch'
  if (type === 'integer' || type === 'number') return 'number'
  return format === 'date' ? 'date' : 'text'
}

function valueOf(kind: Field['kind'] | undefined, text: string): unknown {
  if (kind === 'number') return numberOf(text)
  if (kind === 'numbers') return parseList(text).map(numberOf)
  if (kind === 'choices' || kind === 'names') return parseList(text)
  if (kind === 'switch') return { true: true, false: false }[text] ?? text
  return text
}

function numberOf(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
}
