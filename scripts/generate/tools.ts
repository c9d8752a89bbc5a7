import type { ToolModel } from './tool-model.ts'
import { schemaType, valuesType } from './schema-type.ts'
import { BANNER, block, comment, importOf, indent, inline, key, literal } from './source.ts'
import { argumentsSource } from './tool-arguments.ts'
import { presetOf } from './tool-model.ts'
import { RULES } from './parameter-rules.ts'

const HELPERS = ['date', 'flag', 'list', 'name', 'named', 'one', 'whole', 'word']

/** `tools.ts`: per tool its texts, its arguments as joi and as types, its result, and what becomes of each argument. */
export function toolsSource(tools: readonly ToolModel[]): string {
  const each = (source: (tool: ToolModel) => string) => tools.map(tool => `${key(tool.name)}: ${source(tool)}`)
  const body = [
    '/** Typed arguments of each tool, defaults applied. */',
    `export interface ToolArguments ${block(each(argumentsType), '')}\n`,
    '/** What each tool returns as structured content. */',
    `export interface ToolResults ${block(
      each(({ output }) => schemaType(output)),
      '',
    )}\n`,
    '/** The operation that each tool asks; null for none. */',
    `export interface ToolOperations ${block(
      each(({ operation }) => literal(operation?.operationId ?? null)),
      '',
    )}\n`,
    'export type ToolName = keyof ToolArguments\n',
    '/** What becomes of each argument. */',
    `export const toolMappings: { [Name in ToolName]: ToolMapping<ToolOperations[Name], ToolArguments[Name]> } = ${block(each(mappingSource))}\n`,
    '/** How the arguments of each tool are checked. */',
    `export const toolArguments: Record<ToolName, ArgumentsSchema> = ${block(each(argumentsSource))}\n`,
    '/** What the tool list says of each tool, beside its arguments. */',
    `export const toolTexts: Record<ToolName, ToolText> = ${block(each(textSource))}\n`,
  ].join('\n')
  return [
    BANNER,
    ...importOf(HELPERS, '../mcp/tools/joi.ts', body),
    "import type { ArgumentsSchema } from '../mcp/tools/arguments-schema.ts'",
    "import type { ToolMapping } from '../mcp/tools/tool-mapping.ts'",
    "import type { ToolText } from '../mcp/tools/tool-text.ts'",
    ...importOf(RULES, '../server/checks/rules.ts', body),
    '',
    body,
  ].join('\n')
}

function argumentsType(tool: ToolModel): string {
  if (tool.arguments.length === 0) return 'Record<string, never>'
  return block(
    tool.arguments.map(argument => {
      const present = argument.required || presetOf(argument) !== undefined
      const description = typeof argument.schema.description === 'string' ? argument.schema.description : undefined
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
  return block([`title: ${literal(title)}`, `description: ${text}`, ...views, `outputSchema: ${literal(output)}`])
}
