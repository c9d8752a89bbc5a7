import { reportColumns } from '../../generated/client/columns.ts'
import { splitList } from '../../server/checks/kinds.ts'
import type { JsonSchema } from '../../server/checks/tool-schemas.ts'
import { type ArgumentSchema, fold, readItem } from './spellings.ts'

/**
 * Spellings of arguments that have exactly one meaning, converted to the documented form. Whatever has none or several stays as it is, and
 * the check after this refuses it.
 */

/** A text given for a list of names: one name that has a comma, or several names. */
export interface NameText {
  text: string
  items: readonly string[]
  /** Whether the text is written as a list: JSON, or an RFC 4180 quoted field. */
  quoted: boolean
}

export interface Interpretation {
  given: Record<string, unknown>
  /** Arguments whose form changed; null: omitted. */
  interpreted: Record<string, unknown>
  /** By argument; `given` has the whole text as one name. */
  nameTexts: Record<string, NameText>
}

export function interpretArguments(raw: object, { properties = {} }: Pick<JsonSchema, 'properties'>): Interpretation {
  const interpretation: Interpretation = { given: {}, interpreted: {}, nameTexts: {} }
  const { given, interpreted, nameTexts } = interpretation
  const named = namesOf(raw, Object.keys(properties))
  for (const [sent, value] of Object.entries<unknown>({ ...raw })) {
    const name = named.get(sent) ?? sent
    const schema = Object.hasOwn(properties, name) ? (properties[name] as ArgumentSchema) : undefined
    if (schema === undefined || value === null) define(given, name, value)
    else if (isEmpty(value)) interpreted[name] = null
    else {
      const understood = readValue(value, schema, name)
      given[name] = understood
      if (name !== sent || understood !== value) interpreted[name] = understood
      const text = isNameList(schema) && typeof value === 'string' ? nameText(value) : undefined
      if (text !== undefined) nameTexts[name] = text
    }
  }
  const implied = { ...impliedValues(given, properties), ...sortColumn(given, properties) }
  Object.assign(given, implied)
  Object.assign(interpreted, implied)
  return interpretation
}

/** Also of names such as `__proto__`. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Known arguments by the names sent, ignoring case, `_` and `-`. A name that is sent twice, in two spellings, stays unknown. */
function namesOf(raw: object, known: readonly string[]): Map<string, string> {
  const byFold = new Map(known.map(name => [fold(name), name]))
  const others = Object.keys(raw).filter(sent => !known.includes(sent) && byFold.has(fold(sent)))
  const taken = new Set(Object.keys(raw))
  return new Map(
    others.flatMap(sent => {
      const name = byFold.get(fold(sent))!
      if (taken.has(name)) return []
      taken.add(name)
      return [[sent, name] as const]
    }),
  )
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === ''
}

function isNameList({ items }: ArgumentSchema): boolean {
  return items?.type === 'string' && items.enum === undefined && items.pattern === undefined
}

/** The value in the documented form; the given one itself if it has that form already, or no other meaning. */
function readValue(value: unknown, schema: ArgumentSchema, name: string): unknown {
  const { items, properties } = schema
  if (properties !== undefined) return readFields(value, properties)
  if (items === undefined) return readItem(Array.isArray(value) ? single(value, schema) : value, schema, name)
  const listed = typeof value === 'number' || typeof value === 'string' ? partsOf(value, schema) : value
  if (!Array.isArray(listed)) return value
  const read = listed.flatMap(item => (typeof item === 'string' && !isNameList(schema) ? partsOf(item, schema) : [item]))
  const understood = [...new Set(read.map(item => readItem(item, items, name)))]
  const same = listed === value && understood.length === listed.length && understood.every((item, index) => item === listed[index])
  return same ? value : understood
}

/** An object's fields; the given value itself if no field changes. */
function readFields(value: unknown, properties: Readonly<Record<string, ArgumentSchema>>): unknown {
  const given = typeof value === 'string' ? jsonObject(value) : value
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return value
  const named = namesOf(given, Object.keys(properties))
  const read: Record<string, unknown> = {}
  let same = given === value
  for (const [sent, field] of Object.entries<unknown>({ ...given })) {
    const name = named.get(sent) ?? sent
    const understood = Object.hasOwn(properties, name) ? readValue(field, properties[name]!, name) : field
    define(read, name, understood)
    same &&= name === sent && understood === field
  }
  return same ? value : read
}

