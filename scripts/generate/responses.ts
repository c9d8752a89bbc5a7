import { resolve, type Contract, type Json, type JsonObject } from './contract.ts'
import type { OperationModel } from './model.ts'
import { BANNER, block, indent, key, literal } from './typescript-source.ts'
import { textKind } from './parameter-kinds.ts'

const HELPERS = ['body', 'calendarDate', 'number', 'string', 'text', 'utcTimestamp']

/** `responses.ts`: strict joi for the body of each JSON response with status 200. Named schemas become constants. */
export function responsesSource(contract: Contract, operations: readonly OperationModel[]): string {
  const constants = new Map<string, string>()
  const entries = operations.flatMap(({ operationId, json }) =>
    json === undefined ? [] : [`${key(operationId)}: body(${schemaSource(json.schema)})`],
  )
  const source = [
    ...[...constants].map(([name, text]) => `const ${name} = ${text}\n`),
    '/** The schema of each JSON response with status 200. */',
    `export const responses = ${block(entries)} satisfies Partial<Record<OperationId, Joi.AnySchema>>\n`,
  ].join('\n')
  const used = HELPERS.filter(name => new RegExp(`\\b${name}\\(`).test(source))
  return [
    BANNER,
    "import Joi from 'joi'",
    `import { ${used.join(', ')} } from '../server/core/checks/schemas.ts'`,
    "import type { OperationId } from './operations.ts'\n",
    source,
  ].join('\n')

  function schemaSource(value: Json | undefined): string {
    const written = value as JsonObject
    if (typeof written.$ref !== 'string') return inlineSource(written)
    const name = written.$ref.slice(written.$ref.lastIndexOf('/') + 1)
    if (!constants.has(name))
      constants.set(name, inlineSource(resolve(contract, written, written.$ref)))
    return name
  }

  function inlineSource(schema: JsonObject): string {
    if (schema.enum !== undefined)
      return `Joi.valid(${(schema.enum as Json[]).map(literal).join(', ')})`
    if (schema.const !== undefined) return `Joi.valid(${literal(schema.const)})`
    const [type, nullable] = [schema.type].flat()
    return typeSource(String(type), schema) + (nullable === undefined ? '' : '.allow(null)')
  }

  function typeSource(type: string, schema: JsonObject): string {
    switch (type) {
      case 'boolean':
        return 'Joi.boolean()'
      case 'number':
        return `number()${bounds(schema, { minimum: 'min', maximum: 'max' })}`
      case 'integer':
        return `number().integer()${bounds(schema, { minimum: 'min', maximum: 'max' })}`
      case 'array': {
        const limits = bounds(schema, { minItems: 'min', maxItems: 'max' })
        return `Joi.array().items(${schemaSource(schema.items)})${limits}${schema.uniqueItems === true ? '.unique()' : ''}`
      }
      case 'object':
        return objectSource(schema)
      default:
        return stringSource(schema)
    }
  }

  function objectSource(schema: JsonObject): string {
    const required = (schema.required ?? []) as Json[]
    const properties = Object.entries(schema.properties as JsonObject).map(
      ([name, property]) =>
        `${key(name)}: ${schemaSource(property)}${required.includes(name) ? '.required()' : ''}`,
    )
    return properties.length === 0
      ? 'Joi.object({})'
      : `Joi.object({\n${indent(properties.join(',\n'))}\n})`
  }
}

function stringSource(schema: JsonObject): string {
  const formats =
    schema.format === 'date'
      ? ['calendarDate()']
      : schema.format === 'date-time'
        ? ['utcTimestamp()']
        : []
  const limited = (schema.minLength ?? schema.maxLength ?? schema.pattern) !== undefined
  return `string(${[...formats, ...(limited ? [textKind(schema)] : [])].join(', ')})`
}

function bounds(schema: JsonObject, methods: Record<string, string>): string {
  return Object.entries(methods)
    .map(([name, method]) => {
      const bound = schema[name]
      return bound === undefined ? '' : `.${method}(${literal(bound)})`
    })
    .join('')
}
