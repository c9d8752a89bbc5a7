import { splitList } from './comma-list.ts'
import Joi from 'joi'
import { isCalendarDate, isUtcTimestamp } from '../model/dates.ts'
import { countCharacters, got, quote } from './faults.ts'

/** How values of parameters and list items are parsed from text, and their requirement in words. */

export interface Kind<T, Input = string> {
  requirement: string
  allowed?: readonly string[]
  /** The allowed value most similar to an invalid one; undefined if there is none. */
  nearest?: (input: unknown) => string | undefined
  /** The parsed value; undefined if invalid. */
  read: (input: Input) => T | undefined
}

/** A whole number in plain digits: no sign, space, exponent, decimals or leading zeros, and exact as a JavaScript number. */
export function plainInteger(bounds: { minimum: number; maximum?: number }): Kind<number> {
  const { minimum, maximum } = bounds
  const most = maximum ?? Number.MAX_SAFE_INTEGER
  return {
    requirement: `must be a whole number from ${minimum} to ${most}, in plain digits without leading zeros`,
    read: text => {
      if (!/^(0|[1-9]\d*)$/.test(text)) return undefined
      const value = Number(text)
      return value >= minimum && value <= most ? value : undefined
    },
  }
}

/** A decimal number in plain digits: no plus sign, space or exponent. */
export function plainNumber({
  minimum,
  maximum,
}: {
  minimum: number
  maximum: number
}): Kind<number> {
  return {
    requirement: `must be a number from ${minimum} to ${maximum}, in plain digits such as 0.2${shareHint({ minimum, maximum })}`,
    read: text => {
      if (!/^-?(0|[1-9]\d{0,20})(\.\d{1,30})?$/.test(text)) return undefined
      const value = Number(text)
      // 0, not -0.
      return value >= minimum && value <= maximum ? value + 0 : undefined
    },
  }
}

/** Numbers up to 1 are shares, which people also enter as percentages. */
export function shareHint({ minimum, maximum }: { minimum: number; maximum: number }): string {
  return maximum === 1 ? `; 0.2 is ${minimum < 0 ? '+' : ''}20 %` : ''
}

/** A real date written `YYYY-MM-DD`, kept as text. */
export function calendarDate(): Kind<string> {
  return {
    requirement: 'must be a real date written YYYY-MM-DD',
    read: text => (isCalendarDate(text) ? text : undefined),
  }
}

export function flag(): Kind<boolean> {
  return {
    requirement: 'must be true or false',
    allowed: ['true', 'false'],
    read: text => (text === 'true' ? true : text === 'false' ? false : undefined),
  }
}

