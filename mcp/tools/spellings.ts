import { splitList } from '../../server/core/checks/comma-list.ts'
import { addDays, isCalendarDate, utcDate } from '../../server/core/model/dates.ts'
import { ARGUMENT_ALIASES, countryCode, WORD_ALIASES } from './aliases.ts'

/**
 * Other spellings of names and values, converted to the documented form if they have exactly one meaning. Others stay
 * unchanged, and the later check refuses them.
 */

export interface ArgumentSchema {
  type?: string
  enum?: readonly string[]
  format?: string
  pattern?: string
  items?: ArgumentSchema
  default?: unknown
  maximum?: number
  properties?: Readonly<Record<string, ArgumentSchema>>
}

/** A text given for a list of names: one name that contains a comma, or several names. */
export interface NameText {
  text: string
  items: readonly string[]
  /** Whether the text is written as a list: JSON, or an RFC 4180 quoted field. */
  quoted: boolean
}

/** Works for names such as `__proto__` too. */
export function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/** Text without case and separators. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Known arguments by the names sent, ignoring case, `_`, `-` and the plural. A name sent in two spellings stays unknown. */
export function namesOf(raw: object, known: readonly string[]): Map<string, string> {
  const forms = known.flatMap(name =>
    [fold(name), singular(fold(name))].map(form => [form, name] as const),
  )
  const byFold = new Map([
    ...Object.entries(ARGUMENT_ALIASES).filter(([, name]) => known.includes(name)),
    ...forms,
  ])
  const taken = new Set(Object.keys(raw))
  return new Map(
    Object.keys(raw).flatMap(sent => {
      const name = byFold.get(fold(sent))
      if (name === undefined || known.includes(sent) || taken.has(name)) return []
      taken.add(name)
      return [[sent, name] as const]
    }),
  )
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?<=s)es$|(?<!s)s$/, '')
}

export function isNameList({ items }: ArgumentSchema): boolean {
  return items?.type === 'string' && items.enum === undefined && items.pattern === undefined
}

/**
 * The value in the documented form; the given value if it already has that form, or no other meaning.
 * @param today in UTC, `YYYY-MM-DD`
 */
export function readValue(
  value: unknown,
  schema: ArgumentSchema,
  name: string,
  today: string,
): unknown {
  const { items, properties } = schema
  if (properties !== undefined) return readFields(value, properties, today)
  if (items === undefined)
    return readItem(Array.isArray(value) ? single(value, schema) : value, schema, name, today)
  const listed =
    typeof value === 'number' || typeof value === 'string' ? partsOf(value, schema) : value
  if (!Array.isArray(listed)) return value
  const read = listed.flatMap(item =>
    typeof item === 'string' && !isNameList(schema) ? partsOf(item, schema) : [item],
  )
  const understood = [...new Set(read.map(item => readItem(item, items, name, today)))]
  const same =
    listed === value &&
    understood.length === listed.length &&
    understood.every((item, index) => item === listed[index])
  return same ? value : understood
}

/** An object's fields; the given value itself if no field changes. */
function readFields(
  value: unknown,
  properties: Readonly<Record<string, ArgumentSchema>>,
  today: string,
): unknown {
  const object = typeof value === 'string' ? jsonObject(value) : value
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return value
  const named = namesOf(object, Object.keys(properties))
  const read: Record<string, unknown> = {}
  let same = object === value
  for (const [sent, field] of Object.entries<unknown>({ ...object })) {
    const name = named.get(sent) ?? sent
    const understood = Object.hasOwn(properties, name)
      ? readValue(field, properties[name]!, name, today)
      : field
    define(read, name, understood)
    same &&= name === sent && understood === field
  }
  return same ? value : read
}

/** The only value of a list, or the range of two dates. */
function single(values: readonly unknown[], { pattern }: ArgumentSchema): unknown {
  if (values.length === 2 && values.every(isText) && pattern?.includes('\\.\\.'))
    return values.join('..')
  return values.length === 1 ? values[0] : values
}

/** Items of a text. Words, numbers and codes have no commas; a list of names is split later, by the app's names. */
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

export function nameText(text: string): NameText | undefined {
  const json = jsonList(text)
  if (json !== undefined)
    return json.length > 0 && json.every(isText) ? { text, items: json, quoted: true } : undefined
  // Only spaces around commas are removed, since names may start or end with spaces.
  const items = text.startsWith('"') ? splitList(text) : splitList(text.replaceAll(/, +/g, ','))
  if (!('items' in items) || (items.items.length === 1 && items.items[0] === text)) return undefined
  return { text, items: items.items, quoted: text.startsWith('"') }
}

/** JSON may escape text that is not valid Unicode. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value)
}

/** The value in the documented form; the given value if it already has that form, no other meaning, or several. */
function readItem(value: unknown, schema: ArgumentSchema, name: string, today: string): unknown {
  const { type, enum: words, format, pattern } = schema
  if (type === 'integer')
    return typeof value === 'string' ? (readWhole(value, /^dsi/.test(name)) ?? value) : value
  if (type === 'number')
    return typeof value === 'string' ? (readNumber(value, schema) ?? value) : value
  if (type === 'boolean') return readFlag(value) ?? value
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string') return value
  if (words !== undefined) return readWord(text, words) ?? value
  if (format === 'date') return readDate(text, today) ?? value
  if (pattern !== undefined) return readPattern(text, new RegExp(pattern), today) ?? value
  return name === 'sort' ? readSort(text) : text
}

