import type { OperationId, Requests } from '../../generated/operations.ts'
import { requests } from '../../generated/requests.ts'
import { faultsOf, type Fault } from './faults.ts'
import type { Parameters } from './joi.ts'
import type { Rule } from './rules.ts'

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
  const faults = [...path.faults, ...query.faults, ...broken]
  return faults.length > 0 ? { faults } : { value: { query: query.values, path: path.values } }
}

function parsePart(
  { names, schema }: Parameters, raw: RawParameters, known: readonly Fault[] = []
): { values: Record<string, unknown>, faults: Fault[] } {
  // Without a prototype, a parameter named __proto__ is one like any other, and unknown.
  const result = schema.validate(Object.assign(Object.create(null) as object, raw))
  const values = result.value as Record<string, unknown>
  const found = result.error === undefined ? [] : faultsOf(result.error, names)
  const isKnown = ({ parameter }: Fault): boolean => known.some(fault => fault.parameter === parameter)
  const faulty = new Set([...result.error?.details.map(detail => String(detail.path[0])) ?? [], ...known.map(fault => fault.parameter)])
  const sound = Object.entries(values).filter(([name]) => !faulty.has(name))
  return { values: Object.fromEntries(sound), faults: [...known, ...found.filter(fault => !isKnown(fault))] }
}
