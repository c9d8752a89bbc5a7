import type { Parameter, Tool } from './contract.ts'
import { html, type Content, type Html } from './html.ts'
import { inline, type Places } from './markdown.ts'
import { typeOf, valueOf } from './schema.ts'
import { table } from './table.ts'

type Value = Pick<Parameter, 'name' | 'required' | 'description' | 'example' | 'schema'>

export function parameterTable(parameters: readonly Parameter[], places: Places): Html {
  return valueTable('Parameter', parameters, places)
}

export function argumentTable(args: Tool['arguments'], places: Places): Html {
  const values = Object.entries(args).map(([name, { required = false, schema }]) => ({
    name,
    required,
    schema,
    description: schema.description ?? '',
  }))
  return valueTable('Argument', values, places)
}

function valueTable(kind: string, values: readonly Value[], places: Places): Html {
  return table(
    [kind, 'Type', 'Default', 'Meaning'],
    values.map(value => ({
      cells: [nameOf(value), typeOf(value.schema), presetOf(value), meaningOf(value, places)],
    })),
  )
}

function nameOf({ name, required }: Value): Html {
  return html`<code>${name}</code>${required === true ? html` <span class="label">required</span>` : null}`
}

function presetOf({ schema }: Value): Content {
  return schema.default === undefined ? null : valueOf(schema.default)
}

function meaningOf({ description = '', example, schema }: Value, places: Places): Html {
  const own = schema.items?.description ?? ''
  const text = inline(description === '' ? own : description, places)
  return example === undefined ? text : html`${text} Example: ${valueOf(example)}`
}
