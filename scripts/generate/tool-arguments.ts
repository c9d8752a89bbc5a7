import { presetOf, type ArgumentModel, type ToolModel } from './tool-model.ts'
import { kindOf, wordsOf } from './parameter-kind.ts'
import { rulesOf, type Spelt } from './parameter-rules.ts'
import { block, call, inline, key, listing, literal } from './source.ts'
import { textKind } from './text-kind.ts'
import type { Schema } from './model.ts'

/** Joi for a tool's arguments, and the rules between them: those of the parameters that they become. */
export function argumentsSource(tool: ToolModel): string {
  const schemas = tool.arguments.map(argument => `${key(argument.name)}: ${argumentSource(argument)}`)
  const onlyFor = tool.arguments.flatMap(({ name, onlyFor }) => (onlyFor === undefined ? [] : [[name, literal(onlyFor)] as const]))
  return block([
    `arguments: named(${block(schemas)})`,
    `rules: ${listing(tool.arguments.flatMap(argument => rulesSource(argument, tool)))}`,
    ...(onlyFor.length === 0 ? [] : [`onlyFor: ${inline(onlyFor)}`]),
  ])
}

function argumentSource(argument: ArgumentModel): string {
  const { schema, item, required } = argument
  const preset = presetOf(argument)
  const source =
    schema.type === 'array'
      ? `list(${kindSource(item)}, ${keywords(schema, ['minItems', 'maxItems', 'uniqueItems'])})`
      : `one(${kindSource(item)})`
  return [
    source,
    ...(required ? ['.required()'] : []),
    ...(preset === undefined ? [] : [`.default(${literal(preset)})`]),
    ...(typeof schema.description === 'string' ? [`\n  .description(${literal(schema.description.trim())})`] : []),
  ].join('')
}

function kindSource(item: Schema): string {
  switch (kindOf(item)) {
    case 'integer':
      return `whole(${keywords(item, ['minimum', 'maximum'])})`
    case 'choice':
      return call('word', [literal(wordsOf(item))])
    case 'date':
      return 'date()'
    case 'text':
      return textKind(item, 'name')
    case 'flag':
      return 'flag()'
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

function rulesSource(argument: ArgumentModel, tool: ToolModel): string[] {
  const { parameter } = argument
  if (parameter === undefined) return []
  return rulesOf(parameter, speltAs(argument), presetOf(argument), name => {
    const other = tool.arguments.find(one => one.parameter?.name === name)
    return other && speltAs(other)
  })
}

function speltAs(argument: ArgumentModel): Spelt {
  const { name, lower } = argument
  return { name, spell: word => (lower ? String(word).toUpperCase() : String(word)), always: presetOf(argument) !== undefined }
}
