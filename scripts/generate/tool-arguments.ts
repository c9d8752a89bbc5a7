import { presetOf, type ArgumentModel, type ToolModel } from './tool-model.ts'
import { kindOf, wordsOf } from './parameter-kind.ts'
import { block, call, inline, key, listing, literal } from './source.ts'
import { textKind } from './text-kind.ts'
import type { Schema } from './model.ts'
import type { Json } from './contract.ts'

/** Joi for a tool's arguments, and the rules between them: those of the parameters that they become. */
export function argumentsSource(tool: ToolModel): string {
  const schemas = tool.arguments.map(argument => `${key(argument.name)}: ${argumentSource(argument)}`)
  return block([`arguments: named(${block(schemas)})`, `rules: ${listing(tool.arguments.flatMap(argument => rulesOf(argument, tool)))}`])
}

function argumentSource(argument: ArgumentModel): string {
  const { schema, item, required, presets } = argument
  const preset = presetOf(argument)
  const told = !presets && schema.default !== undefined ? ['default'] : []
  const source =
    schema.type === 'array'
      ? `list(${kindSource(item)}, ${keywords(schema, ['minItems', 'maxItems', 'uniqueItems', ...told])})`
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

function rulesOf(argument: ArgumentModel, tool: ToolModel): string[] {
  const { name, parameter } = argument
  if (parameter === undefined) return []
  const argumentOf = (other: string | undefined) => tool.arguments.find(one => one.parameter !== undefined && one.parameter.name === other)
  const spelt = (word: Json, { lower }: ArgumentModel) => (lower ? String(word).toUpperCase() : String(word))
  const preset = presetOf(argument) === undefined ? '' : `, ${literal(presetOf(argument)!)}`
  const [needed, later] = [argumentOf(parameter.requires), argumentOf(parameter.notAfter)]
  return [
    ...Object.entries(parameter.onlyWith).flatMap(([other, words]) => {
      const target = argumentOf(other)
      return target === undefined
        ? []
        : [`onlyWith(${literal(name)}, ${literal(target.name)}, ${literal(words.map(word => spelt(word, target)))}${preset})`]
    }),
    ...(needed === undefined ? [] : [`requires(${literal(name)}, ${literal(needed.name)})`]),
    ...(later === undefined ? [] : [`notAfter(${literal(name)}, ${literal(later.name)})`]),
  ]
}
