import type { InputConfig } from '../config/config.ts'
import type { ForecastFault } from '../config/faults.ts'
import type { Kind } from '../model/facts.ts'
import type { Mapping, Role, WideColumns } from './formats/format.ts'
import { FORMATS } from './formats/formats.ts'

export interface Columns {
  roles: ReadonlyMap<Role, number>
  wide: readonly { age: number; kind: Kind | undefined; position: number }[]
}

/** The format's mapping with the config's changes (`=IOS` is a constant); a text says why there is none. */
export function mappingOf({ table, format = 'neutral', columns, ...own }: InputConfig): Mapping | string {
  const known = FORMATS[format]?.[table]
  if (known === undefined) return `must be a table of the format ${format}: it has ${Object.keys(FORMATS[format] ?? {}).join(', ')}`
  if (typeof known === 'string') return known
  if (known.installEventOnly === true && own.installEvent === undefined)
    return 'must come with install_event: what the file calls the event of an install'
  const entries = Object.entries(columns) as [Role, string][]
  const constants = Object.fromEntries(entries.filter(([, name]) => name.startsWith('=')).map(([role, name]) => [role, name.slice(1)]))
  const named = Object.fromEntries(entries.filter(([, name]) => !name.startsWith('=')))
  const { revenue, ...others } = named
  const isWide = revenue?.includes('<n>') ?? false
  const overrides = Object.fromEntries(Object.entries(isWide ? others : named).map(([role, name]) => [role, [name]]))
  return {
    ...known,
    columns: Object.fromEntries(Object.entries({ ...known.columns, ...overrides }).filter(([role]) => !(role in constants))),
    constants: { ...known.constants, ...constants },
    optional: (known.optional ?? []).filter(role => !(role in overrides)),
    ...(isWide ? { wide: [[{ name: revenue! }]] } : 'revenue' in overrides ? { wide: [] } : {}),
    ...(own.cumulative === undefined ? {} : { cumulative: own.cumulative }),
    ...(own.firstAge === undefined ? {} : { firstAge: own.firstAge }),
    ...(own.day === undefined ? {} : { day: own.day }),
    ...(own.kind === undefined ? {} : { kind: own.kind }),
    ...(own.currency === undefined ? {} : { currency: own.currency }),
    ...(own.installEvent === undefined ? {} : { installEvent: own.installEvent }),
  }
}

const LISTED = 40

export function columnsOf(mapping: Mapping, header: readonly string[], file: string, faults: ForecastFault[]): Columns {
  const wide = wideColumns(mapping.wide ?? [], header)
  const optional = new Set<Role>([...(mapping.optional ?? []), ...(wide.length > 0 ? (['age', 'revenue'] as const) : [])])
  const roles = new Map<Role, number>()
  for (const [role, names] of Object.entries(mapping.columns) as [Role, readonly string[]][]) {
    const name = names.find(name => header.includes(name))
    if (name !== undefined) {
      const position = header.indexOf(name)
      if (header.includes(name, position + 1)) faults.push({ file, row: 1, column: name, rule: 'must not be repeated' })
      if (wide.length === 0 || !['age', 'revenue'].includes(role)) roles.set(role, position)
    } else if (!optional.has(role)) {
      const sets = (mapping.wide ?? []).map(set => set.map(({ name }) => name).join(' and '))
      const wanted = role === 'revenue' || role === 'age' ? [...names, ...sets] : names
      const seen = `${header.slice(0, LISTED).join(', ')}${header.length > LISTED ? ` and ${header.length - LISTED} more` : ''}`
      faults.push({
        file,
        row: 1,
        column: names[0] ?? role,
        rule: `is required${wanted.length === 0 ? '; name it in the config under columns' : ` as ${wanted.join(' or ')}`}. The file has these columns: ${seen}`,
      })
    }
  }
  return { roles, wide }
}

function wideColumns(sets: readonly (readonly WideColumns[])[], header: readonly string[]): Columns['wide'] {
  for (const set of sets) {
    const found = set.map(({ name, kind }) => {
      const pattern = new RegExp(`^${name.split('<n>').map(escape).join('([0-9]{1,4})')}$`, 'i')
      return header.flatMap((column, position) => {
        const age = pattern.exec(column)?.[1]
        return age === undefined ? [] : [{ age: Number(age), kind, position }]
      })
    })
    if (found.length > 0 && found.every(columns => columns.length > 0)) return found.flat().sort((a, b) => a.age - b.age)
  }
  return []
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?|()[\]{}]/g, '\\$&')
}
