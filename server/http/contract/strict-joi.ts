/** Joi schemas of the contract's JSON answers: nothing is converted, added or left out. */

import Joi from 'joi'
import { isUtcTimestamp } from '../../model/utc-timestamp.ts'
import type { Kind } from '../../checks/kinds.ts'

export { calendarDate, text } from '../../checks/kinds.ts'

/** A real instant in ISO 8601, UTC, with milliseconds: `2026-03-01T09:30:00.000Z`. */
export function utcTimestamp(): Kind<string> {
  return {
    requirement: 'must be a UTC timestamp written YYYY-MM-DDThh:mm:ss.sssZ',
    read: value => (isUtcTimestamp(value) ? value : undefined),
  }
}

/** A string, the empty one included, of every given kind. */
export function string(...kinds: readonly Kind<string>[]): Joi.AnySchema {
  if (kinds.length === 0) return Joi.string().allow('')
  return Joi.any().custom((value: unknown, helpers) => {
    const unfit = kinds.find(kind => typeof value !== 'string' || kind.read(value) === undefined)
    return unfit === undefined ? value : helpers.message({ custom: `{{#label}} ${unfit.requirement}` })
  })
}

/** Any number that JSON can carry. */
export function number(): Joi.NumberSchema {
  return Joi.number().unsafe()
}

/** The whole body of an answer. Every fault is found. */
export function body(schema: Joi.AnySchema): Joi.AnySchema {
  return schema.required().prefs({ convert: false, abortEarly: false })
}
