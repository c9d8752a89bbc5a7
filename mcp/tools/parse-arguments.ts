import type Joi from 'joi'
import type { Fault } from '../../server/contract/faults.ts'
import { nearestName } from '../../server/contract/nearest-name.ts'
import type { Rule } from '../../server/contract/rules.ts'
import { shorten } from '../../server/contract/text.ts'
import { got, type Arguments } from './argument-joi.ts'

/** How a tool's arguments are checked. */
export interface ArgumentsSchema {
  arguments: Arguments
  rules: readonly Rule[]
}

/** Unknown arguments that are reported one by one. */
const UNKNOWN_SHOWN = 10

/** The arguments of a call, defaults filled in, or everything that is wrong with them. None at all is an empty object. */
export function parseArguments(
  raw: unknown, { arguments: { names, schema }, rules }: ArgumentsSchema
): { values: Record<string, unknown> } | { faults: Fault[] } {
  const given = raw ?? {}
  if (typeof given !== 'object' || Array.isArray(given)) {
    return { faults: [{ parameter: 'arguments', message: `must be an object; got ${got(given)}` }] }
  }
  // Without a prototype, an argument named __proto__ is one like any other, and unknown.
  const checked = schema.validate(Object.assign(Object.create(null), given))
  const details = checked.error?.details ?? []
  const faulty = new Set(details.map(detail => String(detail.path[0])))
  const values = Object.fromEntries(Object.entries(checked.value as object).filter(([name]) => !faulty.has(name)))
  const broken = rules.flatMap(rule => rule({ values, given: new Set(Object.keys(given)), faulty }) ?? [])
  const faults = [...faultsOf(details, names), ...broken]
  return faults.length > 0 ? { faults } : { values }
}

function faultsOf(details: readonly Joi.ValidationErrorItem[], known: readonly string[]): Fault[] {
  const unknown = details.filter(({ type }) => type === 'object.unknown')
  return [
    ...details.filter(({ type }) => type !== 'object.unknown').map(faultOf),
    ...unknown.slice(0, UNKNOWN_SHOWN).map(({ path }) => unknownArgument(String(path[0]), known))
  ]
}

function faultOf({ type, path, message, context }: Joi.ValidationErrorItem): Fault {
  const parameter = String(path[0])
  if (type === 'any.required') return { parameter, message: 'is required' }
  const allowed = context?.['allowed'] as readonly string[] | undefined
  return allowed === undefined ? { parameter, message } : { parameter, message, allowed: [...allowed] }
}

function unknownArgument(name: string, known: readonly string[]): Fault {
  const parameter = shorten(name)
  if (known.length === 0) return { parameter, message: 'is not an argument of this tool, which has none' }
  const nearest = nearestName(name, known)
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}`
  return { parameter, message: `is not an argument of this tool${hint}`, allowed: [...known] }
}
