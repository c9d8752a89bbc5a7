import { listSome } from '../../imports/delivery-faults.ts'
import type { InputConfig } from '../config/forecast-config.ts'
import type { ForecastFault } from '../config/config-faults.ts'
import type { Kind } from '../model/facts.ts'
import { isCostPerInstall, measureOf } from './column-measure.ts'
import type { Mapping, Role, WideColumns } from './formats/format.ts'
import { FORMATS } from './formats/formats.ts'
import { unitOf, withoutCurrency } from './units.ts'
import { PERIOD_ENDS, plainName, WORDS } from './words.ts'

export interface Columns {
  roles: ReadonlyMap<Role, number>
  wide: readonly { age: number; kind: Kind | undefined; position: number }[]
  /** Headers that only resemble the expected names, such as `"OS name" as os_name`. */
  renamed: readonly string[]
  /** Currency of amounts, from the names of their columns. */
  currency: string | undefined
  divide: ReadonlyMap<Role, number>
  /** By which amounts per install or per spend are multiplied. */
  times: 'installs' | 'spend' | undefined
  /** Rows with one of these texts in a column are omitted. */
  leftOut: readonly { position: number; texts: readonly string[] }[]
}

const MONEY: readonly Role[] = ['spend', 'revenue', 'revenue_net']

/** The format's mapping with the config's changes (`=IOS` is a constant); a text is the reason for a missing one. */
export function mappingOf({
  table,
  format = 'neutral',
  columns,
  ...own
}: Omit<InputConfig, 'files' | 'decimal' | 'dateOrder' | 'encoding' | 'timeZone'>):
  Mapping | string {
  const known = FORMATS[format]?.[table]
  if (known === undefined)
    return `must be a table of the format ${format}: it has ${Object.keys(FORMATS[format] ?? {}).join(', ')}`
  if (typeof known === 'string') return known
  if (own.values !== undefined && table !== 'revenue') return 'must be revenue to have values'
  if (known.installEventOnly === true && own.installEvent === undefined)
    return 'must come with install_event: what the file calls the event of an install'
  const entries = Object.entries(columns) as [Role, string][]
  const constants = Object.fromEntries(
    entries.filter(([, name]) => name.startsWith('=')).map(([role, name]) => [role, name.slice(1)]),
  )
  const named = Object.fromEntries(entries.filter(([, name]) => !name.startsWith('=')))
  const { revenue, ...others } = named
  const isWide = revenue?.includes('<n>') ?? false
  const overrides = Object.fromEntries(
    Object.entries(isWide ? others : named).map(([role, name]) => [role, [name]]),
  )
  return {
    ...known,
    ...own,
    columns: Object.fromEntries(
      Object.entries({ ...known.columns, ...overrides }).filter(([role]) => !(role in constants)),
    ),
    constants: { ...known.constants, ...constants },
    optional: (known.optional ?? []).filter(role => !(role in overrides)),
    ...(isWide ? { wide: [[{ name: revenue! }]] } : 'revenue' in overrides ? { wide: [] } : {}),
    leaveOut: { ...known.leaveOut, ...own.leaveOut },
  }
}

const LISTED = 40

export function columnsOf(
  mapping: Mapping,
  header: readonly string[],
  file: string,
  faults: ForecastFault[],
): Columns {
  const wide = wideColumns(mapping.wide ?? [], header)
  const optional = new Set<Role>([
    ...(mapping.optional ?? []),
    ...(wide.length > 0 ? (['age', 'revenue'] as const) : []),
  ])
  const roles = new Map<Role, number>()
  const renamed: string[] = []
  const plainHeader = header.map(plainName)
  const bareHeader = header.map(column => plainName(withoutCurrency(column)))
  for (const [role, names] of Object.entries(mapping.columns) as [Role, readonly string[]][]) {
    const like = (all: readonly string[]): string | undefined =>
      names.flatMap(name => header[all.indexOf(plainName(name))] ?? [])[0]
    const name =
      names.find(name => header.includes(name)) ??
      like(plainHeader) ??
      (MONEY.includes(role) ? like(bareHeader) : undefined)
    if (name !== undefined) {
      const position = header.indexOf(name)
      if (!names.includes(name) && !names.includes(withoutCurrency(name)))
        renamed.push(`"${name}" as ${names[0]}`)
      if (header.includes(name, position + 1))
        faults.push({ file, row: 1, column: name, rule: 'must not be repeated' })
      if (wide.length === 0 || !['age', 'revenue'].includes(role)) roles.set(role, position)
    } else if (!optional.has(role)) {
      const sets = (mapping.wide ?? []).map(set => set.map(({ name }) => name).join(' and '))
      const wanted = role === 'revenue' || role === 'age' ? [...names, ...sets] : names
      faults.push({
        file,
        row: 1,
        column: names[0] ?? role,
        rule: `is required${wanted.length === 0 ? '; name it in the config under columns' : ` as ${wanted.join(' or ')}`}. The file has these columns: ${listSome(header, LISTED)}`,
      })
    }
  }
  const end = plainHeader.findIndex(column => PERIOD_ENDS.includes(column))
  if (end !== -1 && !roles.has('period_end') && (roles.has('date') || roles.has('install_date')))
    roles.set('period_end', end)
  for (const [at, { age, kind, position }] of wide.entries()) {
    if (wide.slice(0, at).some(other => other.age === age && other.kind === kind))
      faults.push({
        file,
        row: 1,
        column: header[position]!,
        rule: `must not be repeated: another column has the age ${age} too`,
      })
    if (mapping.cumulative === false && age !== at + (mapping.firstAge ?? 0))
      faults.push({
        file,
        row: 1,
        column: header[position]!,
        rule: 'must follow that of the day before: revenue of single days needs a column for each day',
      })
  }
  const leftOut = Object.entries(mapping.leaveOut ?? {}).flatMap(([name, texts]) => {
    const position = header.includes(name)
      ? header.indexOf(name)
      : plainHeader.indexOf(plainName(name))
    return position === -1 ? [] : [{ position, texts }]
  })
  const located = { file, roles, wide, faults }
  const times = factorOf(mapping, header, located)
  return { roles, wide, renamed, leftOut, times, ...unitsOf(mapping, header, located) }
}

