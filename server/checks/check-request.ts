import { byName, faultOf, told, type Fault } from './faults.ts'
import type { NamedSchema } from './named.ts'
import type { Rule } from './rules.ts'

/** A part of a request: its query, its path, the arguments of a tool. */
export interface RequestPart {
  given: Readonly<Record<string, unknown>>
  schema: NamedSchema
  /** What it is made of, and what knows that: `parameter of this operation`. */
  what: string
  rules?: readonly Rule[]
  /** What is wrong with some of it already: nothing more is said of those. */
  known?: readonly Fault[]
}

/** The values by name of every part, defaults applied, or everything that is wrong with the request. Names match exactly. */
export function checkRequest<Name extends string>(
  parts: Readonly<Record<Name, RequestPart>>,
): { value: Record<Name, Record<string, unknown>> } | { faults: Fault[] } {
  const checked = Object.entries<RequestPart>(parts).map(([name, part]) => ({ name, ...checkPart(part) }))
  const faults = [...checked.flatMap(part => part.faults), ...checked.flatMap(part => part.unknown)]
  if (faults.length > 0) return { faults: told(faults) }
  return { value: Object.fromEntries(checked.map(({ name, values }) => [name, values])) as Record<Name, Record<string, unknown>> }
}

function checkPart({ given, schema: { names, schema }, what, rules = [], known: toldAlready = [] }: RequestPart) {
  const isTold = new Set(toldAlready.map(({ parameter }) => parameter))
  const others = ({ parameter }: Fault): boolean => !isTold.has(parameter)
  const { known, unknown } = byName(given, names, what)
  const result = schema.validate(known)
  const found = result.error?.details.map(faultOf).filter(others) ?? []
  const faults = [...toldAlready, ...found]
  const faulty = new Set(faults.map(({ parameter }) => parameter))
  const values = Object.fromEntries(Object.entries(result.value as object).filter(([name]) => !faulty.has(name)))
  const broken = rules.flatMap(rule => rule({ values, given: new Set(Object.keys(given)), faulty }) ?? [])
  return { values, faults: [...faults, ...broken], unknown: unknown.filter(others) }
}
