/** Allowed keywords of the contract's schemas, as JSON Schema. The generator would ignore any other. */

/** Place of a schema, which determines its allowed keywords. */
type Use = 'parameter' | 'argument' | 'json' | 'file' | 'header'

type Type = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'

/** Current words of an open enum in a response: validation must accept later ones. */
export const KNOWN_WORDS = 'x-extensible-enum'

const TYPES: Record<Use, readonly Type[]> = {
  parameter: ['string', 'integer', 'number', 'boolean', 'array'],
  argument: ['string', 'integer', 'number', 'boolean', 'array', 'object'],
  json: ['string', 'integer', 'number', 'boolean', 'array', 'object'],
  file: ['string'],
  header: ['string', 'integer', 'boolean'],
}

const FORMATS: Record<Use, Partial<Record<Type, readonly string[]>>> = {
  parameter: { string: ['date'], integer: ['int64'] },
  argument: { string: ['date'] },
  json: { string: ['date', 'date-time'], integer: ['int64'] },
  file: { string: ['binary'] },
  header: { string: ['date', 'date-time', 'uri'], integer: ['int64'] },
}

/** The definitions in `contract-schema.ts` of a schema's allowed keywords, by place. */
const PLACES = {
  parameter: 'ParameterSchema',
  argument: 'ArgumentSchema',
  json: 'JsonSchema',
  file: 'FileSchema',
  header: 'HeaderSchema',
} as const satisfies Record<Use, string>

const COUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, says: 'must be a count' }
const NUMBER = { type: 'number', says: 'must be a number' }
const RANGE = { minimum: NUMBER, maximum: NUMBER }

function schemasOf(use: Use) {
  return { place: PLACES[use] }
}

function keywordsOf(type: Type, use: Use): object {
  const formats = FORMATS[use][type]
  const format = formats === undefined ? {} : { format: { enum: formats } }
  switch (type) {
    case 'string': {
      const words = { type: 'array', items: { type: 'string', says: 'must be text' }, says: 'must list text' }
      return {
        ...format,
        pattern: { type: 'string', format: 'regex', says: 'must be a regular expression' },
        minLength: COUNT,
        maxLength: COUNT,
        ...(use === 'json' ? { [KNOWN_WORDS]: words } : {}),
      }
    }
    case 'integer':
      return { ...format, ...RANGE }
    case 'number':
      return RANGE
    case 'boolean':
      return {}
    case 'array':
      return { items: schemasOf(use), minItems: COUNT, maxItems: COUNT, uniqueItems: { type: 'boolean' } }
    case 'object':
      return {
        properties: { type: 'object', additionalProperties: schemasOf(use) },
        required: { type: 'array', items: { type: 'string' } },
        additionalProperties: { const: false },
      }
  }
}

const NEEDED: Partial<Record<Type, readonly string[]>> = { array: ['items'], object: ['properties', 'additionalProperties'] }

function commonOf(use: Use) {
  return {
    type: true,
    description: true,
    example: true,
    examples: true,
    ...(use === 'json' ? { deprecated: { const: true } } : {}),
    default: use === 'parameter' || use === 'argument' || { not: {}, says: 'only parameters can have one' },
  }
}

/** A schema of one type. Listed values need no other keyword. */
function typed(type: Type, nullable: boolean, use: Use): object {
  const value = { type: nullable ? [type, 'null'] : type, says: `must be of type ${type}` }
  const listed = { type: 'array', items: value, minItems: 1, uniqueItems: true, says: `must list different values of type ${type}` }
  const only = (own: object) => ({ properties: { ...commonOf(use), ...own }, additionalProperties: false })
  return {
    if: { required: ['enum'] },
    then: only({ enum: listed }),
    else: {
      if: { required: ['const'] },
      then: only({ const: value }),
      else: { ...only(keywordsOf(type, use)), required: NEEDED[type] ?? [] },
    },
  }
}

function schemaFor(use: Use): object {
  const single = TYPES[use].map(type => ({ written: type, type, nullable: false }))
  const withNull = use === 'json' ? TYPES[use].map(type => ({ written: [type, 'null'], type, nullable: true })) : []
  const all = [...single, ...withNull]
  return {
    type: 'object',
    required: ['type'],
    properties: {
      type: {
        enum: all.map(({ written }) => written),
        says: `must be one of ${TYPES[use].join(', ')}${use === 'json' ? ', alone or with null' : ''}`,
      },
    },
    if: { required: ['type'] },
    then: {
      allOf: all.map(({ written, type, nullable }) => ({
        if: { properties: { type: { const: written } } },
        then: typed(type, nullable, use),
      })),
    },
    else: {
      properties: Object.fromEntries(
        TYPES[use]
          .flatMap(type => Object.keys({ ...commonOf(use), ...keywordsOf(type, use), enum: 0, const: 0 }))
          .map(name => [name, true]),
      ),
      additionalProperties: false,
    },
  }
}

export const SCHEMAS_OF_SCHEMAS: Readonly<Record<string, object>> = Object.fromEntries(
  (Object.keys(PLACES) as Use[]).map(use => [PLACES[use], schemaFor(use)]),
)
