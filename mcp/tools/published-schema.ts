import type { JsonSchema } from '../../server/checks/tool-schemas.ts'
import { type ArgumentSchema, isNameList } from './spellings.ts'

/**
 * The schema of arguments for the tool list, as tolerant as the interpretation, since some clients validate calls by it. It
 * keeps guidance for models: types, words, number ranges, defaults and descriptions. Formats are omitted, since some models' interfaces
 * refuse them, and other spellings of names are allowed.
 */
export function publishedSchema({ additionalProperties: _, properties = {}, required = [], ...schema }: JsonSchema): JsonSchema {
  const named = Object.entries(properties as Record<string, ArgumentSchema>)
  return {
    ...schema,
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(named.map(([name, argument]) => [name, loosened(argument, required.includes(name) ? [] : ['null'])])),
  }
}

/** Accepts text besides the documented type; `others`: further types. */
function loosened(
  { type, enum: words, format: _, pattern: __, minLength: ___, items, properties, ...schema }: Argument,
  others: string[],
): object {
  if (words !== undefined) {
    return { ...schema, anyOf: [{ type: 'string', enum: words }, { type: others.length === 0 ? 'string' : ['string', ...others] }] }
  }
  // Names may be numbers.
  const item = items === undefined ? [] : [...(isNameList({ items }) ? ['integer'] : []), items.type!]
  const types = [...new Set([type!, ...item, 'string', ...others])]
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    ...(items === undefined ? {} : { items: loosened(items, isNameList({ items }) ? ['integer'] : []) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, loosened(field, ['null'])])) }),
  }
}

type Argument = ArgumentSchema & { minLength?: number; items?: ArgumentSchema }
