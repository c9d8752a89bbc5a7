import { keywords, kindSource } from './parameter-kinds.ts'
import type { Schema } from './model.ts'
import { exactlyOneOf, RULES, rulesOf, type NamedParameter } from './rules.ts'
import { schemaType, valuesType } from './schema-type.ts'
import {
  BANNER,
  block,
  call,
  comment,
  importOf,
  indent,
  inline,
  key,
  listing,
  literal,
} from './typescript-source.ts'
import type { ArgumentModel, ToolModel } from './tool-model.ts'

const KINDS = {
  integer: 'integer',
  number: 'decimal',
  date: 'date',
  flag: 'flag',
  choice: 'word',
  text: 'name',
}

const HELPERS = [...Object.values(KINDS), 'group', 'list', 'single'].sort()

/** `tools.ts`: per tool its texts, its arguments as joi and as types, its result, and the parameter of each argument. */
export function toolsSource(tools: readonly ToolModel[]): string {
  const each = (source: (tool: ToolModel) => string) =>
    tools.map(tool => `${key(tool.name)}: ${source(tool)}`)
  const body = [
    '/** Typed arguments of each tool, defaults applied. */',
    `export interface ToolArguments ${block(each(argumentsType), '')}\n`,
    '/** The structured content of each tool. */',
    `export interface ToolResults ${block(
      each(({ output }) => schemaType(output)),
      '',
    )}\n`,
    '/** The operation that each tool calls; null for none. */',
    `export interface ToolOperations ${block(
      each(({ operation }) => literal(operation?.operationId ?? null)),
      '',
    )}\n`,
    '/** The parameters of that operation; of none, none. */',
    `export interface ToolParameters ${block(
      each(({ operation }) =>
        operation === undefined
          ? 'Record<string, never>'
          : `Requests[${literal(operation.operationId)}]['query']`,
      ),
      '',
    )}\n`,
    'export type ToolName = keyof ToolArguments\n',
    '/** The parameter that each argument becomes. */',
    `export const toolMappings: { [Name in ToolName]: ToolMapping<ToolParameters[Name], ToolArguments[Name]> } = ${block(each(mappingSource))}\n`,
    '/** How the arguments of each tool are checked. */',
    `export const toolArguments: Record<ToolName, ArgumentsSchema> = ${block(each(argumentsSource))}\n`,
    '/** Texts of each tool in the tool list, except its arguments. */',
    `export const toolTexts: Record<ToolName, ToolText> = ${block(each(textSource))}\n`,
  ].join('\n')
  return [
    BANNER,
    ...importOf(['named'], '../server/core/checks/schemas.ts', body),
    ...importOf(HELPERS, '../server/core/checks/tool-schemas.ts', body),
    "import type { ArgumentsSchema, ToolMapping, ToolText } from '../server/core/checks/tool-schemas.ts'",
    ...importOf(RULES, '../server/core/checks/parameters.ts', body),
    "import type { Requests } from './operations.ts'",
    '',
    body,
  ].join('\n')
}

function argumentsType(tool: ToolModel): string {
  if (tool.arguments.length === 0) return 'Record<string, never>'
  return block(
    tool.arguments.map(argument => {
      const present = argument.required || argument.schema.default !== undefined
      const description =
        typeof argument.schema.description === 'string' ? argument.schema.description : undefined
      return `${comment(description)}${key(argument.name)}${present ? '' : '?'}: ${valuesType(argument)}`
    }),
    '',
  )
}

function mappingSource({ fixed, arguments: all }: ToolModel): string {
  const entries = all.map(
    ({ name, parameter, lower, replaces }) =>
      `${key(name)}: ${inline(
        parameter === undefined
          ? [['own', 'true']]
          : [
              ['parameter', literal(parameter.name)],
              ...(lower ? [['spelling', literal('lower')] as const] : []),
              ...(replaces === undefined ? [] : [['replaces', literal(replaces)] as const]),
            ],
      )}`,
  )
  return block([`fixed: ${literal(fixed)}`, `arguments: ${block(entries)}`])
}

function textSource({ title, description, view, output }: ToolModel): string {
  const lines = description.split('\n').map(literal)
  const text = lines.length === 1 ? lines[0]! : `[\n${indent(lines.join(',\n'))}\n].join('\\n')`
  const views = view === undefined ? [] : [`view: ${literal(view)}`]
  return block([
    `title: ${literal(title)}`,
    `description: ${text}`,
    ...views,
    `outputSchema: ${literal(output)}`,
  ])
}

function argumentsSource(tool: ToolModel): string {
  const schemas = tool.arguments.map(
    argument => `${key(argument.name)}: ${argumentSource(argument)}`,
  )
  const each = (keyword: 'onlyFor' | 'defaultWith') =>
    tool.arguments.flatMap(({ name, [keyword]: value }) =>
      value === undefined ? [] : [[name, literal(value)] as const],
    )
  const some = (['onlyFor', 'defaultWith'] as const).filter(keyword => each(keyword).length > 0)
  return block([
    `arguments: named(${block(schemas)})`,
    `rules: ${listing(tool.arguments.flatMap(argument => rulesSource(argument, tool)))}`,
    ...some.map(keyword => `${keyword}: ${inline(each(keyword))}`),
  ])
}

function argumentSource(argument: ArgumentModel): string {
  const { schema, item, required } = argument
  const preset = argument.schema.default
  const source =
    schema.type === 'array'
      ? `list(${kindSource(item, KINDS)}, ${keywords(schema, ['minItems', 'maxItems', 'uniqueItems'])})`
      : schema.type === 'object'
        ? groupSource(argument)
        : `single(${kindSource(item, KINDS)})`
  return [
    source,
    ...(required ? ['.required()'] : []),
    ...(preset === undefined ? [] : [`.default(${literal(preset)})`]),
    ...(typeof schema.description === 'string'
      ? [`\n  .description(${literal(schema.description.trim())})`]
      : []),
  ].join('')
}

/** An object whose fields are parameters of another operation. */
function groupSource({ schema, of }: ArgumentModel): string {
  const fields = Object.entries(schema.properties as Record<string, Schema>).map(
    ([name, field]) =>
      `${key(name)}: single(${kindSource(field, KINDS)}).description(${literal(String(field.description).trim())})`,
  )
  return `group(named(${block(fields)}), ${listing(exactlyOneOf(of?.exactlyOne ?? []))})`
}

function rulesSource(argument: ArgumentModel, tool: ToolModel): string[] {
  const { name, parameter, atMost } = argument
  const own =
    atMost === undefined
      ? []
      : [call('atMostUnless', [literal(name), literal(atMost.items), literal(atMost.unless)])]
  if (parameter === undefined) return own
  const shared = rulesOf(parameter, speltAs(argument), argument.schema.default, name => {
    const other = tool.arguments.find(candidate => candidate.parameter?.name === name)
    return other && speltAs(other)
  })
  return [...own, ...shared]
}

function speltAs(argument: ArgumentModel): NamedParameter {
  const { name, lower } = argument
  return {
    name,
    spell: word => (lower ? String(word).toUpperCase() : String(word)),
    always: argument.schema.default !== undefined,
  }
}
