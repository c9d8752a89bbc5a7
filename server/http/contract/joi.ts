/** Joi schemas of the contract's parameters: text in, typed value out. A generated schema is made of these. */

import type Joi from 'joi'
import { splitList } from '../../checks/comma-list.ts'
import type { Kind } from '../../checks/kinds.ts'
import { readBy, readOne, readSeveral, type ListLimits, type Reading } from '../../checks/named.ts'
import { quote } from '../../checks/text.ts'

export { calendarDate, choice, flag, plainInteger, text } from '../../checks/kinds.ts'
export { named } from '../../checks/named.ts'

/** A parameter with one value. */
export function single(kind: Kind<unknown>): Joi.AnySchema {
  return parameter(text => readOne(kind, text))
}

/** A parameter with several values, separated by commas. */
export function commaList(kind: Kind<unknown>, limits: ListLimits): Joi.AnySchema {
  return parameter(text => {
    const split = splitList(text)
    if ('items' in split) return readSeveral(kind, split.items, limits)
    return { problems: [{ problem: text === '' ? split.fault : `${split.fault}; got ${quote(text)}` }] }
  })
}

/** Several texts are of a parameter that is repeated. */
function parameter(read: (text: string) => Reading): Joi.AnySchema {
  return readBy(given => (typeof given === 'string' ? read(given) : { problems: [{ problem: 'is given more than once' }] }))
}
