import { isDeepStrictEqual } from 'node:util'
import { byName, type Fault, faultOf, told } from './faults.ts'
import type { NamedSchema } from './kinds.ts'

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

/** Rules between parameters: the contract's `x-only-with`, `x-value-only-with`, `x-alone`, `x-requires`, `x-excludes` and `x-not-after`. */

/** What a rule looks at. Parameters at fault are in `faulty` and not in `values`. */
interface ParsedParameters {
  /** Values by name, defaults included. */
  values: Readonly<Record<string, unknown>>
  /** Names of the parameters that the request gives. */
  given: ReadonlySet<string>
  faulty: ReadonlySet<string>
}

/** The fault that a rule finds; undefined also when a parameter it needs is at fault itself. */
export type Rule = (parsed: ParsedParameters) => Fault | undefined

/**
 * `parameter`, when given and not its default, needs `other` to have one of `words`.
 * @param preset the default of `parameter`
 */
export function onlyWith(parameter: string, other: string, words: readonly string[], preset?: unknown): Rule {
  return ({ values, given, faulty }) => {
    if (!given.has(parameter) || faulty.has(parameter) || faulty.has(other)) return undefined
    if (isDeepStrictEqual(values[parameter], preset)) return undefined
    const actual = values[other]
    if (actual !== undefined && words.includes(String(actual))) return undefined
    const found = actual === undefined ? 'not given' : given.has(other) ? String(actual) : `${String(actual)} by default`
    return { parameter, message: `can be used only with ${other} ${words.join(' or ')}; ${other} is ${found}` }
  }
}

/** The value `word` of the list `parameter` needs `other` to have one of `words`. */
export function valueOnlyWith(parameter: string, word: string, other: string, words: readonly string[]): Rule {
  return parsed => {
    const listed = parsed.values[parameter]
    if (!Array.isArray(listed) || !listed.includes(word)) return undefined
    const fault = onlyWith(parameter, other, words)(parsed)
    return fault && { ...fault, message: `${word} ${fault.message}` }
  }
}

/** The value `word` of the list `parameter` stands alone. */
export function alone(parameter: string, word: string): Rule {
  return ({ values }) => {
    const listed = values[parameter]
    if (!Array.isArray(listed) || listed.length === 1 || !listed.includes(word)) return undefined
    return { parameter, message: `${word} stands alone; got ${listed.join(', ')}` }
  }
}

/**
 * `parameter`, when given and not its default, needs `other` to be given too.
 * @param preset the default of `parameter`
 */
export function requires(parameter: string, other: string, preset?: unknown): Rule {
  return ({ values, given, faulty }) => {
    if (!given.has(parameter) || given.has(other) || (!faulty.has(parameter) && isDeepStrictEqual(values[parameter], preset)))
      return undefined
    return { parameter, message: `can be used only when ${other} is given too` }
  }
}

/** `parameter` and `other` are not given together. */
export function excludes(parameter: string, other: string): Rule {
  return ({ given }) =>
    given.has(parameter) && given.has(other) ? { parameter, message: `cannot be used together with ${other}` } : undefined
}

/** The date `parameter` must not be after the date `other` when both are given. */
export function notAfter(parameter: string, other: string): Rule {
  return ({ values }) => {
    const earlier = values[parameter]
    const later = values[other]
    if (typeof earlier !== 'string' || typeof later !== 'string' || earlier <= later) return undefined
    return { parameter, message: `must not be after ${other}; ${parameter} is ${earlier}, ${other} is ${later}` }
  }
}

/** Stands for all names that a caller made up: such a name may be anything, a key too. */
const UNKNOWN_PARAMETER = '(unknown)'

/** The names of parameters at fault, each once, that may be written down. */
export function knownParameters(faults: readonly Pick<Fault, 'parameter'>[], known: { has: (name: string) => boolean }): string[] {
  return [...new Set(faults.map(({ parameter }) => (known.has(parameter) ? parameter : UNKNOWN_PARAMETER)))]
}

/**
 * Says that every parameter was read: what is left of an object of parameters, once each was taken out of it by name, has none. One that the
 * contract has and nobody takes out does not compile, and so is never accepted and ignored.
 */
export function allRead(..._left: readonly Record<string, never>[]): void {}
