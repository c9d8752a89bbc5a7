import { isCalendarDate, isUtcTimestamp } from './dates.ts'

/**
 * Shapes of parsed JSON from storage or elsewhere. A checksum proves that a file is complete, not who wrote it: values are checked before they
 * become a path, SQL or a number.
 */

type Check = (value: unknown) => boolean

/**
 * An array is a list of one shape; a Map has the form of an object's keys and the shape of its values. A field with `?` is optional; fields
 * missing from the shape may come from a later version and are ignored.
 */
export type Shape =
  Check | readonly [Shape] | { readonly [field: string]: Shape } | ReadonlyMap<RegExp, Shape>

/** Path of the first invalid value, `''` for the value itself; undefined if valid. Does not allocate if valid. */
export function faultIn(value: unknown, shape: Shape): string | undefined {
  if (typeof shape === 'function') return shape(value) ? undefined : ''
  if (Array.isArray(shape)) {
    const [inner] = shape as readonly [Shape]
    return Array.isArray(value) ? first(value.entries(), inner) : ''
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  if (shape instanceof Map) {
    const [[form, inner]] = shape as unknown as [[RegExp, Shape]]
    const odd = Object.keys(value).find(key => !form.test(key))
    return odd === undefined ? first(Object.entries(value), inner) : `.${odd}`
  }
  for (const { field, optional, inner } of fieldsOf(shape as Record<string, Shape>)) {
    const fieldValue = (value as Record<string, unknown>)[field]
    if (fieldValue === undefined && optional) continue
    const fault = faultIn(fieldValue, inner)
    if (fault !== undefined) return `.${field}${fault}`
  }
  return undefined
}

/** The value, or undefined if the text is not JSON or the value has another shape. `T` must match the shape. */
export function parseShaped<T>(text: string, shape: Shape): T | undefined {
  const value = parseJson(text)
  return faultIn(value, shape) === undefined ? (value as T) : undefined
}

/** Undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

interface Field {
  field: string
  optional: boolean
  inner: Shape
}

// Prepared once, rather than for each of half a million runs.
const fields = new WeakMap<object, Field[]>()

function fieldsOf(shape: Record<string, Shape>): Field[] {
  const known = fields.get(shape)
  if (known !== undefined) return known
  const parsed = Object.entries(shape).map(([name, inner]) => ({
    field: name.replace(/\?$/, ''),
    optional: name.endsWith('?'),
    inner,
  }))
  fields.set(shape, parsed)
  return parsed
}

function first(entries: Iterable<[string | number, unknown]>, shape: Shape): string | undefined {
  for (const [key, value] of entries) {
    const fault = faultIn(value, shape)
    if (fault !== undefined) return `.${key}${fault}`
  }
  return undefined
}

export const integer: Check = value => Number.isSafeInteger(value)
export const count: Check = value => Number.isSafeInteger(value) && (value as number) >= 0
export const number: Check = value => Number.isFinite(value)
export const notNegative: Check = value => Number.isFinite(value) && (value as number) >= 0
export const boolean: Check = value => typeof value === 'boolean'
export const string: Check = value => typeof value === 'string'
export const strings: Check = value => Array.isArray(value) && value.every(string)
export const counts: Check = value => Array.isArray(value) && value.every(count)
export const date: Check = value => typeof value === 'string' && isCalendarDate(value)
export const timestamp: Check = value => typeof value === 'string' && isUtcTimestamp(value)
export const SHA256 = text(/^[0-9a-f]{64}$/)
export function text(pattern: RegExp): Check {
  return value => typeof value === 'string' && pattern.test(value)
}
export function among(values: readonly unknown[]): Check {
  return value => values.includes(value)
}
export function nullOr(check: Check): Check {
  return value => value === null || check(value)
}
