import Joi from 'joi'
import { isUtcTimestamp } from '../model/dates.ts'
import { quote } from './faults.ts'
import {
  type Kind,
  type ListLimits,
  type NamedSchema,
  readBy,
  type Reading,
  readOne,
  readSeveral,
  splitList,
} from './kinds.ts'
import type { Rule } from './parameters.ts'

/** Joi schemas used by generated schemas. Parameters convert text to typed values; responses are only checked. */

export { calendarDate, choice, flag, named, plainInteger, plainNumber, text } from './kinds.ts'

export function single(kind: Kind<unknown>): Joi.AnySchema {
  return parameter(text => readOne(kind, text), '')
}

export function commaList(kind: Kind<unknown>, limits: ListLimits): Joi.AnySchema {
  return parameter(text => {
    const split = splitList(text)
    if ('items' in split) return readSeveral(kind, split.items, limits)
    return {
      problems: [{ problem: text === '' ? split.fault : `${split.fault}; got ${quote(text)}` }],
    }
  }, '; write a list once, its values separated by commas: a,b')
}

/** A repeated parameter has several texts. */
function parameter(read: (text: string) => Reading, hint: string): Joi.AnySchema {
  return readBy(given =>
    typeof given === 'string'
      ? read(given)
      : { problems: [{ problem: `is given more than once${hint}` }] },
  )
}

export interface RequestSchema {
  query: NamedSchema
  path: NamedSchema
  rules: readonly Rule[]
}

/** A real instant in ISO 8601, UTC, with milliseconds: `2026-03-01T09:30:00.000Z`. */
export function utcTimestamp(): Kind<string> {
  return {
    requirement: 'must be a UTC timestamp written YYYY-MM-DDThh:mm:ss.sssZ',
    read: value => (isUtcTimestamp(value) ? value : undefined),
  }
}

export function string(...kinds: readonly Kind<string>[]): Joi.AnySchema {
  if (kinds.length === 0) return Joi.string().allow('')
  return Joi.any().custom((value: unknown, helpers) => {
    const unfit = kinds.find(kind => typeof value !== 'string' || kind.read(value) === undefined)
    return unfit === undefined
      ? value
      : helpers.message({ custom: `{{#label}} ${unfit.requirement}` })
  })
}

export function number(): Joi.NumberSchema {
  return Joi.number().unsafe()
}

export function body(schema: Joi.AnySchema): Joi.AnySchema {
  return schema.required().prefs({ convert: false, abortEarly: false })
}
