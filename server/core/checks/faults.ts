import type Joi from 'joi'
import leven from 'leven'

/** An error in one parameter. The message starts in lower case, since it follows the parameter's name and a colon. */
export interface Fault {
  parameter: string
  message: string
  /** The allowed values as written; for an unknown parameter, the known names. */
  allowed?: string[]
}

/** Maximum errors listed, so that a response does not grow with an invalid request. */
export const MAX_FAULTS = 20

export function limitFaults(faults: readonly Fault[]): Fault[] {
  const first = faults.slice(0, MAX_FAULTS)
  const last = first.at(-1)
  const others = faults.length - first.length
  return last === undefined || others === 0
    ? first
    : [...first.slice(0, -1), { ...last, message: `${last.message} (and ${others} more errors)` }]
}

export function faultOf({ type, path, message, context }: Joi.ValidationErrorItem): Fault {
  const parameter = String(path[0])
  if (type === 'any.required') return { parameter, message: 'is required' }
  const allowed = context?.['allowed'] as readonly string[] | undefined
  return allowed === undefined
    ? { parameter, message }
    : { parameter, message, allowed: [...allowed] }
}

/** @param what noun for the message: `parameter of this operation` */
export function unknownName(name: string, names: readonly string[], what: string): Fault {
  const parameter = shorten(name)
  const article = /^[aeiou]/.test(what) ? 'an' : 'a'
  if (names.length === 0) return { parameter, message: `is not ${article} ${what}, which has none` }
  const nearest = nearestName(name, names) ?? relatedNames(name, names).join(' or ')
  const hint = nearest === '' ? `, which has ${names.join(', ')}` : `; did you mean ${nearest}?`
  return { parameter, message: `is not ${article} ${what}${hint}`, allowed: [...names] }
}

/** Number of typing mistakes from which names count as unrelated. */
const TOO_MANY = 3

/**
 * The closest name, at most two typing mistakes away, ignoring case, `_` and `-`; undefined if there is none.
 */
export function nearestName(input: string, names: readonly string[]): string | undefined {
  const wanted = fold(input)
  let nearest: string | undefined
  let least = TOO_MANY
  for (const name of names) {
    const known = fold(name)
    const mistakes = leven(wanted, known, { maxDistance: least })
    // Two mistakes are too many for a short name.
    if (mistakes < least && mistakes <= known.length / 3) {
      nearest = name
      least = mistakes
    }
  }
  return nearest
}

/**
 * The names that start with the given one or contain one of its words: `dsi` is related to `dsiValues`, `date_from` to `startDate`. At most three.
 */
function relatedNames(input: string, names: readonly string[]): string[] {
  // Longer text is not a name.
  if (input.length > MAX_NAME) return []
  const wanted = stem(input)
  const begun = names.filter(name => stem(name).startsWith(wanted) || wanted.startsWith(stem(name)))
  const words = wordsOf(input)
  const related =
    begun.length > 0
      ? begun
      : names.filter(name => wordsOf(name).some(word => words.includes(word)))
  return wanted.length < 3 || related.length > MAX_RELATED ? [] : related
}

const MAX_NAME = 40
const MAX_RELATED = 3

/** The name without its plural ending. */
function stem(name: string): string {
  return fold(name).replace(/ies$/, 'y').replace(/s$/, '')
}

function wordsOf(name: string): string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?=\p{Lu})/u)
    .map(stem)
    .filter(word => word.length > 2)
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

const MAX_PRINTED = 80

export function countCharacters(value: string): number {
  return [...value].length
}

/** At most 80 characters, with `…` for the rest. */
export function shorten(value: string): string {
  const characters = [...value.slice(0, 2 * MAX_PRINTED + 2)]
  return characters.length > MAX_PRINTED ? `${characters.slice(0, MAX_PRINTED).join('')}…` : value
}

export function quote(value: string): string {
  return JSON.stringify(shorten(value))
}

/** Describes a received value, for use after `got`. */
export function got(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  // Never serialized: it may be nested too deeply.
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : 'an object'
  return shorten(JSON.stringify(value))
}
