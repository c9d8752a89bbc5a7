import type Joi from 'joi'
import leven from 'leven'

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

/** So many typing mistakes leave no likeness. */
const TOO_MANY = 3

/**
 * The name that was probably meant: at most two typing mistakes away, case, `_` and `-` not counted; undefined when none is.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const wanted = fold(given)
  let nearest: string | undefined
  let least = TOO_MANY
  for (const name of names) {
    const known = fold(name)
    const mistakes = leven(wanted, known, { maxDistance: least })
    // In a short name, two mistakes leave no likeness.
    if (mistakes < least && mistakes <= known.length / 3) {
      nearest = name
      least = mistakes
    }
  }
  return nearest
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

const SHOWN = 80

/** Length in characters (code points), as JSON Schema counts. */
export function countCharacters(value: string): number {
  return [...value].length
}

/** At most the first 80 characters, `…` standing for the rest. */
export function shorten(value: string): string {
  const characters = [...value.slice(0, 2 * SHOWN + 2)]
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : value
}

/** What somebody sent, in double quotes, shortened; control characters are escaped. */
export function quote(value: string): string {
  return JSON.stringify(shorten(value))
}

/** Capital letters for small ones, the type too. */
export function upperCase<Text extends string>(text: Text): Uppercase<Text> {
  return text.toUpperCase() as Uppercase<Text>
}

/** What somebody sent, to follow `got`. */
export function got(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  // What is in them is not looked at: it may be nested too deeply for that.
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return shorten(JSON.stringify(value))
}
