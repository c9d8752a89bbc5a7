/** Prints any schema of the contract as a TypeScript type. */

import { CLOSED, KNOWN_WORDS } from './dialect.ts'
import { isObject, resolve, type Contract, type Json, type JsonObject } from './contract.ts'
import { block, comment, key, literal } from './typescript-source.ts'

export interface AnswerStyle {
  contract: Contract
  open: boolean
}

const PRIMITIVES: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/**
 * The type of a schema.
 * @param style for a response; absent for readonly types: parameters and tool results, whose schemas have no references
 */
export function schemaType(value: Json | undefined, style?: AnswerStyle): string {
  const written = value as JsonObject
  const name = nameOf(written)
  const schema = resolved(written, style)
  const opened = (words: string) =>
    style?.open === true && schema[CLOSED] !== true ? `Open<${words}>` : words
  if (schema.enum !== undefined || schema.const !== undefined)
    return orNull(opened(name ?? wordsType(schema)), schema)
  const known = schema[KNOWN_WORDS]
  if (known !== undefined && style?.open === true)
    return opened((known as Json[]).map(literal).join(' | '))
  return [schema.type]
    .flat()
    .map(type => {
      if (type === 'array')
        return `${style === undefined ? 'readonly ' : ''}${grouped(schemaType(schema.items, style))}[]`
      if (type === 'object') return name ?? objectType(schema, style)
      return PRIMITIVES[String(type)]!
    })
    .join(' | ')
}

export function valuesType({ schema, item }: { schema: JsonObject; item: JsonObject }): string {
  return schema.type === 'array' ? `readonly ${grouped(schemaType(item))}[]` : schemaType(item)
}

/** Without null, which `orNull` adds. */
export function wordsType(schema: JsonObject): string {
  return ((schema.enum ?? [schema.const]) as Json[])
    .filter(word => word !== null)
    .map(literal)
    .join(' | ')
}

function orNull(type: string, schema: JsonObject): string {
  return (schema.enum as Json[] | undefined)?.includes(null) ? `${type} | null` : type
}

export function objectType(schema: JsonObject, style?: AnswerStyle): string {
  if (isObject(schema.additionalProperties))
    return `Readonly<Record<string, ${schemaType(schema.additionalProperties, style)}>>`
  const required = (schema.required ?? []) as Json[]
  return block(
    Object.entries((schema.properties ?? {}) as JsonObject).map(([name, property]) => {
      const { description } = resolved(property as JsonObject, style)
      const doc = style !== undefined && typeof description === 'string' ? comment(description) : ''
      return `${doc}${key(name)}${required.includes(name) ? '' : '?'}: ${schemaType(property, style)}`
    }),
    '',
  )
}

function resolved(schema: JsonObject, style: AnswerStyle | undefined): JsonObject {
  return style === undefined ? schema : resolve(style.contract, schema, String(schema.$ref))
}

function nameOf({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' ? $ref.replace(/^.*\//, '') : undefined
}

function grouped(type: string): string {
  return / \| |^readonly /.test(type) && !type.startsWith('{') ? `(${type})` : type
}
