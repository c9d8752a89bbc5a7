import type { JsonSchema } from '../../server/core/checks/tool-schemas.ts'

/**
 * Schemas of the tool list, in the part of JSON Schema that every model's interface accepts: one type per schema, words for text, closed
 * objects. Many interfaces refuse or drop other keywords, so bounds and defaults are part of the descriptions. Unions occur only in results.
 */

interface Described {
  type?: string | readonly string[]
  description?: string
  enum?: readonly unknown[]
  items?: Described
  properties?: Readonly<Record<string, Described>>
  additionalProperties?: boolean | Described
  minimum?: number
  maximum?: number
  default?: unknown
}

/** The documented form of arguments. Calls may use other spellings, which `interpretArguments` understands. */
export function publishedInput({ properties = {}, required = [] }: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: mapValues(properties, publishedArgument),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

function publishedArgument(schema: Described): object {
  const { type, enum: words, items, properties } = schema
  const description = inWords(schema)
  return {
    type,
    ...(description === '' ? {} : { description }),
    ...(words === undefined ? {} : { enum: words }),
    ...(items === undefined ? {} : { items: publishedArgument({ ...items, description: '' }) }),
    ...(properties === undefined
      ? {}
      : { properties: mapValues(properties, publishedArgument), additionalProperties: false }),
  }
}

/** Larger bounds only keep out nonsense. */
const MAX_STATED = 1000

function inWords({
  description = '',
  minimum,
  maximum = Infinity,
  default: preset,
}: Described): string {
  const bounds = minimum !== undefined && maximum <= MAX_STATED ? `${minimum} to ${maximum}.` : ''
  const value =
    preset === undefined || preset === false || preset === 0
      ? ''
      : `Default ${[preset].flat().join(', ')}.`
  return [description, bounds, value].filter(Boolean).join(' ')
}

/** Levels of fields with descriptions in the list: those of the result, and those of its context and totals. */
const DESCRIBED = 2

/** The form of results. Every conversation pays for it, and hosts use it for checks, so deeper levels have only types. */
export function publishedOutput(schema: JsonSchema): JsonSchema {
  return {
    ...(publishedResult(schema, DESCRIBED) as JsonSchema),
    ...(schema.required === undefined ? {} : { required: schema.required }),
  }
}

function publishedResult(schema: Described, levels: number): object {
  const { type, description, enum: words, items, properties, additionalProperties } = schema
  const types = [type ?? []].flat()
  const about = description === undefined ? {} : { description }
  if (types.length > 1)
    return { ...about, anyOf: types.map(type => publishedResult(ofType(schema, type), levels)) }
  const map = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return {
    type: types[0],
    ...about,
    ...(words === undefined ? {} : { enum: words }),
    ...(items === undefined ? {} : { items: publishedResult(items, levels) }),
    ...(properties === undefined || levels === 0
      ? {}
      : {
          properties: mapValues(properties, field => publishedResult(field, levels - 1)),
          additionalProperties: false,
        }),
    ...(map === undefined ? {} : { additionalProperties: publishedResult(map, levels) }),
  }
}

/** The part of a schema with several types that concerns one of them. */
function ofType(
  { enum: words, properties, items, additionalProperties }: Described,
  type: string,
): Described {
  return {
    type,
    ...(type === 'string' && words !== undefined
      ? { enum: words.filter(word => word !== null) }
      : {}),
    ...(type === 'array' && items !== undefined ? { items } : {}),
    ...(type === 'object' && properties !== undefined ? { properties } : {}),
    ...(type === 'object' && additionalProperties !== undefined ? { additionalProperties } : {}),
  }
}

function mapValues(
  properties: Readonly<Record<string, Described>>,
  map: (schema: Described) => object,
): Record<string, object> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, map(schema)]))
}