interface LocatedColumns {
  roles: Map<Role, number>
  wide: Columns['wide']
  file: string
  faults: ForecastFault[]
}

/** Adds the role by which averages are multiplied to `roles`; undefined for sums. What amounts are of is stated, or by the column's name. */
function factorOf(
  mapping: Mapping,
  header: readonly string[],
  { file, roles, wide, faults }: LocatedColumns,
): 'installs' | 'spend' | undefined {
  const position = wide[0]?.position ?? roles.get('revenue') ?? roles.get('spend')
  if (position === undefined) return undefined
  const name = header[position]!
  const per =
    mapping.per ??
    (mapping.values !== undefined
      ? 'sum'
      : isCostPerInstall(name)
        ? 'install'
        : (measureOf(name)?.per ?? 'sum'))
  const refuse = (rule: string): undefined => void faults.push({ file, row: 1, column: name, rule })
  if (mapping.values !== undefined && Object.keys(mapping.values).length === 0)
    return refuse(
      'must come with the revenue of each of its values, as values: { 0: 0, 1: 0.99, 2: 4.99 } under this input',
    )
  if (per === 'sum') return undefined
  if (per === 'open')
    return refuse(
      'can be sums or revenue per install: state per: sum or per: install under this input',
    )
  if (per === 'other')
    return refuse(
      'must be sums, or per install: its name says another average. Export sums; or state per: sum if it has sums',
    )
  if (per === 'spend' && mapping.divide === undefined && unitOf(name).divide === 1)
    return refuse(
      'can be ratios (0.5) or per cent (50): state divide: 1 or divide: 100 under this input',
    )
  const role = per === 'install' ? 'installs' : 'spend'
  const isFactor = (column: string): boolean =>
    WORDS[role].includes(plainName(withoutCurrency(column)))
  const factor = roles.get(role) ?? header.findIndex(isFactor)
  if (factor === -1 || factor === position)
    return refuse(
      `must come with the column of ${role}, since it is per ${per}: name it under columns, as ${role}: NAME; or export sums; or state per: sum if it has sums`,
    )
  roles.set(role, factor)
  return role
}

/** Currency and divisor, from the names of the columns with amounts. */
function unitsOf(
  mapping: Mapping,
  header: readonly string[],
  { file, roles, wide, faults }: LocatedColumns,
): Pick<Columns, 'currency' | 'divide'> {
  const positions = new Map<Role, number>(
    MONEY.flatMap(role => (roles.has(role) ? [[role, roles.get(role)!]] : [])),
  )
  if (wide.length > 0) positions.set('revenue', wide[0]!.position)
  const divide = new Map<Role, number>()
  let currency: string | undefined
  for (const [role, position] of positions) {
    const unit = unitOf(header[position]!)
    if (unit.divide > 1) divide.set(role, unit.divide)
    if (unit.currency === undefined) continue
    currency ??= unit.currency
    const stated = [currency, mapping.currency].find(
      code => code !== undefined && code !== unit.currency,
    )
    if (stated !== undefined)
      faults.push({
        file,
        row: 1,
        column: header[position]!,
        rule: `must be in ${stated}, as stated for this input or another column: its name says ${unit.currency}`,
      })
  }
  return { currency, divide }
}

function wideColumns(
  sets: readonly (readonly WideColumns[])[],
  header: readonly string[],
): Columns['wide'] {
  for (const set of sets) {
    const matches = set.map(({ name, kind }) => {
      const pattern = new RegExp(`^${name.split('<n>').map(escape).join('([0-9]{1,4})')}$`, 'i')
      const exact = agesOf(header, column => pattern.exec(column)?.[1])
      const ages = exact.length > 0 ? exact : agesOf(header, column => readableAge(column, name))
      return ages.map(({ age, position }) => ({ age, kind, position }))
    })
    if (matches.length > 0 && matches.every(columns => columns.length > 0))
      return matches.flat().sort((a, b) => a.age - b.age)
  }
  return []
}

function agesOf(
  header: readonly string[],
  ageOf: (column: string) => string | undefined,
): { age: number; position: number }[] {
  return header.flatMap((column, position) => {
    const age = ageOf(column)
    return age === undefined ? [] : [{ age: Number(age), position }]
  })
}

/** The age in a header with the words of `name` in any order: `7D All Revenue Total`, `All revenue total (Day 7)`. */
function readableAge(column: string, name: string): string | undefined {
  const words = (text: string): string[] =>
    text
      .toLowerCase()
      .split(/[^a-z0-9<>]+/)
      .filter(word => word !== '' && !FILLERS.includes(word))
  const all = words(column)
  const wanted = words(name).filter(word => !word.includes('<n>'))
  const ages = all.flatMap(word => /^d?([0-9]{1,4})d?$/.exec(word)?.[1] ?? [])
  const others = all.filter(word => !/^d?[0-9]{1,4}d?$/.test(word))
  return ages.length === 1 &&
    others.length === wanted.length &&
    wanted.every(word => others.includes(word))
    ? ages[0]
    : undefined
}

/** Words that readable headers add. */
const FILLERS = ['day', 'cohort', 'cumulative']

function escape(text: string): string {
  return text.replace(/[\\^$.*+?|()[\]{}]/g, '\\$&')
}
