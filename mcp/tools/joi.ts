/**
 * Joi schemas of tool arguments: JSON in, the same value out, nothing converted. A generated schema is made of these; each
 * describes itself as JSON Schema, so that what `tools/list` says is what is checked.
 */

import type Joi from 'joi'
import { calendarDate, choice, text, type Kind, type TextLimits } from '../../server/checks/kinds.ts'
import { readBy, readOne, readSeveral, type ListLimits } from '../../server/checks/named.ts'
import { got } from '../../server/checks/text.ts'

export { named } from '../../server/checks/named.ts'

/** A kind of JSON values, which are kept as they are. */
interface ArgumentKind extends Kind<unknown, unknown> {
  jsonSchema: object
}

/** One of a few words. */
export function word(words: readonly string[]): ArgumentKind {
  return { ...ofText(choice(words)), jsonSchema: { type: 'string', enum: words } }
}

/** A real date written `YYYY-MM-DD`. */
export function date(): ArgumentKind {
  return { ...ofText(calendarDate()), jsonSchema: { type: 'string', format: 'date' } }
}

/** A lone half of a surrogate pair, which JSON can write and UTF-8 cannot. */
const LONE_SURROGATE = /\p{Surrogate}/u

/** Text that is not empty. */
export function name(limits: TextLimits): ArgumentKind {
  const { pattern, minLength } = limits
  const kind = ofText(text(limits))
  return {
    ...kind,
    requirement: pattern === undefined ? 'must be valid Unicode text, not empty' : kind.requirement,
    read: given => (typeof given === 'string' && LONE_SURROGATE.test(given) ? undefined : kind.read(given)),
    jsonSchema: {
      type: 'string',
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
      ...(minLength === undefined ? {} : { minLength }),
    },
  }
}

/** A whole number within bounds. */
export function whole(bounds: { minimum: number; maximum?: number }): ArgumentKind {
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = bounds
  const range = bounds.maximum === undefined ? `, at least ${minimum}` : `, from ${minimum} to ${maximum}`
  return {
    requirement: `must be a whole number${range}`,
    read: given => (Number.isSafeInteger(given) && Number(given) >= minimum && Number(given) <= maximum ? given : undefined),
    jsonSchema: { type: 'integer', ...bounds },
  }
}

/** True or false. */
export function flag(): ArgumentKind {
  return {
    requirement: 'must be true or false',
    read: given => (typeof given === 'boolean' ? given : undefined),
    jsonSchema: { type: 'boolean' },
  }
}

function ofText(kind: Kind<string>): Kind<unknown, unknown> {
  return { ...kind, read: given => (typeof given === 'string' ? kind.read(given) : undefined) }
}

/** An argument with one value. */
export function one(kind: ArgumentKind): Joi.AnySchema {
  return readBy(given => readOne(kind, given), kind.jsonSchema)
}

/** An argument with several values. */
export function list(kind: ArgumentKind, terms: ListLimits): Joi.AnySchema {
  return readBy(
    given =>
      Array.isArray(given)
        ? readSeveral(kind, given as unknown[], terms)
        : { problems: [{ problem: `must be a list; got ${got(given)}` }] },
    { type: 'array', items: kind.jsonSchema, ...terms },
  )
}
