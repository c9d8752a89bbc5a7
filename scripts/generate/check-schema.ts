import { at, resolve, type Contract, type Json, type JsonObject } from './contract.ts'
import type { Problems } from './problems.ts'

/** Where a schema stands: what can be honoured depends on it. */
export type SchemaUse = 'parameter' | 'json' | 'file' | 'header'

const COMMON = ['type', 'description', 'example', 'examples', 'enum', 'const', 'default']

/** Words that a text of an answer has today, where any text is allowed: what validates answers must let later ones pass. */
export const KNOWN_WORDS = 'x-extensible-enum'

const OF_TYPE: Record<string, readonly string[]> = {
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  integer: ['minimum', 'maximum', 'format'],
  number: ['minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties']
}

const ANY_TYPE = [...COMMON, ...Object.values(OF_TYPE).flat()]

const FORMATS: Record<SchemaUse, Record<string, readonly string[]>> = {
  parameter: { string: ['date'], integer: ['int64'] },
  json: { string: ['date', 'date-time'], integer: ['int64'] },
  file: { string: ['binary'] },
  header: { string: ['date', 'date-time', 'uri'], integer: ['int64'] }
}

const TYPES: Record<SchemaUse, readonly string[]> = {
  parameter: ['string', 'integer', 'boolean', 'array'],
  json: Object.keys(OF_TYPE),
  file: ['string'],
  header: ['string', 'integer', 'boolean']
}

/** Adds whatever a schema holds, at any depth, that cannot be honoured where it stands. */
export function checkSchema(
  contract: Contract, value: Json | undefined, pointer: string, use: SchemaUse, problems: Problems
): void {
  walk(value, pointer, [])

  function walk(part: Json | undefined, place: string, references: readonly string[]): void {
    const written = problems.object(part, place)
    if (typeof written.$ref !== 'string') return inspect(written, place, references)
    if (references.includes(written.$ref)) return problems.add(place, 'a schema that holds itself is not supported')
    problems.unknownKeywords(written, ['$ref', 'description'], place)
    walk(resolve(contract, { $ref: written.$ref }, place), written.$ref, [...references, written.$ref])
  }

  function inspect(schema: JsonObject, place: string, references: readonly string[]): void {
    const type = typeOf(schema, place)
    if (type === undefined) return
    const fixed = schema.enum !== undefined || schema.const !== undefined
    const open = use === 'json' && type === 'string' && !fixed ? [KNOWN_WORDS] : []
    problems.unknownKeywords(schema, [...COMMON, ...fixed ? [] : OF_TYPE[type] ?? [], ...open], place)
    checkFixed(schema, type, place)
    checkBounds(schema, place)
    checkFormat(schema, type, place)
    if (schema.default !== undefined && use !== 'parameter') problems.add(at(place, 'default'), 'only parameters can have one')
    if (type === 'array') walk(schema.items, at(place, 'items'), references)
    if (type === 'object') checkObject(schema, place, references)
  }

  function typeOf(schema: JsonObject, place: string): string | undefined {
    const types = [schema.type ?? null].flat()
    const [type] = types
    const nullable = types.length === 2 && types[1] === 'null' && use === 'json'
    if (typeof type === 'string' && TYPES[use].includes(type) && (types.length === 1 || nullable)) return type
    // Without a type there is often another keyword in its stead, which says more.
    problems.unknownKeywords(schema, ANY_TYPE, place)
    problems.add(at(place, 'type'), `must be one of ${TYPES[use].join(', ')}${use === 'json' ? ', alone or with null' : ''}`)
    return undefined
  }

  function checkFixed(schema: JsonObject, type: string, place: string): void {
    const nullable = Array.isArray(schema.type)
    const fits = (word: Json) => (word === null && nullable) || typeof word === (type === 'integer' ? 'number' : type)
    if (schema.enum !== undefined) {
      const words = problems.list(schema.enum, at(place, 'enum'))
      const sound = words.length > 0 && words.every(fits) && new Set(words).size === words.length
      if (!sound) problems.add(at(place, 'enum'), `must list different values of type ${type}`)
    }
    const known = problems.list(schema[KNOWN_WORDS] ?? [], at(place, KNOWN_WORDS))
    if (!known.every(fits)) problems.add(at(place, KNOWN_WORDS), 'must list text')
    if (schema.const !== undefined && !fits(schema.const)) problems.add(at(place, 'const'), `must be of type ${type}`)
    if (schema.enum !== undefined && schema.const !== undefined) problems.add(at(place, 'const'), 'is not supported beside enum')
  }

  function checkBounds(schema: JsonObject, place: string): void {
    for (const name of ['minLength', 'maxLength', 'minItems', 'maxItems']) {
      const bound = schema[name] ?? 0
      if (!Number.isSafeInteger(bound) || Number(bound) < 0) problems.add(at(place, name), 'must be a count')
    }
    for (const name of ['minimum', 'maximum']) {
      if (typeof (schema[name] ?? 0) !== 'number') problems.add(at(place, name), 'must be a number')
    }
    if (typeof (schema.uniqueItems ?? true) !== 'boolean') problems.add(at(place, 'uniqueItems'), 'must be true or false')
    if (!isPattern(schema.pattern ?? '')) problems.add(at(place, 'pattern'), 'must be a regular expression')
  }

  function checkFormat(schema: JsonObject, type: string, place: string): void {
    if (schema.format === undefined) return
    const formats = FORMATS[use][type] ?? []
    const format = String(schema.format)
    if (!formats.includes(format)) problems.add(at(place, 'format'), `the format ${format} is not supported here`)
  }

  function checkObject(schema: JsonObject, place: string, references: readonly string[]): void {
    if (schema.additionalProperties !== false) problems.add(at(place, 'additionalProperties'), 'must be false')
    const properties = problems.object(schema.properties, at(place, 'properties'))
    for (const name of problems.list(schema.required ?? [], at(place, 'required'))) {
      const known = typeof name === 'string' && Object.hasOwn(properties, name)
      if (!known) problems.add(at(place, 'required'), `${String(name)} is no property`)
    }
    for (const [name, property] of Object.entries(properties)) walk(property, at(place, 'properties', name), references)
  }
}

function isPattern(value: Json): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp
  } catch {
    return false
  }
}
