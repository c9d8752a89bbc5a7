import { LRUCache } from 'lru-cache'
import { reportColumns } from '../../generated/client/columns.ts'
import { type Fault, got, shorten } from '../../server/core/checks/faults.ts'
import { checkRequest, type Rule } from '../../server/core/checks/parameters.ts'
import type { ArgumentsSchema, JsonSchema } from '../../server/core/checks/tool-schemas.ts'
import { hintValues } from './intended.ts'
import {
  type ArgumentSchema,
  define,
  isNameList,
  namesOf,
  nameText,
  type NameText,
  readValue,
} from './spellings.ts'

type Parsed = { values: Record<string, unknown> } | { faults: Fault[] }

/** Valid arguments, and how they were interpreted. */
export interface Understood extends Omit<Interpretation, 'args'> {
  values: Record<string, unknown>
  /** Given arguments on which no requested metric depends. */
  unused: readonly string[]
}

/** Cached, since validation takes much of the time of a cached result, and callers repeat calls. */
const parsedArguments = new LRUCache<string, Understood>({
  max: 1000,
  maxSize: 2 ** 20,
  sizeCalculation: (_, key) => key.length,
})

/** Interprets and checks JSON for the named tool. Valid arguments are cached, shared and frozen. */
export function parseArgumentsOf(
  name: string,
  raw: unknown,
  expected: ArgumentsSchema,
  { inputSchema, today }: { inputSchema: JsonSchema; today: string },
): Understood | { faults: Fault[] } {
  const key = keyOf(`${today} ${name}`, raw)
  const known = key === null ? undefined : parsedArguments.get(key)
  if (known !== undefined) return known
  const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw)
  const long = isObject ? longLists(raw) : []
  if (long.length > 0) return { faults: long }
  const { args, interpreted, nameTexts } = isObject
    ? interpretArguments(raw, inputSchema, today)
    : { args: raw, interpreted: {}, nameTexts: {} }
  const parsed = parseArguments(args, expected)
  const named = isObject ? (args as Record<string, unknown>) : {}
  if ('faults' in parsed)
    return {
      faults: hintValues(parsed.faults, named, { properties: inputSchema.properties ?? {}, today }),
    }
  // Other arguments were ignored.
  const used = Object.entries(interpreted).filter(
    ([name, value]) => value === null || Object.hasOwn(parsed.values, name),
  )
  const understood = {
    values: parsed.values,
    interpreted: Object.fromEntries(used),
    nameTexts,
    unused: unusedIn(named, parsed.values),
  }
  if (key !== null) parsedArguments.set(key, freeze(understood))
  return understood
}

/** Arguments of a report that select columns, and their placeholder in names of columns. */
const SELECTING = {
  dsiValues: '{dsi}',
  roasTypes: '{roasType}',
  revenueTypes: '{revenueType}',
} as const

function unusedIn(args: object, { metrics }: Record<string, unknown>): string[] {
  if (!Array.isArray(metrics)) return []
  const columns = Object.keys(reportColumns).filter(column =>
    metrics.includes(column.split('_{')[0]!),
  )
  return Object.entries(SELECTING).flatMap(([name, placeholder]) => {
    const isGiven = ((args as Record<string, unknown>)[name] ?? null) !== null
    return isGiven && !columns.some(column => column.includes(placeholder)) ? [name] : []
  })
}

/** A list of names longer than a 16 KiB request can carry takes long to check. */
const MAX_VALUES = 1000

function longLists(raw: object): Fault[] {
  return Object.entries<unknown>({ ...raw }).flatMap(([parameter, value]) =>
    Array.isArray(value) && value.length > MAX_VALUES
      ? [
          {
            parameter: shorten(parameter),
            message: `must have at most ${MAX_VALUES} values; got ${value.length}`,
          },
        ]
      : [],
  )
}

/** Null if they are nested too deeply to serialize. */
function keyOf(name: string, raw: unknown): string | null {
  try {
    return `${name} ${JSON.stringify(raw)}`
  } catch {
    return null
  }
}

/** Returns a call's arguments with defaults, or all errors. Missing arguments mean an empty object; a null argument counts as omitted. */
export function parseArguments(raw: unknown, expected: ArgumentsSchema): Parsed {
  const all = raw ?? {}
  if (typeof all !== 'object' || Array.isArray(all)) {
    return { faults: [{ parameter: 'arguments', message: `must be an object; got ${got(all)}` }] }
  }
  const { arguments: schema, rules } = expected
  const args = Object.fromEntries(
    Object.entries<unknown>({ ...all }).filter(([, value]) => value !== null),
  )
  const unused = unusedArguments(args, expected)
  const ofUsed = rules.map((rule): Rule => parsed => {
    const fault = rule(parsed)
    return fault !== undefined && unused.has(fault.parameter) ? undefined : fault
  })
  const checked = checkRequest({
    values: { input: args, schema, what: 'argument of this tool', rules: ofUsed },
  })
  if ('faults' in checked) return checked
  const used = Object.fromEntries(
    Object.entries(checked.value.values).filter(([name]) => !unused.has(name)),
  )
  return { values: withOtherDefaults(used, all, expected) }
}

function withOtherDefaults(
  values: Record<string, unknown>,
  raw: object,
  { defaultWith = {} }: ArgumentsSchema,
): Record<string, unknown> {
  const isGiven = (name: string) => ((raw as Record<string, unknown>)[name] ?? null) !== null
  const others = Object.entries(defaultWith).filter(
    ([name, { words }]) =>
      !isGiven(name) &&
      Object.entries(words).some(([other, some]) =>
        [values[other]].flat().some(value => typeof value === 'string' && some.includes(value)),
      ),
  )
  return others.length === 0
    ? values
    : { ...values, ...Object.fromEntries(others.map(([name, { value }]) => [name, value])) }
}

