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

/** Unknown parameters that are reported one by one: an answer must not grow with the nonsense in a request. */
const UNKNOWN_SHOWN = 20

/** The faults that joi found in parameters; `names` are the parameters that the operation knows. */
export function faultsOf(error: Joi.ValidationError, names: readonly string[]): Fault[] {
  const unknown = error.details.filter(detail => detail.type === 'object.unknown')
  const shown = new Set(unknown.slice(0, UNKNOWN_SHOWN))
  return error.details.flatMap(detail => {
    if (detail.type !== 'object.unknown') return [faultOf(detail)]
    if (!shown.has(detail)) return []
    const left = detail === unknown[UNKNOWN_SHOWN - 1] ? unknown.length - UNKNOWN_SHOWN : 0
    return [unknownParameter(String(detail.path[0]), names, left)]
  })
}

function faultOf(detail: Joi.ValidationErrorItem): Fault {
  const parameter = String(detail.path[0])
  if (detail.type === 'any.required') return { parameter, message: 'is required' }
  const { message, context } = detail
  const allowed = context?.['allowed'] as readonly string[] | undefined
  return allowed === undefined ? { parameter, message } : { parameter, message, allowed: [...allowed] }
}

function unknownParameter(name: string, names: readonly string[], left: number): Fault {
  const parameter = shorten(name)
  const more = left > 0 ? ` (and ${left} more unknown parameters)` : ''
  if (names.length === 0) return { parameter, message: `is not a parameter of this operation, which has none${more}` }
  const nearest = nearestName(name, names)
  const hint = nearest === undefined ? `, which has ${names.join(', ')}` : `; did you mean ${nearest}?`
  return { parameter, message: `is not a parameter of this operation${hint}${more}`, allowed: [...names] }
}
