/** Rules between parameters: the contract's `x-only-with`, `x-value-only-with`, `x-alone`, `x-requires`, `x-excludes` and `x-not-after`. */

import { isDeepStrictEqual } from 'node:util'
import type { Fault } from './faults.ts'

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
