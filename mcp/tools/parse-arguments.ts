import { checkRequest } from '../../server/checks/check-request.ts'
import type { Fault } from '../../server/checks/faults.ts'
import { got } from '../../server/checks/text.ts'
import type { ArgumentsSchema } from './arguments-schema.ts'

/** The arguments of a call, defaults filled in, or everything that is wrong with them. None at all is an empty object. */
export function parseArguments(
  raw: unknown,
  { arguments: schema, rules }: ArgumentsSchema,
): { values: Record<string, unknown> } | { faults: Fault[] } {
  const given = raw ?? {}
  if (typeof given !== 'object' || Array.isArray(given)) {
    return { faults: [{ parameter: 'arguments', message: `must be an object; got ${got(given)}` }] }
  }
  const checked = checkRequest({ values: { given: given as Record<string, unknown>, schema, what: 'argument of this tool', rules } })
  return 'faults' in checked ? checked : checked.value
}