/** Arguments that no other one makes use of. Their values are checked, their rules are not. */
function unusedArguments(
  args: Readonly<Record<string, unknown>>,
  { arguments: { schema }, onlyFor = {} }: ArgumentsSchema,
): Set<string> {
  const defaults = schema.validate({}).value as Record<string, unknown>
  const others = new Map([...Object.entries(defaults), ...Object.entries(args)])
  const used = (name: string) =>
    Object.entries(onlyFor[name] ?? {}).every(([other, words]) => {
      const listed = others.get(other)
      // A non-list is reported elsewhere.
      return !Array.isArray(listed) || listed.some(word => words.includes(String(word)))
    })
  return new Set(Object.keys(onlyFor).filter(name => !used(name)))
}

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null) freeze(part as object)
  return Object.freeze(value)
}

interface Interpretation {
  args: Record<string, unknown>
  /** Arguments whose form changed; null: omitted. */
  interpreted: Record<string, unknown>
  /** By argument; `args` has the whole text as one name. */
  nameTexts: Record<string, NameText>
}

/** @param today in UTC, `YYYY-MM-DD` */
export function interpretArguments(
  raw: object,
  { properties = {} }: Pick<JsonSchema, 'properties'>,
  today: string,
): Interpretation {
  const interpretation: Interpretation = { args: {}, interpreted: {}, nameTexts: {} }
  const { args, interpreted, nameTexts } = interpretation
  const named = namesOf(raw, Object.keys(properties))
  for (const [sent, value] of Object.entries<unknown>({ ...raw })) {
    const name = named.get(sent) ?? sent
    const schema = Object.hasOwn(properties, name)
      ? (properties[name] as ArgumentSchema)
      : undefined
    if (schema === undefined || value === null) define(args, name, value)
    else if (isEmpty(value)) interpreted[name] = null
    else {
      const understood = readValue(value, schema, name, today)
      args[name] = understood
      if (name !== sent || understood !== value) interpreted[name] = understood
      const text = isNameList(schema) && typeof value === 'string' ? nameText(value) : undefined
      if (text !== undefined) nameTexts[name] = text
    }
  }
  const implied = { ...impliedValues(args, properties), ...sortColumn(args, properties) }
  Object.assign(args, implied)
  Object.assign(interpreted, implied)
  return interpretation
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every(item => typeof item === 'string' && isEmpty(item))
    : typeof value === 'string' && value.trim() === ''
}

/** Arguments implied by another: countries require `campaign_geo` where the default is `campaign`, a comparison TOTAL. */
function impliedValues(
  args: Record<string, unknown>,
  properties: Record<string, ArgumentSchema>,
): { granularity?: string; installGrouping?: string } {
  const isGiven = (name: string) => (args[name] ?? null) !== null
  const { groupBy } = args
  const byCountry = isGiven('countries') || (Array.isArray(groupBy) && groupBy.includes('COUNTRY'))
  return {
    ...(properties['granularity']?.default === 'campaign' && byCountry && !isGiven('granularity')
      ? { granularity: 'campaign_geo' }
      : {}),
    ...('compare' in properties && isGiven('compare') && !isGiven('installGrouping')
      ? { installGrouping: 'TOTAL' }
      : {}),
  }
}

/** The only report column with all words of `sort`: `-roas_d7` is `-roas_paid_gross_d7`, unless another type is requested. */
function sortColumn(
  args: Record<string, unknown>,
  properties: Record<string, ArgumentSchema>,
): { sort?: string } {
  const { sort } = args
  if (typeof sort !== 'string' || properties['metrics'] === undefined) return {}
  const [, sign, column, suffix = ''] = /^(-?)(.*?)(_before|_change|_mix|_rate)?$/s.exec(
    sort.toLowerCase(),
  ) as unknown as string[]
  // Shares sort like the measure they belong to.
  const words = (column === 'spend_share' ? 'spend' : column!).split(/[^a-z0-9]+/)
  const columns = columnsOf(args, properties)
  const exact = words.join('_')
  const matches = columns.filter(name =>
    columns.includes(exact) ? name === exact : hasWords(name.split('_'), words),
  )
  const understood = `${sign}${matches[0]}${suffix}`
  return matches.length === 1 && understood !== sort ? { sort: understood } : {}
}

function hasWords(column: readonly string[], words: readonly string[]): boolean {
  return column[0] === words[0] && words.every(word => column.includes(word))
}

/** Columns of a report as far as its arguments determine them: at DSIs only if `dsiValues` are given. */
function columnsOf(
  args: Record<string, unknown>,
  properties: Record<string, ArgumentSchema>,
): string[] {
  const listOf = (name: string) => {
    const value = args[name] ?? properties[name]?.default
    return Array.isArray(value) ? value.map(String) : []
  }
  const lists = {
    roasType: listOf('roasTypes'),
    revenueType: listOf('revenueTypes'),
    dsi: listOf('dsiValues'),
  }
  const metrics = listOf('metrics')
  return Object.keys(reportColumns).flatMap(template => {
    const metric = template.split('_{')[0]!
    if (template.includes('{') && !metrics.includes(metric)) return []
    return Object.entries(lists).reduce(
      (names, [key, values]) =>
        names.flatMap(name =>
          name.includes(`{${key}}`)
            ? values.map(value => name.replace(`{${key}}`, value.toLowerCase()))
            : [name],
        ),
      [template],
    )
  })
}
