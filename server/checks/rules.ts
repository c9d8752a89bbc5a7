/** Rules between parameters: the contract's `x-only-with`, `x-requires` and `x-not-after`. */

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

/** `parameter` needs `other` to be given too. */
export function requires(parameter: string, other: string): Rule {
  return ({ given }) =>
    given.has(parameter) && !given.has(other) ? { parameter, message: `can be used only when ${other} is given too` } : undefined
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
