import type { OperationModel, ParameterModel, Schema } from './model.ts'
import { isList, kindOf, textKind, wordsOf } from './parameter-kinds.ts'
import { exactlyOneOf, RULES, rulesOf } from './rules.ts'
import { BANNER, block, call, importOf, inline, key, literal, listing } from './typescript-source.ts'

const HELPERS = ['calendarDate', 'choice', 'commaList', 'flag', 'named', 'plainInteger', 'plainNumber', 'single', 'text']

/** `requests.ts`: per operation, joi for its parameters and the rules between them. */
export function requestsSource(operations: readonly OperationModel[]): string {
  const entries = operations.map(operation => `${key(operation.operationId)}: ${requestSource(operation)}`)
  const body = `export const requests: Record<OperationId, RequestSchema> = ${block(entries)}\n`
  return [
    BANNER,
    ...importOf(HELPERS, '../server/checks/schemas.ts', body),
    "import type { RequestSchema } from '../server/checks/schemas.ts'",
    ...importOf(RULES, '../server/checks/parameters.ts', body),
    "import type { OperationId } from './operations.ts'\n",
    '/** How the parameters of each operation are checked. */',
    body,
  ].join('\n')
}

function requestSource({ parameters, exactlyOne }: OperationModel): string {
  const part = (location: 'query' | 'path') =>
    parameters.filter(parameter => parameter.in === location).map(parameter => `${key(parameter.name)}: ${parameterSource(parameter)}`)
  return block([
    `query: named(${block(part('query'))})`,
    `path: named(${block(part('path'))})`,
    `rules: ${listing([...parameters.flatMap(rulesSource), ...exactlyOneOf(exactlyOne)])}`,
  ])
}

function parameterSource(parameter: ParameterModel): string {
  const { schema, item, required } = parameter
  const kind = kindSource(item)
  const joi = isList(parameter)
    ? call('commaList', [kind, keywords(schema, ['minItems', 'maxItems', 'uniqueItems'])])
    : call('single', [kind])
  const preset = schema.default === undefined ? '' : `.default(${literal(schema.default)})`
  return `${joi}${required ? '.required()' : preset}`
}

function kindSource(item: Schema): string {
  switch (kindOf(item)) {
    case 'integer':
      return `plainInteger(${keywords(item, ['minimum', 'maximum'])})`
    case 'number':
      return `plainNumber(${keywords(item, ['minimum', 'maximum'])})`
    case 'flag':
      return 'flag()'
    case 'choice':
      return `choice(${literal(wordsOf(item))})`
    case 'date':
      return 'calendarDate()'
    case 'text':
      return textKind(item)
  }
}

function keywords(schema: Schema, names: readonly string[]): string {
  return inline(
    names.flatMap(name => {
      const value = schema[name]
      return value === undefined ? [] : [[name, literal(value)] as const]
    }),
  )
}

function rulesSource(parameter: ParameterModel): string[] {
  const { name, schema } = parameter
  return rulesOf(parameter, { name, spell: String }, schema.default, other => ({ name: other, spell: String }))
}
