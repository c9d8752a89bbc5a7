/** Keywords that the printers support. They would ignore others, so that the service would violate the contract. */

import {
  at,
  type Contract,
  isObject,
  type Json,
  type JsonObject,
  type Problems,
  resolve,
} from './contract.ts'

const EXAMPLES = ['example', 'examples']
const RULES = [
  'x-only-with',
  'x-requires',
  'x-not-after',
  'x-excludes',
  'x-alone',
  'x-not-with',
  'x-value-only-with',
  'x-date-range',
]
const NAMES = ['x-field-of', 'x-other-orders', 'x-asked-column']

export const KEYWORDS = {
  contract: [
    'openapi',
    'info',
    'servers',
    'tags',
    'security',
    'paths',
    'components',
    'x-mcp-result-bytes',
    'x-mcp-tools',
  ],
  path: ['get'],
  operation: [
    'operationId',
    'tags',
    'summary',
    'description',
    'security',
    'parameters',
    'responses',
    'x-exactly-one-of',
    'x-columns',
  ],
  parameter: [
    'name',
    'in',
    'schema',
    'required',
    'description',
    'style',
    'explode',
    ...EXAMPLES,
    ...RULES,
    ...NAMES,
  ],
  response: ['description', 'headers', 'content'],
  media: ['schema', ...EXAMPLES],
  header: ['schema', 'description', 'required', ...EXAMPLES],
  tool: ['title', 'description', 'view', 'operation', 'fixed', 'arguments', 'output', 'example'],
  argument: [
    'parameter',
    'own',
    'required',
    'spelling',
    'leavesOut',
    'replaces',
    'onlyFor',
    'atMost',
    'defaultWith',
    'schema',
    'of',
  ],
}

export function checkKeywords(
  value: JsonObject,
  kind: keyof typeof KEYWORDS,
  pointer: string,
  problems: Problems,
): void {
  refuseOthers(value, KEYWORDS[kind], pointer, problems)
}

function refuseOthers(
  value: JsonObject,
  known: readonly string[],
  pointer: string,
  problems: Problems,
): void {
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      problems.add(at(pointer, name), `the keyword ${name} is not supported here`)
  }
}

const ANY_TYPE = ['type', 'description', 'deprecated', 'default', 'x-label', 'x-unit', ...EXAMPLES]

/** Units of numbers, which determine their format. */
export const UNITS = ['money', 'count', 'ratio', 'share', 'days']

/** Current words of an open enum in a response: validation must accept later ones. */
export const KNOWN_WORDS = 'x-extensible-enum'

/** An enum in a response that gets no further words. */
export const CLOSED = 'x-closed-enum'

/** The keywords of a schema by its type; listed values need no other. */
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ['format', 'pattern', 'minLength', 'maxLength', KNOWN_WORDS],
  integer: ['format', 'minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties'],
  null: [],
}

const TYPES = Object.keys(OF_TYPE)

const FORMATS = ['date', 'date-time', 'uri', 'binary', 'int64']

/**
 * Checks a schema and those within it, following references.
 * @param within the references followed so far
 */
export function checkSchema(
  contract: Contract,
  value: Json | undefined,
  pointer: string,
  problems: Problems,
  within: readonly string[] = [],
): void {
  if (!isObject(value)) return problems.add(pointer, 'must be a schema')
  const inside = (schema: Json | undefined, ...steps: string[]) =>
    checkSchema(contract, schema, at(pointer, ...steps), problems, within)
  const { $ref } = value
  if (typeof $ref === 'string') {
    if (within.includes($ref)) return problems.add(pointer, 'a recursive schema is not supported')
    refuseOthers(value, ['$ref', 'description'], pointer, problems)
    return checkSchema(contract, resolve(contract, { $ref }, pointer), $ref, problems, [
      ...within,
      $ref,
    ])
  }
  const types = [value.type].flat().map(String)
  if (types.length === 0 || !types.every(type => TYPES.includes(type))) {
    return problems.add(at(pointer, 'type'), `must be one or more of ${TYPES.join(', ')}`)
  }
  const listed = 'enum' in value ? ['enum', CLOSED] : 'const' in value ? ['const'] : []
  refuseOthers(
    value,
    [...ANY_TYPE, ...(listed.length > 0 ? listed : types.flatMap(type => OF_TYPE[type]!))],
    pointer,
    problems,
  )
  if (value.format !== undefined && !FORMATS.includes(String(value.format))) {
    problems.add(at(pointer, 'format'), `must be one of ${FORMATS.join(', ')}`)
  }
  if (value['x-unit'] !== undefined && !UNITS.includes(String(value['x-unit']))) {
    problems.add(at(pointer, 'x-unit'), `must be one of ${UNITS.join(', ')}`)
  }
  if (types.includes('array')) inside(value.items, 'items')
  const properties = isObject(value.properties) ? value.properties : {}
  for (const [name, property] of Object.entries(properties)) inside(property, 'properties', name)
  for (const name of [value.required ?? []].flat().map(String)) {
    if (!Object.hasOwn(properties, name))
      problems.add(at(pointer, 'required'), `${name} is not a property`)
  }
  if (isObject(value.additionalProperties))
    inside(value.additionalProperties, 'additionalProperties')
  else if (value.additionalProperties === true)
    problems.add(at(pointer, 'additionalProperties'), 'must be false or a schema')
}
