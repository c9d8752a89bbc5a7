import { isCalendarDate } from '../../server/model/dates.ts'
import { countryCode, WORD_ALIASES } from './aliases.ts'

/** Single values in other spellings. */

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

/** Text without case and separators. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The value in the documented form; the given one itself if it has that form already, no other meaning, or several. */
export function readItem(value: unknown, schema: ArgumentSchema, name: string): unknown {
  const { type, enum: words, format, pattern } = schema
  if (type === 'integer') return typeof value === 'string' ? (readWhole(value, /^dsi/.test(name)) ?? value) : value
  if (type === 'number') return typeof value === 'string' ? (readNumber(value, schema) ?? value) : value
  if (type === 'boolean') return readFlag(value) ?? value
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string') return value
  if (words !== undefined) return readWord(text, words) ?? value
  if (format === 'date') return readDate(text) ?? value
  if (pattern !== undefined) return readPattern(text, new RegExp(pattern)) ?? value
  return name === 'sort' ? readSort(text) : text
}

/** DSIs are often written `D7`. */
function readWhole(text: string, isDsi: boolean): number | undefined {
  const digits = (isDsi ? /^\s*[dD]?(\d+)\s*$/ : /^\s*(\d+)(?:\.0+)?\s*$/).exec(text)?.[1]
  return digits === undefined || !Number.isSafeInteger(Number(digits)) ? undefined : Number(digits)
}

/** Ratios may be in per cent; an amount of money of 20 % has no meaning. */
function readNumber(text: string, { maximum = Infinity }: ArgumentSchema): number | undefined {
  const [, digits, percent] = /^\s*\+?(-?\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(text) ?? []
  if (digits === undefined || (percent === '%' && maximum > 1000)) return undefined
  return percent === '%' ? Number(digits) / 100 : Number(digits)
}

function readFlag(value: unknown): boolean | undefined {
  return { true: true, false: false, 1: true, 0: false }[String(value).trim().toLowerCase()]
}

/** A word in any letter case, with other separators, in the plural, or cut short (`week`), if only one word fits. */
function readWord(given: string, words: readonly string[]): string | undefined {
  if (words.includes(given)) return given
  const wanted = fold(given)
  const forms = [wanted, ...(Object.hasOwn(WORD_ALIASES, wanted) ? WORD_ALIASES[wanted]! : []).map(fold)]
  const equal = words.filter(word => forms.includes(fold(word)))
  const alike = equal.length > 0 ? equal : words.filter(word => isForm(wanted, fold(word)))
  return alike.length === 1 ? alike[0] : undefined
}

function isForm(wanted: string, word: string): boolean {
  return (wanted.length >= 3 && word.startsWith(wanted)) || wanted === `${word}s`
}

/**
 * A date or ISO timestamp as `YYYY-MM-DD`. Undefined if it could be another day: of a timestamp with an offset, if that day differs from the
 * UTC one; of `03/04/2026`, whose month is not known.
 */
function readDate(text: string): string | undefined {
  const trimmed = text.trim()
  const numbers = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(trimmed)
  if (numbers !== null && (numbers[2] !== '' || trimmed.length === 8)) {
    return realDate(`${numbers[1]}-${numbers[3]!.padStart(2, '0')}-${numbers[4]!.padStart(2, '0')}`)
  }
  const stamp = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(trimmed)
  if (stamp === null) return undefined
  const [, day, offset = 'Z'] = stamp
  if (realDate(day!) === undefined) return undefined
  const instant = offset.toUpperCase() === 'Z' ? new Date(`${day}T00:00:00Z`) : new Date(trimmed.replace(' ', 'T'))
  return Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== day ? undefined : day
}

function realDate(date: string): string | undefined {
  return isCalendarDate(date) ? date : undefined
}

/** A country by its code in any letter case or its English name; a comparison in any letter case, or two dates written otherwise. */
function readPattern(text: string, pattern: RegExp): string | undefined {
  const trimmed = text.trim()
  const upper = trimmed.toUpperCase()
  const capitalized = `${trimmed.slice(0, 1).toUpperCase()}${trimmed.slice(1).toLowerCase()}`
  const words = upper.replaceAll(/[\s-]+/g, '_').replace(/_PERIOD$/, '')
  return [text, upper, capitalized, words, dateRange(trimmed), countryCode(trimmed)].find(one => one !== undefined && pattern.test(one))
}

function dateRange(text: string): string | undefined {
  const [from, to, ...others] = text.split(/\s+(?:to|until|-|–)\s+|\s*(?:\.\.\.?|,|–)\s*|\/(?=\d{4}-)/)
  const [start, end] = [readDate(from ?? ''), readDate(to ?? '')]
  return start === undefined || end === undefined || others.length > 0 ? undefined : `${start}..${end}`
}

/** `spend desc` is `-spend`. */
function readSort(text: string): string {
  const [, sign = '', column = text, order = ''] = /^([+-]?)\s*(\S+?)(?:[\s:]+(asc|desc)(?:ending)?)?$/i.exec(text.trim()) ?? []
  if (sign !== '' && order !== '') return text
  return `${sign === '-' || order.toLowerCase() === 'desc' ? '-' : ''}${column}`
}
