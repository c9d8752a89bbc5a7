/** Joi schemas of what a request gives by name: parameters of a query, arguments of a tool. A generated schema is made of these. */

import Joi from 'joi'
import type { Kind } from './kinds.ts'
import { got } from './text.ts'

/** What becomes of a given value: another one, or what is wrong with it, to follow its name. */
export type Reading = { value: unknown } | { problems: Problem[] }

interface Problem {
  problem: string
  /** The values that would do, as they are written. */
  allowed?: readonly string[]
}

interface Reader {
  /** Must not throw. */
  read: (given: unknown) => Reading
  /** What the schema says of itself. */
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
  // Joi's types miss that $_setFlag returns the schema, and that a type can describe itself.
  args: (schema: Joi.AnySchema, reader: Reader) => schema.$_setFlag('reader', reader) as unknown as Joi.Schema,
  validate: (given: unknown, helpers: Joi.CustomHelpers) => {
    const reading = readerOf(helpers.schema as Joi.AnySchema).read(given)
    return 'value' in reading ? reading : { value: given, errors: reading.problems.map(problem => helpers.error('read.problem', problem)) }
  },
  jsonSchema: (schema: Joi.AnySchema, described: object) => ({ ...readerOf(schema).jsonSchema, ...described }),
} as Joi.Extension) as NamedJoi

/** A value as it is read. */
export function readBy(read: Reader['read'], jsonSchema?: object): Joi.AnySchema {
  return namedJoi.read(jsonSchema === undefined ? { read } : { read, jsonSchema })
}

/** Schemas of values by name. */
export interface NamedSchema {
  names: readonly string[]
  schema: Joi.ObjectSchema
}

/** Values by name, read as the schemas say and not otherwise converted. All faults are found. */
export function named(schemas: Record<string, Joi.AnySchema>): NamedSchema {
  const schema = Joi.object(schemas).prefs({ abortEarly: false, convert: false, errors: { label: false } })
  return { names: Object.keys(schemas), schema }
}

/** Reads one value of a kind. */
export function readOne<Given>(kind: Kind<unknown, Given>, given: Given): Reading {
  const value = kind.read(given)
  return value === undefined ? { problems: [unfit(kind, 'must', [given])] } : { value }
}

export interface ListLimits {
  minItems: number
  maxItems?: number
  uniqueItems?: boolean
}

/** Reads several values of a kind. All that is wrong is found: unfit values, repeated ones, their number. */
export function readSeveral<Given>(kind: Kind<unknown, Given>, given: readonly Given[], limits: ListLimits): Reading {
  const value = given.map(item => kind.read(item))
  const unfitItems = given.filter((_, index) => value[index] === undefined)
  const problems = [
    ...(unfitItems.length === 0 ? [] : [unfit(kind, 'each item must', unfitItems)]),
    ...(limits.uniqueItems === true ? repeated(given) : []),
    ...wrongNumber(given.length, limits),
  ]
  return problems.length > 0 ? { problems } : { value }
}

function unfit({ requirement, allowed }: Kind<unknown, never>, must: string, given: readonly unknown[]): Problem {
  const problem = `${requirement.replace(/^must/, must)}; got ${several(given)}`
  return allowed === undefined ? { problem } : { problem, allowed }
}

function repeated(items: readonly unknown[]): Problem[] {
  const seen = new Set()
  const again = items.filter(item => seen.has(item) || !seen.add(item))
  return again.length === 0 ? [] : [{ problem: `must not repeat a value; got ${several(again)} more than once` }]
}

function wrongNumber(count: number, { minItems, maxItems = Infinity }: ListLimits): Problem[] {
  if (count === 0 && minItems > 0) return [{ problem: 'must not be empty; leave it out instead' }]
  if (count < minItems) return [{ problem: `must have at least ${minItems} values; got ${count}` }]
  return count > maxItems ? [{ problem: `must have at most ${maxItems} values; got ${count}` }] : []
}

/** Values that are told one by one. */
const SHOWN = 3

function several(given: readonly unknown[]): string {
  const texts = [...new Set(given.map(got))]
  const shown = texts.slice(0, SHOWN).join(', ')
  return texts.length > SHOWN ? `${shown} and ${texts.length - SHOWN} more` : shown
}
