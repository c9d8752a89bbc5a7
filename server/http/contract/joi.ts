/** Joi schemas of the contract's parameters: text in, typed value out. A generated schema is made of these. */

import Joi from 'joi'
import { splitList } from '../../checks/comma-list.ts'
import type { Kind } from '../../checks/kinds.ts'
import { quote } from '../../checks/text.ts'

export { calendarDate, choice, flag, plainInteger, text } from '../../checks/kinds.ts'

const GOT = 3

/** What becomes the context of a joi error. */
interface Problem {
  problem: string
  allowed?: readonly string[]
}

type Reading = { value: unknown } | { problems: Problem[] }

interface ParameterJoi extends Joi.Root {
  /** A value that is read from text; `read` must not throw. */
  parameter: (read: (text: string) => Reading) => Joi.AnySchema
}

const parameterJoi = Joi.extend({
  type: 'parameter',
  base: Joi.any(),
  messages: { 'parameter.problem': '{{#problem}}' },
  // Joi's types miss that $_setFlag returns the schema.
  args: (schema: Joi.AnySchema, read: (text: string) => Reading) => schema.$_setFlag('read', read) as unknown as Joi.Schema,
  validate: (raw: unknown, helpers: Joi.CustomHelpers) => {
    const read = helpers.schema.$_getFlag('read') as (text: string) => Reading
    const reading = typeof raw === 'string' ? read(raw) : { problems: [{ problem: 'is given more than once' }] }
    if ('value' in reading) return reading
    const errors = reading.problems.map(problem => helpers.error('parameter.problem', problem))
    return { value: raw, errors }
  }
}) as ParameterJoi

/** A parameter with one value. */
export function single(kind: Kind<unknown>): Joi.AnySchema {
  return parameterJoi.parameter(text => {
    const value = kind.read(text)
    return value === undefined ? { problems: [unfit(kind, 'must', [text])] } : { value }
  })
}

interface ListLimits {
  minItems: number
  maxItems?: number
  uniqueItems?: boolean
}

/** A parameter with several values, separated by commas. All its faults are found: unfit values, repeated ones, their number. */
export function commaList(kind: Kind<unknown>, limits: ListLimits): Joi.AnySchema {
  return parameterJoi.parameter(text => {
    const split = splitList(text)
    if ('fault' in split) return { problems: [{ problem: text === '' ? split.fault : `${split.fault}; got ${quote(text)}` }] }
    const { items } = split
    const values = items.map(item => kind.read(item))
    const problems = [
      ...unfitItems(kind, items.filter((_, index) => values[index] === undefined)),
      ...limits.uniqueItems === true ? repeatedItems(items) : [],
      ...wrongNumber(items.length, limits)
    ]
    return problems.length > 0 ? { problems } : { value: values }
  })
}

export interface Parameters {
  names: readonly string[]
  schema: Joi.ObjectSchema
}

/** Parameters by name. Others are faults; all faults are found. */
export function parameters(schemas: Record<string, Joi.AnySchema>): Parameters {
  const schema = Joi.object(schemas).prefs({ abortEarly: false, errors: { label: false } })
  return { names: Object.keys(schemas), schema }
}

function unfit(kind: Kind<unknown>, must: string, texts: readonly string[]): Problem {
  const problem = `${kind.requirement.replace(/^must/, must)}; got ${several(texts)}`
  return kind.allowed === undefined ? { problem } : { problem, allowed: kind.allowed }
}

function unfitItems(kind: Kind<unknown>, items: readonly string[]): Problem[] {
  return items.length === 0 ? [] : [unfit(kind, 'each item must', [...new Set(items)])]
}

function repeatedItems(items: readonly string[]): Problem[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const item of items) (seen.has(item) ? repeated : seen).add(item)
  return repeated.size === 0 ? [] : [{ problem: `must not repeat a value; got ${several([...repeated])} more than once` }]
}

function wrongNumber(count: number, { minItems, maxItems = Infinity }: ListLimits): Problem[] {
  if (count < minItems) return [{ problem: `must have at least ${minItems} values; got ${count}` }]
  return count > maxItems ? [{ problem: `must have at most ${maxItems} values; got ${count}` }] : []
}

function several(texts: readonly string[]): string {
  const shown = texts.slice(0, GOT).map(quote).join(', ')
  return texts.length > GOT ? `${shown} and ${texts.length - GOT} more` : shown
}
