import { KNOWN_WORDS } from './schema-of-schemas.ts'
import { at, isObject, resolve, type Contract, type Json, type JsonObject } from './contract.ts'
import { wordsOf } from './parameter-kind.ts'
import { BANNER, block, comment, key, literal } from './source.ts'

/** `client/models.ts`: what answers hold. Their words are open: the service may add some. */
export function clientModelsSource(contract: Contract): string {
  const models = Object.entries(schemasOf(contract)).flatMap(([name, schema]) => modelSource(contract, name, schema as JsonObject))
  return [BANNER, "import type { Open } from '../../client/src/open.ts'\n", ...models].join('\n')
}

/** The contract's named schemas. */
export function schemasOf(contract: Contract): JsonObject {
  const components = contract.components
  return isObject(components) && isObject(components.schemas) ? components.schemas : {}
}

function modelSource(contract: Contract, name: string, schema: JsonObject): string[] {
  const doc = comment(typeof schema.description === 'string' ? schema.description : undefined)
  if (schema.enum !== undefined) return [`${doc}export type ${name} = ${wordsOf(schema).map(literal).join(' | ')}\n`]
  if (schema.type === 'object') return [`${doc}export interface ${name} ${objectType(contract, schema, at('#', 'components', 'schemas', name))}\n`]
  return []
}

/** The type of what a schema of an answer describes. */
export function answerType(contract: Contract, value: Json | undefined, pointer: string): string {
  const written = value as JsonObject
  const schema = resolve(contract, written, pointer)
  const name = typeof written.$ref === 'string' ? written.$ref.split('/').at(-1)! : undefined
  if (schema.enum !== undefined || schema.const !== undefined) {
    return `Open<${name ?? wordsOf(schema).map(literal).join(' | ')}>`
  }
  const known = schema[KNOWN_WORDS]
  if (known !== undefined) return `Open<${(known as string[]).map(literal).join(' | ')}>`
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.map(type => {
    if (type === 'array') return `${answerType(contract, schema.items, at(pointer, 'items'))}[]`
    if (type === 'object') return name ?? objectType(contract, schema, pointer)
    return type === 'integer' ? 'number' : String(type)
  }).join(' | ')
}

function objectType(contract: Contract, schema: JsonObject, pointer: string): string {
  const required = (schema.required ?? []) as Json[]
  return block(Object.entries((schema.properties ?? {}) as JsonObject).map(([name, property]) => {
    const place = at(pointer, 'properties', name)
    const { description } = resolve(contract, property, place)
    const doc = comment(typeof description === 'string' ? description : undefined)
    return `${doc}${key(name)}${required.includes(name) ? '' : '?'}: ${answerType(contract, property, place)}`
  }), '')
}