export function choice(words: readonly string[]): Kind<string> {
  return {
    requirement: words.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(', ')}`,
    allowed: words,
    read: text => (words.includes(text) ? text : undefined),
  }
}

/** The word as data and tools spell it: parameters take lower case. */
export function upperCase<Text extends string>(text: Text): Uppercase<Text> {
  return text.toUpperCase() as Uppercase<Text>
}

export interface TextLimits {
  minLength?: number
  maxLength?: number
  pattern?: RegExp
  /** The pattern in words, to follow `must be`. */
  meaning?: string
}

export function text(limits: TextLimits = {}): Kind<string> {
  const { minLength = 0, maxLength = Infinity, pattern } = limits
  return {
    requirement: textRequirement(limits),
    read: value => {
      const length = countCharacters(value)
      return length >= minLength && length <= maxLength && (pattern?.test(value) ?? true)
        ? value
        : undefined
    },
  }
}

function textRequirement({
  minLength = 0,
  maxLength = Infinity,
  pattern,
  meaning,
}: TextLimits): string {
  const parts: string[] = []
  if (pattern !== undefined)
    parts.push(meaning === undefined ? `must match ${pattern.source}` : `must be ${meaning}`)
  if (maxLength !== Infinity) parts.push(`must have from ${minLength} to ${maxLength} characters`)
  else if (minLength > 1) parts.push(`must have at least ${minLength} characters`)
  else if (minLength === 1 && pattern === undefined) parts.push('must not be empty')
  return parts.length === 0 ? 'must be text' : parts.join(' and ')
}

/** Converts a given value, or returns the error that follows its name. */
type Reading = { value: unknown } | { problems: Problem[] }

interface Problem {
  problem: string
  allowed?: readonly string[]
}

interface Reader {
  /** Must not throw. */
  read: (input: unknown) => Reading
  jsonSchema?: object
}

interface NamedJoi extends Joi.Root {
  read: (reader: Reader) => Joi.AnySchema
}

function readerOf(schema: Joi.AnySchema) {
  return schema.$_getFlag('reader') as Reader
}

const namedJoi = Joi.extend({
  type: 'read',
  base: Joi.any(),
  messages: { 'read.problem': '{{#problem}}' },
  // Joi's types omit that $_setFlag returns the schema, and that a type can describe itself.
  args: (schema: Joi.AnySchema, reader: Reader) =>
    schema.$_setFlag('reader', reader) as unknown as Joi.Schema,
  validate: (input: unknown, helpers: Joi.CustomHelpers) => {
    const reading = readerOf(helpers.schema as Joi.AnySchema).read(input)
    return 'value' in reading
      ? reading
      : {
          value: input,
          errors: reading.problems.map(problem => helpers.error('read.problem', problem)),
        }
  },
  jsonSchema: (schema: Joi.AnySchema, described: object) => ({
    ...readerOf(schema).jsonSchema,
    ...described,
  }),
} as Joi.Extension) as NamedJoi

export function readBy(read: Reader['read'], jsonSchema?: object): Joi.AnySchema {
  return namedJoi.read(jsonSchema === undefined ? { read } : { read, jsonSchema })
}

export interface NamedSchema {
  names: readonly string[]
  schema: Joi.ObjectSchema
}

export function named(schemas: Record<string, Joi.AnySchema>): NamedSchema {
  const schema = Joi.object(schemas).prefs({
    abortEarly: false,
    convert: false,
    errors: { label: false },
  })
  return { names: Object.keys(schemas), schema }
}

export function readOne<Input>(kind: Kind<unknown, Input>, input: Input): Reading {
  const value = kind.read(input)
  return value === undefined ? { problems: [unfit(kind, 'must', [input])] } : { value }
}

export interface ListLimits {
  minItems: number
  maxItems?: number
  uniqueItems?: boolean
}

/** Reports every invalid or repeated value, and a wrong number of values. */
export function readSeveral<Input>(
  kind: Kind<unknown, Input>,
  inputs: readonly Input[],
  limits: ListLimits,
): Reading {
  const value = inputs.map(item => kind.read(item))
  const unfitItems = inputs.filter((_, index) => value[index] === undefined)
  const problems = [
    ...(unfitItems.length === 0 ? [] : [unfit(kind, 'each item must', unfitItems)]),
    ...(limits.uniqueItems === true ? repeated(inputs) : []),
    ...wrongNumber(inputs.length, limits),
  ]
  return problems.length > 0 ? { problems } : { value }
}

function unfit<Input>(
  { requirement, allowed, nearest }: Kind<unknown, Input>,
  must: string,
  inputs: readonly Input[],
): Problem {
  const near = inputs.length === 1 ? nearest?.(inputs[0]) : undefined
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  const problem = `${requirement.replace(/^must/, must)}; got ${several(inputs)}${hint}`
  return allowed === undefined ? { problem } : { problem, allowed }
}

function repeated(items: readonly unknown[]): Problem[] {
  const values = new Set()
  const again = items.filter(item => values.has(item) || !values.add(item))
  return again.length === 0
    ? []
    : [{ problem: `must not repeat a value; got ${several(again)} more than once` }]
}

function wrongNumber(count: number, { minItems, maxItems = Infinity }: ListLimits): Problem[] {
  if (count === 0 && minItems > 0) return [{ problem: 'must not be empty; leave it out instead' }]
  if (count < minItems) return [{ problem: `must have at least ${minItems} values; got ${count}` }]
  return count > maxItems ? [{ problem: `must have at most ${maxItems} values; got ${count}` }] : []
}

/** Maximum values listed. */
const MAX_LISTED = 3

function several(values: readonly unknown[]): string {
  const texts = [...new Set(values.map(got))]
  const listed = texts.slice(0, MAX_LISTED).join(', ')
  return texts.length > MAX_LISTED ? `${listed} and ${texts.length - MAX_LISTED} more` : listed
}

export function single(kind: Kind<unknown>): Joi.AnySchema {
  return parameter(text => readOne(kind, text), '')
}

export function commaList(kind: Kind<unknown>, limits: ListLimits): Joi.AnySchema {
  return parameter(text => {
    const split = splitList(text)
    if ('items' in split) return readSeveral(kind, split.items, limits)
    return {
      problems: [{ problem: text === '' ? split.fault : `${split.fault}; got ${quote(text)}` }],
    }
  }, '; write a list once, its values separated by commas: a,b')
}

/** A repeated parameter has several texts. */
function parameter(read: (text: string) => Reading, hint: string): Joi.AnySchema {
  return readBy(value =>
    typeof value === 'string'
      ? read(value)
      : { problems: [{ problem: `is given more than once${hint}` }] },
  )
}

/** A real instant in ISO 8601, UTC, with milliseconds: `2026-03-01T09:30:00.000Z`. */
export function utcTimestamp(): Kind<string> {
  return {
    requirement: 'must be a UTC timestamp written YYYY-MM-DDThh:mm:ss.sssZ',
    read: value => (isUtcTimestamp(value) ? value : undefined),
  }
}

export function string(...kinds: readonly Kind<string>[]): Joi.AnySchema {
  if (kinds.length === 0) return Joi.string().allow('')
  return Joi.any().custom((value: unknown, helpers) => {
    const unfit = kinds.find(kind => typeof value !== 'string' || kind.read(value) === undefined)
    return unfit === undefined
      ? value
      : helpers.message({ custom: `{{#label}} ${unfit.requirement}` })
  })
}

export function number(): Joi.NumberSchema {
  return Joi.number().unsafe()
}

export function body(schema: Joi.AnySchema): Joi.AnySchema {
  return schema.required().prefs({ convert: false, abortEarly: false })
}
