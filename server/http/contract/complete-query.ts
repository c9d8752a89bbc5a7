import type { OperationId, Requests } from '../../../generated/operations.ts'
import { requests } from '../../../generated/requests.ts'
import { told, type Fault } from '../../checks/faults.ts'

/**
 * The typed parameters of an operation's query, defaults applied, of values that were checked one by one where they came from, as a
 * tool's arguments are; or what is wrong between them. What is undefined is not given.
 * @param given all required ones among them
 */
export function completeQuery<Op extends OperationId>(
  operationId: Op,
  given: Partial<Requests[Op]['query']>,
): { value: Requests[Op]['query'] } | { faults: Fault[] } {
  const { query, rules } = requests[operationId]
  const values: Record<string, unknown> = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const names = new Set(Object.keys(values))
  // Of no values the schema makes the defaults, whatever it says of those that are required.
  for (const [name, preset] of Object.entries(query.schema.validate({}).value as object)) {
    if (!names.has(name)) values[name] = preset
  }
  const faults = rules.flatMap(rule => rule({ values, given: names, faulty: new Set() }) ?? [])
  return faults.length > 0 ? { faults: told(faults) } : { value: values as Requests[Op]['query'] }
}
