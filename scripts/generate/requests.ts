import type { OperationModel, ParameterModel } from './model.ts'
import { isList, keywords, kindSource } from './parameter-kinds.ts'
import { exactlyOneOf, RULES, rulesOf } from './rules.ts'
import { BANNER, block, call, importOf, key, literal, listing } from './typescript-source.ts'

const KINDS = {
  integer: 'plainInteger',
  number: 'plainNumber',
  date: 'calendarDate',
  flag: 'flag',
  choice: 'choice',
  text: 'text',
}

const HELPERS = [...Object.values(KINDS), 'commaList', 'named', 'single'].sort()

/** `requests.ts`: per operation, joi for its parameters and the rules between them. */
export function requestsSource(operations: readonly OperationModel[]): string {
  const entries = operations.map(
    operation => `${key(operation.operationId)}: ${requestSource(operation)}`,
  )
  const body = `export const requests: Record<OperationId, RequestSchema> = ${block(entries)}\n`
  return [
    BANNER,
    ...importOf(HELPERS, '../server/core/checks/schemas.ts', body),
    ...importOf(RULES, '../server/core/checks/parameters.ts', body),
    "import type { RequestSchema } from '../server/core/checks/parameters.ts'",
    "import type { OperationId } from './operations.ts'\n",
    '/** How the parameters of each operation are checked. */',
    body,
  ].join('\n')
}

function requestSource({ parameters, exactlyOne }: OperationModel): string {
  const part = (location: 'query' | 'path') =>
    parameters
      .filter(parameter => parameter.in === location)
      .map(parameter => `${key(parameter.name)}: ${parameterSource(parameter)}`)
  return block([
    `query: named(${block(part('query'))})`,
    `path: named(${block(part('path'))})`,
    `rules: ${listing([...parameters.flatMap(rulesSource), ...exactlyOneOf(exactlyOne)])}`,
  ])
}

function parameterSource(parameter: ParameterModel): string {
  const { schema, item, required } = parameter
  const kind = kindSource(item, KINDS)
  const joi = isList(parameter)
    ? call('commaList', [kind, keywords(schema, ['minItems', 'maxItems', 'uniqueItems'])])
    : call('single', [kind])
  const preset = schema.default === undefined ? '' : `.default(${literal(schema.default)})`
  return `${joi}${required ? '.required()' : preset}`
}

function rulesSource(parameter: ParameterModel): string[] {
  const { name, schema } = parameter
  return rulesOf(parameter, { name, spell: String }, schema.default, other => ({
    name: other,
    spell: String,
  }))
}
