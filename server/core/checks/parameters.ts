import { isDeepStrictEqual } from 'node:util'
import { isCalendarDate } from '../model/dates.ts'
import {
  type Fault,
  faultOf,
  limitFaults,
  MAX_FAULTS,
  nearestName,
  quote,
  unknownName,
} from './faults.ts'
import type { NamedSchema } from './schemas.ts'

interface RequestPart {
  input: Readonly<Record<string, unknown>>
  schema: NamedSchema
  what: string
  rules?: readonly Rule[]
  /** Earlier errors; these parameters get no further ones. */
  known?: readonly Fault[]
}

export interface RequestSchema {
  query: NamedSchema
  path: NamedSchema
  rules: readonly Rule[]
}

/** The values of every part with defaults applied, or all errors of the request. Names match exactly. */
export function checkRequest<Name extends string>(
  parts: Readonly<Record<Name, RequestPart>>,
): { value: Record<Name, Record<string, unknown>> } | { faults: Fault[] } {
  const checked = Object.entries<RequestPart>(parts).map(([name, part]) => ({
    name,
    ...checkPart(part),
  }))
  const faults = [...checked.flatMap(part => part.faults), ...checked.flatMap(part => part.unknown)]
  if (faults.length > 0) return { faults: limitFaults(faults) }
  return {
    value: Object.fromEntries(checked.map(({ name, values }) => [name, values])) as Record<
      Name,
      Record<string, unknown>
    >,
  }
}

function checkPart({
  input,
  schema: { names, schema },
  what,
  rules = [],
  known: reported = [],
}: RequestPart) {
  const isReported = new Set(reported.map(({ parameter }) => parameter))
  const others = ({ parameter }: Fault): boolean => !isReported.has(parameter)
  const { known, unknown } = byName(input, names, what)
  const result = schema.validate(known)
  const invalid = result.error?.details.map(faultOf).filter(others) ?? []
  const faults = [...reported, ...invalid]
  const faulty = new Set(faults.map(({ parameter }) => parameter))
  const values = Object.fromEntries(
    Object.entries(result.value as object).filter(([name]) => !faulty.has(name)),
  )
  const broken = rules.flatMap(
    rule => rule({ values, present: new Set(Object.keys(input)), faulty }) ?? [],
  )
  return { values, faults: [...faults, ...broken], unknown: unknown.filter(others) }
}

/** Separates known names from unknown ones. The result has no prototype, so `__proto__` is an ordinary name. */
function byName(
  input: Readonly<Record<string, unknown>>,
  names: readonly string[],
  what: string,
): { known: Record<string, unknown>; unknown: Fault[] } {
  const known = Object.create(null) as Record<string, unknown>
  const unknown: Fault[] = []
  for (const [name, value] of Object.entries(input)) {
    if (names.includes(name)) known[name] = value
    // Beyond the limit, errors are only counted.
    else
      unknown.push(
        unknown.length < MAX_FAULTS
          ? unknownName(name, names, what)
          : { parameter: name, message: '' },
      )
  }
  return { known, unknown }
}

/**
 * Rules of parameters: the contract's `x-only-with`, `x-not-with`, `x-value-only-with`, `x-alone`, `x-requires`, `x-excludes`, `x-not-after`,
 * `x-date-range`, `x-field-of` and `x-exactly-one-of`, and a tool's `atMost`.
 */

interface ParsedParameters {
  values: Readonly<Record<string, unknown>>
  /** Names of the parameters in the request. */
  present: ReadonlySet<string>
  faulty: ReadonlySet<string>
}

/** Returns an error or undefined; also undefined if a parameter it needs is invalid. */
export type Rule = (parsed: ParsedParameters) => Fault | undefined

/**
 * `parameter`, when given and not its default, needs `other` to have one of `words`.
 * @param preset the default of `parameter`
 */
export function onlyWith(
  parameter: string,
  other: string,
  words: readonly string[],
  preset?: unknown,
): Rule {
  return ({ values, present, faulty }) => {
    if (!present.has(parameter) || faulty.has(parameter) || faulty.has(other)) return undefined
    if (isDeepStrictEqual(values[parameter], preset)) return undefined
    const actual = values[other]
    if (actual !== undefined && words.includes(String(actual))) return undefined
    const state =
      actual === undefined
        ? 'not given'
        : present.has(other)
          ? String(actual)
          : `${String(actual)} by default`
    return {
      parameter,
      message: `can be used only with ${other} ${words.join(' or ')}; ${other} is ${state}`,
    }
  }
}

/**
 * `parameter`, when given and not its default, excludes `words` of `other`.
 * @param preset the default of `parameter`
 */
export function notWith(
  parameter: string,
  other: string,
  words: readonly string[],
  preset?: unknown,
): Rule {
  return ({ values, present, faulty }) => {
    if (
      !present.has(parameter) ||
      faulty.has(parameter) ||
      isDeepStrictEqual(values[parameter], preset)
    )
      return undefined
    const conflicting = [values[other]].flat().filter(value => words.includes(String(value)))
    return conflicting.length === 0
      ? undefined
      : { parameter, message: `cannot be used with ${other} ${conflicting.join(', ')}` }
  }
}