/** DSIs are often written `D7`, `7d` or `7 days`. */
function readWhole(text: string, isDsi: boolean): number | undefined {
  const digits = (
    isDsi ? /^\s*(?:d|day\s)?\s*(\d+)\s*(?:d|days)?\s*$/i : /^\s*(\d+)(?:\.0+)?\s*$/
  ).exec(text)?.[1]
  return digits === undefined || !Number.isSafeInteger(Number(digits)) ? undefined : Number(digits)
}

/** Ratios may be percentages; 20 % has no meaning for an amount of money. */
function readNumber(text: string, { maximum = Infinity }: ArgumentSchema): number | undefined {
  const [, digits, percent] = /^\s*\+?(-?\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(text) ?? []
  if (digits === undefined || (percent === '%' && maximum > 1000)) return undefined
  return percent === '%' ? Number(digits) / 100 : Number(digits)
}

function readFlag(value: unknown): boolean | undefined {
  return { true: true, false: false, 1: true, 0: false }[String(value).trim().toLowerCase()]
}

/** A word in any letter case, with other separators, in the plural, or shortened (`week`), if only one word matches. */
function readWord(text: string, words: readonly string[]): string | undefined {
  if (words.includes(text)) return text
  const wanted = fold(text)
  const forms = [
    wanted,
    ...(Object.hasOwn(WORD_ALIASES, wanted) ? WORD_ALIASES[wanted]! : []).map(fold),
  ]
  const equal = words.filter(word => forms.includes(fold(word)))
  const alike = equal.length > 0 ? equal : words.filter(word => isForm(wanted, fold(word)))
  return alike.length === 1 ? alike[0] : undefined
}

function isForm(wanted: string, word: string): boolean {
  return (wanted.length >= 3 && word.startsWith(wanted)) || wanted === `${word}s`
}

/**
 * A date, ISO timestamp, `today` or `yesterday` as `YYYY-MM-DD`. Undefined if it could be another day, such as a timestamp whose local day
 * differs from the UTC day, or `03/04/2026`, whose month is unknown.
 */
function readDate(text: string, today: string): string | undefined {
  const trimmed = text.trim()
  if (/^today$/i.test(trimmed)) return today
  if (/^yesterday$/i.test(trimmed)) return addDays(today, -1)
  const numbers = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(trimmed)
  if (numbers !== null && (numbers[2] !== '' || trimmed.length === 8)) {
    return realDate(`${numbers[1]}-${numbers[3]!.padStart(2, '0')}-${numbers[4]!.padStart(2, '0')}`)
  }
  const stamp =
    /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(trimmed)
  if (stamp === null) return undefined
  const [, day, offset = 'Z'] = stamp
  if (realDate(day!) === undefined) return undefined
  const instant =
    offset.toUpperCase() === 'Z'
      ? new Date(`${day}T00:00:00Z`)
      : new Date(trimmed.replace(' ', 'T'))
  return Number.isNaN(instant.getTime()) || utcDate(instant) !== day ? undefined : day
}

function realDate(date: string): string | undefined {
  return isCalendarDate(date) ? date : undefined
}

/** A country by its code in any letter case or its English name; a comparison in any letter case, or two dates in another notation. */
function readPattern(text: string, pattern: RegExp, today: string): string | undefined {
  const trimmed = text.trim()
  const upper = trimmed.toUpperCase()
  const capitalized = `${trimmed.slice(0, 1).toUpperCase()}${trimmed.slice(1).toLowerCase()}`
  const words = upper.replaceAll(/[\s-]+/g, '_').replace(/_PERIOD$/, '')
  // Names first: UK looks like a code.
  return [countryCode(trimmed), text, upper, capitalized, words, dateRange(trimmed, today)].find(
    spelling => spelling !== undefined && pattern.test(spelling),
  )
}

function dateRange(text: string, today: string): string | undefined {
  const [from, to, ...others] = text.split(
    /\s+(?:to|until|-|–)\s+|\s*(?:\.\.\.?|,|–)\s*|\/(?=\d{4}-)/,
  )
  const [start, end] = [readDate(from ?? '', today), readDate(to ?? '', today)]
  return start === undefined || end === undefined || others.length > 0
    ? undefined
    : `${start}..${end}`
}

/** `spend desc` is `-spend`. */
function readSort(text: string): string {
  const [, sign = '', column = text, order = ''] =
    /^([+-]?)\s*(\S+?)(?:[\s:]+(asc|desc)(?:ending)?)?$/i.exec(text.trim()) ?? []
  if (sign !== '' && order !== '') return text
  return `${sign === '-' || order.toLowerCase() === 'desc' ? '-' : ''}${column}`
}
