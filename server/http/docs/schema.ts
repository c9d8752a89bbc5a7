import type { Schema, Parameter, Tool } from './contract.ts'
import {
  html,
  joined,
  type Content,
  type Html,
  inline,
  type Places,
  table,
  type Row,
} from './html.ts'

export function typeOf(schema: Schema): Html {
  const types = [schema.type].flat()
  const type = types.filter(name => name !== 'null')
  const nullable = types.includes('null') ? ' or null' : ''
  if (schema.enum !== undefined) return html`${words(schema.enum)}${nullable}`
  if (schema.items?.enum !== undefined) return html`any of ${words(schema.items.enum)}${nullable}`
  if (schema.items !== undefined) return html`list of ${several(schema.items)}${nullable}`
  return html`${[schema.format === undefined || schema.format === 'int64' ? type.join(', ') : named(schema.format), range(schema), nullable]}`
}

function several(item: Schema): Content {
  if (item.items !== undefined) return html`lists of ${several(item.items)}`
  const plain = typeof item.type === 'string' && item.format === undefined
  return plain ? `${item.type}s${range(item)}` : typeOf(item)
}

function words(values: readonly unknown[]): Content[] {
  return joined(
    values.map(value => html`<code>${String(value)}</code>`),
    ', ',
  )
}

function named(format: string): string {
  return format === 'date-time' ? 'timestamp' : format === 'binary' ? 'bytes' : format
}

/** Omits ranges implied by the type. */
function range({ minimum, maximum }: Schema): string {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum?.toLocaleString('en')
  if (most !== undefined)
    return minimum === undefined ? `, at most ${most}` : `, ${minimum} to ${most}`
  return minimum === undefined ? '' : `, from ${minimum}`
}

export function valueOf(value: unknown): Html {
  const text = Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  return html`<code>${text}</code>`
}

/** Nested fields by path; null without fields. */
export function fieldTable(schema: Schema, places: Places): Html | null {
  const rows = fieldsOf(schema, '', places)
  return rows.length === 0 ? null : table(['Field', 'Type', 'Meaning'], rows)
}

function fieldsOf(schema: Schema, path: string, places: Places): Row[] {
  if (schema.items !== undefined)
    return fieldsOf(schema.items, path === '' ? '' : `${path}[]`, places)
  /** Objects of this level, by their meaning and fields. */
  const objects = new Map<string, string>()
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    const optional = schema.required?.includes(name) === true ? null : ', optional'
    const fields = JSON.stringify([field.description, field.properties ?? name])
    const twin = objects.get(fields)
    if (twin === undefined) objects.set(fields, at)
    const meaning = field.description ?? field.items?.description
    const known =
      field['x-extensible-enum'] === undefined
        ? null
        : html` One of
          ${joined(
            field['x-extensible-enum'].map(word => inline(`\`${String(word)}\``, places)),
            ', ',
          )}.`
    return [
      {
        cells: [
          // Long names break at dots.
          html`<code>${joined(at.split('.'), html`.<wbr />`)}</code>`,
          html`${typeOf(field)}${optional}`,
          twin !== undefined
            ? html`Fields as of <code>${twin}</code>.`
            : meaning === undefined
              ? known
              : html`${inline(meaning, places)}${known}`,
        ],
      },
      ...(twin === undefined ? fieldsOf(field, at, places) : []),
    ]
  })
}

export function columnTable(columns: Readonly<Record<string, Schema>>, places: Places): Html {
  const rows = Object.entries(columns).map(([name, column]) => ({
    cells: [
      html`<code>${name}</code>`,
      typeOf(column),
      column.description === undefined ? null : inline(column.description, places),
    ],
  }))
  return table(['Column', 'Type', 'Meaning'], rows)
}

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
