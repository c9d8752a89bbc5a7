import type { createConfig, Oas3_1Types } from '@redocly/openapi-core'
import { isObject, type JsonObject } from './contract.ts'

/**
 * The OpenAPI that the printers support, with the contract's own keywords, as a plugin of Redocly. The printers would ignore other keywords, so
 * that the service would violate the contract.
 */

type Config = Exclude<Parameters<typeof createConfig>[0], string>
type Plugin = Exclude<NonNullable<Config['plugins']>[number], string>
type NodeType = (typeof Oas3_1Types)['Schema']
type Types = Record<string, NodeType>

/** Units of numbers, which determine their format. */
export const UNITS = ['money', 'count', 'ratio', 'share', 'days']

/** Current words of an open enum in a response: validation must accept later ones. */
export const KNOWN_WORDS = 'x-extensible-enum'

/** An enum in a response that gets no further words. */
export const CLOSED = 'x-closed-enum'

const EXAMPLES = ['example', 'examples']
const ANY_TYPE = ['type', 'description', 'deprecated', 'default', 'x-label', 'x-unit', ...EXAMPLES]

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

function keywordsOf({ type, enum: words, const: word }: JsonObject): string[] {
  const own =
    words === undefined && word === undefined
      ? [type].flat().flatMap(name => OF_TYPE[String(name)] ?? [])
      : ['enum', 'const', ...(words === undefined ? [] : [CLOSED])]
  return [...ANY_TYPE, ...own]
}

const text = { type: 'string' } as const
const texts = { type: 'array', items: text } as const
const flag = { type: 'boolean' } as const
const any = null

/** A type of Redocly with some of its keywords and others. */
function narrow(
  { properties, extensionsPrefix: _, ...type }: NodeType,
  names: readonly string[],
  others: NodeType['properties'] = {},
): NodeType {
  const supported = Object.fromEntries(names.map(name => [name, properties[name]]))
  return { ...type, properties: { ...supported, ...others } }
}

function mapOf(type: string): NodeType {
  return { properties: {}, additionalProperties: () => type }
}

function supportedTypes(types: Types): Types {
  const own = (name: string, names: string, others?: NodeType['properties']) => ({
    [name]: narrow(types[name]!, names.split(' '), others),
  })
  return {
    ...types,
    ...own('Root', 'openapi info servers tags security paths components', {
      'x-mcp-result-bytes': { type: 'integer' },
      'x-mcp-tools': 'Tools',
    }),
    ...own('PathItem', 'get'),
    ...own('Operation', 'operationId tags summary description security parameters responses', {
      'x-exactly-one-of': texts,
      'x-columns': 'Columns',
    }),
    ...own('Parameter', 'name schema required description example examples', {
      in: { enum: ['query', 'path'] },
      style: text,
      explode: flag,
      'x-only-with': any,
      'x-not-with': any,
      'x-value-only-with': any,
      'x-requires': text,
      'x-not-after': text,
      'x-excludes': text,
      'x-alone': text,
      'x-date-range': flag,
      'x-field-of': text,
      'x-other-orders': texts,
      'x-asked-column': flag,
    }),
    ...own('Response', 'description headers content'),
    MediaTypesMap: {
      properties: {
        'application/json': 'MediaType',
        'application/problem+json': 'MediaType',
        'application/octet-stream': 'MediaType',
        'text/csv': 'MediaType',
      },
    },
    ...own('MediaType', 'schema example examples'),
    ...own('Header', 'schema description required example examples'),
    Schema: {
      ...narrow(
        types['Schema']!,
        [...ANY_TYPE.filter(name => !name.startsWith('x-')), 'enum', 'const']
          .concat(Object.values(OF_TYPE).flat())
          .filter(name => name !== KNOWN_WORDS),
        {
          format: { enum: ['date', 'date-time', 'uri', 'binary', 'int64'] },
          additionalProperties: (value: unknown) =>
            typeof value === 'boolean' ? { enum: [false] as unknown as string[] } : 'Schema',
          'x-label': text,
          'x-unit': { enum: UNITS },
          [KNOWN_WORDS]: texts,
          [CLOSED]: flag,
        },
      ),
      allowed: keywordsOf,
      required: ({ type }: JsonObject) =>
        [type].flat().includes('array') ? ['type', 'items'] : ['type'],
    },
    Columns: mapOf('Schema'),
    Tools: mapOf('Tool'),
    Tool: {
      properties: {
        title: text,
        description: text,
        view: text,
        operation: text,
        fixed: any,
        arguments: 'ToolArguments',
        output: 'Schema',
        example: any,
      },
      required: ['title', 'description', 'output'],
    },
    ToolArguments: mapOf('ToolArgument'),
    ToolArgument: {
      properties: {
        parameter: text,
        own: flag,
        required: flag,
        spelling: { enum: ['lower'] },
        leavesOut: texts,
        replaces: text,
        onlyFor: any,
        atMost: any,
        defaultWith: any,
        schema: 'Schema',
        of: text,
      },
      required: ['schema'],
    },
  }
}

export const dialect: Plugin = {
  id: 'generator',
  typeExtension: { oas3: supportedTypes },
  rules: {
    oas3: {
      // Redocly itself accepts every keyword that begins with x-.
      extensions: () => ({
        any(node: JsonObject, context) {
          const { properties } = context.type
          if (!isObject(node) || Object.keys(properties).length === 0) return
          for (const name of Object.keys(node).filter(name => name.startsWith('x-')))
            if (!(name in properties))
              context.report({
                message: `Property \`${name}\` is not expected here.`,
                location: context.location.child(name).key(),
              })
        },
      }),
      // The printers split the text of lists at commas.
      lists: () => ({
        Parameter({ schema, style, explode }, context) {
          const isList = schema !== undefined && context.resolve(schema).node?.type === 'array'
          if (isList ? style !== 'form' || explode !== false : (style ?? explode) !== undefined)
            context.report({
              message: 'Lists, and only lists, need `style: form` and `explode: false`.',
            })
        },
      }),
      references: () => {
        const open = new Set<unknown>()
        return {
          Schema: {
            enter: schema => void open.add(schema),
            leave: schema => void open.delete(schema),
          },
          ref(reference, context, { node }) {
            const others = Object.keys(reference).filter(
              name => !['$ref', 'description'].includes(name),
            )
            if (others.length > 0)
              context.report({
                message: `\`${others.join('`, `')}\` is not supported beside \`$ref\`.`,
              })
            if (open.has(node)) context.report({ message: 'A recursive schema is not supported.' })
          },
        }
      },
    },
  },
}
