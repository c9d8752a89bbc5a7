import { isObject, type Json, type JsonObject } from './contract.ts'
import { block, key, literal } from './source.ts'

const PRIMITIVES: Record<string, string> = {
  string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null'
}

/** The TypeScript type of what a schema of a tool's result allows. */
export function schemaType(schema: JsonObject): string {
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ')
  return [schema.type as Json].flat().map(type => typeOf(String(type), schema)).join(' | ')
}

function typeOf(type: string, schema: JsonObject): string {
  if (type === 'array') return `readonly ${grouped(schemaType(schema.items as JsonObject))}[]`
  return type === 'object' ? objectType(schema) : PRIMITIVES[type]!
}

function objectType(schema: JsonObject): string {
  if (isObject(schema.additionalProperties)) return `Readonly<Record<string, ${schemaType(schema.additionalProperties)}>>`
  const required = (schema.required ?? []) as Json[]
  return block(Object.entries(schema.properties as JsonObject).map(([name, part]) =>
    `${key(name)}${required.includes(name) ? '' : '?'}: ${schemaType(part as JsonObject)}`), '')
}

function grouped(type: string): string {
  return / \| |^readonly /.test(type) && !type.startsWith('{') ? `(${type})` : type
}
