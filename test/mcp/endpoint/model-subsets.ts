/** What models' interfaces document as the schemas that they accept. A checker gives the faults of a schema, with where they are. */

export type Schema = { [keyword: string]: unknown }

type Checker = (schema: Schema, path?: string) => string[]

/**
 * `Schema` of Gemini's `parameters`, a subset of OpenAPI 3.0. The interface answers 400 to other keywords, a list of types, keywords beside
 * `anyOf`, `items` on what is not an array, an object without properties, and required properties that do not exist.
 */
export const openApiFaults: Checker = (schema, path = '') => {
  const { type, anyOf, properties, required = [], items, enum: words } = schema
  const names = Object.keys(properties ?? {})
  return [
    ...unknownKeywords(schema, path, [
      ...[
        'anyOf',
        'default',
        'description',
        'enum',
        'example',
        'format',
        'items',
        'maxItems',
        'maxLength',
        'maxProperties',
        'maximum',
      ],
      ...[
        'minItems',
        'minLength',
        'minProperties',
        'minimum',
        'nullable',
        'pattern',
        'properties',
        'propertyOrdering',
        'required',
        'title',
        'type',
      ],
    ]),
    ...(anyOf === undefined && typeof type !== 'string' ? [`${path}: must have one type`] : []),
    ...(anyOf !== undefined &&
    Object.keys(schema).some(key => !['anyOf', 'description'].includes(key))
      ? [`${path}: keywords beside anyOf`]
      : []),
    ...(type === 'array' && items === undefined ? [`${path}: an array without items`] : []),
    ...(type !== 'array' && items !== undefined ? [`${path}: items without an array`] : []),
    ...(type === 'object' && names.length === 0 ? [`${path}: an object without properties`] : []),
    ...(words !== undefined && type !== 'string' ? [`${path}: words of what is not text`] : []),
    ...(required as string[])
      .filter(name => !names.includes(name))
      .map(name => `${path}: requires ${name}, which is not a property`),
    ...within(schema, path, openApiFaults),
  ]
}

/** JSON Schema in Gemini's `parametersJsonSchema` and `responseJsonSchema`. */
export const geminiJsonFaults: Checker = (schema, path = '') => [
  ...unknownKeywords(schema, path, [
    ...[
      '$id',
      '$defs',
      '$ref',
      '$anchor',
      'type',
      'format',
      'title',
      'description',
      'enum',
      'items',
      'prefixItems',
      'minItems',
      'maxItems',
    ],
    ...[
      'minimum',
      'maximum',
      'anyOf',
      'oneOf',
      'properties',
      'additionalProperties',
      'required',
      'propertyOrdering',
    ],
  ]),
  ...(Array.isArray(schema['type']) ? [`${path}: a list of types`] : []),
  ...within(schema, path, geminiJsonFaults),
]

/** Function parameters with `strict: true` at OpenAI. */
export function strictFaults(schema: Schema): string[] {
  const root =
    schema['type'] === 'object' && schema['anyOf'] === undefined
      ? []
      : ['the root must be an object without anyOf']
  return [...root, ...strictPart(schema, '', 1)]
}

const MAX_LEVELS = 10

function strictPart(schema: Schema, path: string, level: number): string[] {
  const { type, properties, required, additionalProperties } = schema
  const names = Object.keys(properties ?? {})
  const isWhole =
    JSON.stringify([...((required ?? []) as string[])].sort()) === JSON.stringify(names.sort())
  return [
    ...unknownKeywords(schema, path, [
      ...[
        'type',
        'description',
        'enum',
        'const',
        'items',
        'anyOf',
        'properties',
        'required',
        'additionalProperties',
        '$defs',
        '$ref',
      ],
      ...[
        'pattern',
        'format',
        'multipleOf',
        'maximum',
        'exclusiveMaximum',
        'minimum',
        'exclusiveMinimum',
        'minItems',
        'maxItems',
      ],
    ]),
    ...(type === 'object' && additionalProperties !== false ? [`${path}: an open object`] : []),
    ...(type === 'object' && !isWhole ? [`${path}: not every property is required`] : []),
    ...(level > MAX_LEVELS ? [`${path}: too deep`] : []),
    ...within(schema, path, (part, where) => strictPart(part, where!, level + 1)),
  ]
}

function unknownKeywords(schema: Schema, path: string, known: readonly string[]): string[] {
  return Object.keys(schema).flatMap(keyword =>
    known.includes(keyword) ? [] : [`${path}: ${keyword} is not a keyword`],
  )
}

function within(
  { properties, items, anyOf, additionalProperties }: Schema,
  path: string,
  check: Checker,
): string[] {
  const isSchema = (part: unknown): part is Schema => typeof part === 'object' && part !== null
  const parts: [string, unknown][] = [
    ...Object.entries(properties ?? {}),
    ['items', items],
    ['additionalProperties', additionalProperties],
    ...((anyOf ?? []) as unknown[]).map((part, index): [string, unknown] => [
      `anyOf ${index}`,
      part,
    ]),
  ]
  return parts.flatMap(([name, part]) => (isSchema(part) ? check(part, `${path}/${name}`) : []))
}
