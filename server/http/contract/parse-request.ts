import type { OperationId, Requests } from '../../../generated/operations.ts'
import { requests } from '../../../generated/requests.ts'
import { byName, faultOf, told, type Fault } from '../../checks/faults.ts'
import type { Parameters } from './joi.ts'
import type { Rule } from '../../checks/rules.ts'

/** Raw parameters by name: text, or several texts when a parameter is repeated. */
export type RawParameters = Readonly<Record<string, unknown>>

/** How an operation's parameters are checked. */
export interface RequestSchema {
  query: Parameters
  path: Parameters
  rules: readonly Rule[]
}

export type ParsedRequest<Op extends OperationId> = { value: Requests[Op] } | { faults: Fault[] }

/**
 * An operation's typed parameters, defaults applied, or everything that is wrong with them. Names match exactly.
 * @param known what is wrong with parameters of the query already: nothing more is said of those
 */
export function parseRequest<Op extends OperationId>(
  operationId: Op, rawQuery: RawParameters, rawPath: RawParameters = {}, known: readonly Fault[] = []
): ParsedRequest<Op> {
  return parseWith(requests[operationId], rawQuery, rawPath, known) as ParsedRequest<Op>
}

/** The same for any request schema. */
export function parseWith(
  schema: RequestSchema, rawQuery: RawParameters, rawPath: RawParameters, known: readonly Fault[] = []
): { value: { query: object, path: object } } | { faults: Fault[] } {
  const path = parsePart(schema.path, rawPath)
  const query = parsePart(schema.query, rawQuery, known)
  const parsed = {
    values: query.values,
    given: new Set(Object.keys(rawQuery)),
    faulty: new Set(query.faults.map(fault => fault.parameter))
  }
  const broken = schema.rules.flatMap(rule => rule(parsed) ?? [])
  const faults = [...path.faults, ...query.faults, ...broken, ...path.unknown, ...query.unknown]
  return faults.length > 0 ? { faults: told(faults) } : { value: { query: query.values, path: path.values } }
}

function parsePart(
  { names, schema }: Parameters, raw: RawParameters, misspelt: readonly Fault[] = []
): { values: Record<string, unknown>, faults: Fault[], unknown: Fault[] } {
  const { known, unknown } = byName(raw, names, 'parameter of this operation')
  const result = schema.validate(known)
  const found = result.error?.details.map(faultOf) ?? []
  const told = new Set(misspelt.map(fault => fault.parameter))
  const faulty = new Set([...found.map(fault => fault.parameter), ...told])
  const sound = Object.entries(result.value as object).filter(([name]) => !faulty.has(name))
  const others = (fault: Fault): boolean => !told.has(fault.parameter)
  return { values: Object.fromEntries(sound), faults: [...misspelt, ...found.filter(others)], unknown: unknown.filter(others) }
}
