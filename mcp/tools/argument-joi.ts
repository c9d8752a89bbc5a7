/**
 * Joi schemas of tool arguments: JSON in, the same value out, nothing converted. A generated schema is made of these; each
 * describes itself as JSON Schema, so that what `tools/list` says is what is checked.
 */

import Joi from 'joi'
import { calendarDate, choice, text, type Kind, type TextLimits } from '../../server/checks/kinds.ts'
import { quote, shorten } from '../../server/checks/text.ts'

/** What a value, or an item of a list, must be. */
interface ArgumentKind {
  /** To follow an argument's name: `must be one of IOS, ANDROID`. */
  requirement: string
  allowed?: readonly string[]
  takes: (value: unknown) => boolean
  jsonSchema: Record<string, unknown>
}

/** One of a few words. */
export function word(words: readonly string[]): ArgumentKind {
  return { ...ofText(choice(words)), jsonSchema: { type: 'string', enum: words } }
}

/** A real date written `YYYY-MM-DD`. */
export function date(): ArgumentKind {
  return { ...ofText(calendarDate()), jsonSchema: { type: 'string', format: 'date' } }
}

/** A lone half of a surrogate pair, which JSON can write and UTF-8 cannot. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** Text that is not empty. */
export function name(limits: TextLimits): ArgumentKind {
  const { pattern, minLength } = limits
  const kind = ofText(text(limits))
  return {
    ...kind,
    requirement: pattern === undefined ? 'must be valid Unicode text, not empty' : kind.requirement,
    takes: value => kind.takes(value) && !LONE_SURROGATE.test(value as string),
    jsonSchema: {
      type: 'string',
      ...pattern === undefined ? {} : { pattern: pattern.source },
      ...minLength === undefined ? {} : { minLength }
    }
  }
}

/** A whole number within bounds. */
export function whole(bounds: { minimum: number, maximum?: number }): ArgumentKind {
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = bounds
  const range = bounds.maximum === undefined ? `, at least ${minimum}` : `, from ${minimum} to ${maximum}`
  return {
    requirement: `must be a whole number${range}`,
    takes: value => Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
    jsonSchema: { type: 'integer', ...bounds }
  }
}

/** True or false. */
export function flag(): ArgumentKind {
  return { requirement: 'must be true or false', takes: value => typeof value === 'boolean', jsonSchema: { type: 'boolean' } }
}

function ofText({ requirement, allowed, read }: Kind<string>): Omit<ArgumentKind, 'jsonSchema'> {
  return {
    requirement,
    ...allowed === undefined ? {} : { allowed },
    takes: value => typeof value === 'string' && read(value) !== undefined
  }
}

interface Problem {
  message: string
  allowed?: readonly string[]
}

interface Check {
  problems: (value: unknown) => Problem[]
  jsonSchema: Record<string, unknown>
}

interface ArgumentJoi extends Joi.Root {
  argument: (check: Check) => Joi.AnySchema
}

const checkOf = (schema: Joi.AnySchema) => schema.$_getFlag('check') as Check

const argumentJoi = Joi.extend({
  type: 'argument',
  base: Joi.any(),
  messages: { 'argument.problem': '{{#problem}}' },
  // Joi's types miss that $_setFlag returns the schema, and that a type can describe itself.
  args: (schema: Joi.AnySchema, check: Check) => schema.$_setFlag('check', check) as unknown as Joi.Schema,
  validate: (value: unknown, helpers: Joi.CustomHelpers) => {
    const errors = checkOf(helpers.schema as Joi.AnySchema).problems(value)
      .map(({ message, allowed }) => helpers.error('argument.problem', { problem: message, allowed }))
    return errors.length === 0 ? { value } : { value, errors }
  },
  jsonSchema: (schema: Joi.AnySchema, described: object) => ({ ...checkOf(schema).jsonSchema, ...described })
} as Joi.Extension) as ArgumentJoi

/** An argument with one value. */
export function one(kind: ArgumentKind): Joi.AnySchema {
  return argumentJoi.argument({
    problems: value => kind.takes(value) ? [] : [unfit(kind, 'must', [value])],
    jsonSchema: kind.jsonSchema
  })
}

interface ListTerms {
  minItems: number
  maxItems?: number
  uniqueItems?: boolean
  /** A default that is told and not filled in. */
  default?: readonly unknown[]
}

/** An argument with several values. All its faults are found: unfit values, repeated ones, their number. */
export function list(kind: ArgumentKind, terms: ListTerms): Joi.AnySchema {
  const { minItems, maxItems = Infinity, uniqueItems = false } = terms
  return argumentJoi.argument({
    problems: value => {
      if (!Array.isArray(value)) return [{ message: `must be a list; got ${got(value)}` }]
      const items = value as unknown[]
      const unfitItems = items.filter(item => !kind.takes(item))
      return [
        ...unfitItems.length === 0 ? [] : [unfit(kind, 'each item must', unfitItems)],
        ...uniqueItems ? repeated(items) : [],
        ...items.length === 0 && minItems > 0 ? [{ message: 'must not be empty; leave it out instead' }] : [],
        ...items.length > maxItems ? [{ message: `must have at most ${maxItems} values; got ${items.length}` }] : []
      ]
    },
    jsonSchema: { type: 'array', items: kind.jsonSchema, ...terms }
  })
}

export interface Arguments {
  names: readonly string[]
  schema: Joi.ObjectSchema
}

/** Arguments by name. Others are faults; all faults are found. */
export function argumentsOf(schemas: Record<string, Joi.AnySchema>): Arguments {
  const schema = Joi.object(schemas).prefs({ abortEarly: false, convert: false, errors: { label: false } })
  return { names: Object.keys(schemas), schema }
}

function unfit({ requirement, allowed }: ArgumentKind, must: string, values: readonly unknown[]): Problem {
  const message = `${requirement.replace(/^must/, must)}; got ${several(values)}`
  return allowed === undefined ? { message } : { message, allowed }
}

function repeated(items: readonly unknown[]): Problem[] {
  const seen = new Set()
  const again = items.filter(item => seen.has(item) || !seen.add(item))
  return again.length === 0 ? [] : [{ message: `must not repeat a value; got ${several(again)} more than once` }]
}

const SHOWN = 3

function several(values: readonly unknown[]): string {
  const texts = [...new Set(values.map(got))]
  const shown = texts.slice(0, SHOWN).join(', ')
  return texts.length > SHOWN ? `${shown} and ${texts.length - SHOWN} more` : shown
}

/** What somebody sent, to follow `got`. */
export function got(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  // What is in them is not looked at: it may be nested too deeply for that.
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return shorten(JSON.stringify(value))
}