/** The one value of a list, or the range of two dates. */
function single(values: readonly unknown[], { pattern }: ArgumentSchema): unknown {
  if (values.length === 2 && values.every(isText) && pattern?.includes('\\.\\.')) return values.join('..')
  return values.length === 1 ? values[0] : values
}

/** Items of a text. Words, numbers and codes have no commas; a list of names is decided later, by the names there are. */
function partsOf(value: number | string, schema: ArgumentSchema): readonly unknown[] {
  if (typeof value === 'number' || isNameList(schema)) return [value]
  return jsonList(value) ?? commaList(value) ?? [value]
}

function jsonList(text: string): readonly unknown[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function jsonObject(text: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

function commaList(text: string): readonly string[] | undefined {
  const split = splitList(text.replaceAll(/\s*,\s*/g, ',').trim())
  return 'items' in split ? split.items : undefined
}

function nameText(text: string): NameText | undefined {
  const json = jsonList(text)
  if (json !== undefined) return json.length > 0 && json.every(isText) ? { text, items: json, quoted: true } : undefined
  // Spaces around commas only, since names may have spaces at their ends.
  const items = text.startsWith('"') ? splitList(text) : splitList(text.replaceAll(/, +/g, ','))
  if (!('items' in items) || (items.items.length === 1 && items.items[0] === text)) return undefined
  return { text, items: items.items, quoted: text.startsWith('"') }
}

/** JSON may escape what is not Unicode. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value)
}

/** Arguments that another one leaves no choice of: countries need `campaign_geo` (with `groupBy`, which sets the level), a comparison TOTAL. */
function impliedValues(given: Record<string, unknown>, properties: object): { granularity?: string; installGrouping?: string } {
  const isGiven = (name: string) => (given[name] ?? null) !== null
  const { groupBy } = given
  const byCountry = Array.isArray(groupBy) && (groupBy.includes('COUNTRY') || isGiven('countries'))
  return {
    ...('groupBy' in properties && byCountry && !isGiven('granularity') ? { granularity: 'campaign_geo' } : {}),
    ...('compare' in properties && isGiven('compare') && !isGiven('installGrouping') ? { installGrouping: 'TOTAL' } : {}),
  }
}

/** The one column of a report that has all words of `sort`: `-roas_d7` is `-roas_paid_gross_d7`, if no other type is asked for. */
function sortColumn(given: Record<string, unknown>, properties: Record<string, ArgumentSchema>): { sort?: string } {
  const { sort } = given
  if (typeof sort !== 'string' || properties['metrics'] === undefined) return {}
  const [, sign, column, suffix = ''] = /^(-?)(.*?)(_before|_change|_mix|_rate)?$/s.exec(sort.toLowerCase()) as unknown as string[]
  // Shares ascend as what they are shares of.
  const words = (column === 'spend_share' ? 'spend' : column!).split(/[^a-z0-9]+/)
  const columns = columnsOf(given, properties)
  const exact = words.join('_')
  const found = columns.filter(name => (columns.includes(exact) ? name === exact : hasWords(name.split('_'), words)))
  const understood = `${sign}${found[0]}${suffix}`
  return found.length === 1 && understood !== sort ? { sort: understood } : {}
}

function hasWords(column: readonly string[], words: readonly string[]): boolean {
  return column[0] === words[0] && words.every(word => column.includes(word))
}

/** Columns of a report as far as its arguments name them: those at DSIs only if `dsiValues` are given. */
function columnsOf(given: Record<string, unknown>, properties: Record<string, ArgumentSchema>): string[] {
  const listOf = (name: string) => {
    const value = given[name] ?? properties[name]?.default
    return Array.isArray(value) ? value.map(String) : []
  }
  const lists = { roasType: listOf('roasTypes'), revenueType: listOf('revenueTypes'), dsi: listOf('dsiValues') }
  const metrics = listOf('metrics')
  return Object.keys(reportColumns).flatMap(template => {
    const metric = template.split('_{')[0]!
    if (template.includes('{') && !metrics.includes(metric)) return []
    return Object.entries(lists).reduce(
      (names, [key, values]) =>
        names.flatMap(name => (name.includes(`{${key}}`) ? values.map(value => name.replace(`{${key}}`, value.toLowerCase())) : [name])),
      [template],
    )
  })
}