/** The value `word` of the list `parameter` needs `other` to have one of `words`. */
export function valueOnlyWith(
  parameter: string,
  word: string,
  other: string,
  words: readonly string[],
): Rule {
  return parsed => {
    const listed = parsed.values[parameter]
    if (!Array.isArray(listed) || !listed.includes(word)) return undefined
    const fault = onlyWith(parameter, other, words)(parsed)
    return fault && { ...fault, message: `${word} ${fault.message}` }
  }
}

/** The value `word` of the list `parameter` excludes all others. */
export function alone(parameter: string, word: string): Rule {
  return ({ values }) => {
    const listed = values[parameter]
    if (!Array.isArray(listed) || listed.length === 1 || !listed.includes(word)) return undefined
    return {
      parameter,
      message: `${word} cannot be combined with other values; got ${listed.join(', ')}`,
    }
  }
}

/**
 * `parameter`, when given and not its default, needs `other` to be given too.
 * @param preset the default of `parameter`
 */
export function requires(parameter: string, other: string, preset?: unknown): Rule {
  return ({ values, present, faulty }) => {
    if (
      !present.has(parameter) ||
      present.has(other) ||
      (!faulty.has(parameter) && isDeepStrictEqual(values[parameter], preset))
    )
      return undefined
    return { parameter, message: `can be used only when ${other} is also given` }
  }
}

/** `parameter` and `other` exclude each other. */
export function excludes(parameter: string, other: string): Rule {
  return ({ present }) =>
    present.has(parameter) && present.has(other)
      ? { parameter, message: `cannot be used together with ${other}` }
      : undefined
}

/** Exactly one of `parameters` is given. */
export function exactlyOne(parameters: readonly [string, ...string[]]): Rule {
  const listed = `${parameters.slice(0, -1).join(', ')} and ${parameters.at(-1)}`
  return ({ present }) => {
    const [first, other] = parameters.filter(parameter => present.has(parameter))
    if (first === undefined)
      return {
        parameter: parameters[0],
        message: `exactly one of ${listed} is required; none is given`,
      }
    return other === undefined
      ? undefined
      : {
          parameter: other,
          message: `cannot be used together with ${first}; give exactly one of ${listed}`,
        }
  }
}

/** The date `parameter` must not be after the date `other` when both are given. */
export function notAfter(parameter: string, other: string): Rule {
  return ({ values }) => {
    const earlier = values[parameter]
    const later = values[other]
    if (typeof earlier !== 'string' || typeof later !== 'string' || earlier <= later)
      return undefined
    return {
      parameter,
      message: `must not be after ${other}; ${parameter} is ${earlier}, ${other} is ${later}`,
    }
  }
}

/** Dates written `A..B` must be real, and A not after B. */
export function dateRange(parameter: string): Rule {
  return ({ values }) => {
    const text = values[parameter]
    const [start, end] = typeof text === 'string' ? text.split('..') : []
    if (start === undefined || end === undefined) return undefined
    const unreal = [start, end].filter(date => !isCalendarDate(date))
    if (unreal.length > 0)
      return { parameter, message: `must have real dates; got ${unreal.join(' and ')}` }
    return start <= end
      ? undefined
      : {
          parameter,
          message: `must not start after it ends; it starts on ${start} and ends on ${end}`,
        }
  }
}

/** The text `parameter` must be one of `fields`, alone or after `-`. */
export function fieldOf(parameter: string, fields: readonly string[]): Rule {
  return ({ values }) => {
    const text = values[parameter]
    if (typeof text !== 'string') return undefined
    const field = text.replace(/^-/, '')
    if (fields.includes(field)) return undefined
    const nearest = nearestName(field, fields)
    const hint =
      nearest === undefined ? `use one of ${fields.join(', ')}` : `did you mean ${nearest}?`
    return {
      parameter,
      message: `${quote(field)} is not a field of a row; ${hint}`,
      allowed: [...fields],
    }
  }
}

/** The list `parameter` has at most `items` values, unless another parameter has one of the words in `unless`. */
export function atMostUnless(
  parameter: string,
  items: number,
  unless: Readonly<Record<string, readonly string[]>>,
): Rule {
  const others = Object.entries(unless)
  return ({ values }) => {
    const listed = values[parameter]
    if (!Array.isArray(listed) || listed.length <= items) return undefined
    if (
      others.some(([other, words]) =>
        [values[other]].flat().some(value => words.includes(String(value))),
      )
    )
      return undefined
    const more = others
      .map(([other, words]) => (words.length === 1 ? `${other} ${words[0]}` : other))
      .join(' or ')
    return {
      parameter,
      message: `must have at most ${items} values without ${more}; got ${listed.length}`,
    }
  }
}

/** Replaces unknown names in logs: a caller may send any text as a name, even a key. */
const UNKNOWN_PARAMETER = '(unknown)'

/** Distinct names of invalid parameters, safe to log. */
export function knownParameters(
  faults: readonly Pick<Fault, 'parameter'>[],
  known: { has: (name: string) => boolean },
): string[] {
  return [
    ...new Set(
      faults.map(({ parameter }) => (known.has(parameter) ? parameter : UNKNOWN_PARAMETER)),
    ),
  ]
}

/**
 * Compile-time check that every parameter is used: the rest of a destructured parameter object must be empty. A parameter of the
 * contract that no code reads does not compile, so none is accepted and ignored.
 */
export function allRead(..._left: readonly Record<string, never>[]): void {}
