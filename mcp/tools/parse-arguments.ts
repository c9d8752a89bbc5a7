import { byName, faultOf, told, type Fault } from '../../server/checks/faults.ts'
import type { Rule } from '../../server/checks/rules.ts'
import { got, type Arguments } from './argument-joi.ts'

/** How a tool's arguments are checked. */
export interface ArgumentsSchema {
  arguments: Arguments
  rules: readonly Rule[]
}

/** The arguments of a call, defaults filled in, or everything that is wrong with them. None at all is an empty object. */
export function parseArguments(
  raw: unknown, { arguments: { names, schema }, rules }: ArgumentsSchema
): { values: Record<string, unknown> } | { faults: Fault[] } {
  const given = raw ?? {}
  if (typeof given !== 'object' || Array.isArray(given)) {
    return { faults: [{ parameter: 'arguments', message: `must be an object; got ${got(given)}` }] }
  }
  const { known, unknown } = byName(given as Record<string, unknown>, names, 'argument of this tool')
  const checked = schema.validate(known)
  const found = checked.error?.details.map(faultOf) ?? []
  const faulty = new Set(found.map(fault => fault.parameter))
  const values = Object.fromEntries(Object.entries(checked.value as object).filter(([name]) => !faulty.has(name)))
  const broken = rules.flatMap(rule => rule({ values, given: new Set(Object.keys(given)), faulty }) ?? [])
  const faults = [...found, ...broken, ...unknown]
  return faults.length > 0 ? { faults: told(faults) } : { values }
}
