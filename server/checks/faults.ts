import type Joi from 'joi'
import { nearestName } from './nearest-name.ts'
import { shorten } from './text.ts'

/** What is wrong with one parameter; the message starts in lower case, to follow the parameter's name and a colon. */
export interface Fault {
  parameter: string
  message: string
  /** The values that would do, as they are written; for an unknown parameter, the names of the known ones. */
  allowed?: string[]
}

/** Faults that are told one by one: an answer must not grow with the nonsense in a request. */
const MOST_TOLD = 20

/** The first of the faults; the last of those says how many more there are. */
export function told(faults: readonly Fault[]): Fault[] {
  const first = faults.slice(0, MOST_TOLD)
  const last = first.at(-1)
  const left = faults.length - first.length
  return last === undefined || left === 0
    ? first
    : [...first.slice(0, -1), { ...last, message: `${last.message} (and ${left} more faults)` }]
}

/** What a caller gave, without what is not known; that comes as faults. A checker of values is not to see more than there are names. */
export interface Named {
  known: Record<string, unknown>
  unknown: Fault[]
}

/**
 * Tells what has a known name from what has not. Without a prototype, one that is called `__proto__` is one like any other.
 * @param what a request is made of, and what knows it: `parameter of this operation`
 */
export function byName(given: Readonly<Record<string, unknown>>, names: readonly string[], what: string): Named {
  const known = Object.create(null) as Record<string, unknown>
  const unknown: Fault[] = []
  for (const [name, value] of Object.entries(given)) {
    if (names.includes(name)) known[name] = value
    // The others are only counted.
    else unknown.push(unknown.length < MOST_TOLD ? unknownName(name, names, what) : { parameter: name, message: '' })
  }
  return { known, unknown }
}

/** The fault of a known name that joi found. */
export function faultOf({ type, path, message, context }: Joi.ValidationErrorItem): Fault {
  const parameter = String(path[0])
  if (type === 'any.required') return { parameter, message: 'is required' }
  const allowed = context?.['allowed'] as readonly string[] | undefined
  return allowed === undefined ? { parameter, message } : { parameter, message, allowed: [...allowed] }
}

function unknownName(name: string, names: readonly string[], what: string): Fault {
  const parameter = shorten(name)
  const article = /^[aeiou]/.test(what) ? 'an' : 'a'
  if (names.length === 0) return { parameter, message: `is not ${article} ${what}, which has none` }
  const nearest = nearestName(name, names)
  const hint = nearest === undefined ? `, which has ${names.join(', ')}` : `; did you mean ${nearest}?`
  return { parameter, message: `is not ${article} ${what}${hint}`, allowed: [...names] }
}
