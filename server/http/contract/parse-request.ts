import type { OperationId, Requests } from '../../../generated/operations.ts'
import { requests } from '../../../generated/requests.ts'
import { checkRequest } from '../../checks/check-request.ts'
import type { Fault } from '../../checks/faults.ts'
import type { RequestSchema } from './request-schema.ts'

/** Raw parameters by name: text, or several texts when a parameter is repeated. */
export type RawParameters = Readonly<Record<string, unknown>>

export type ParsedRequest<Op extends OperationId> = { value: Requests[Op] } | { faults: Fault[] }

/**
 * An operation's typed parameters, defaults applied, or everything that is wrong with them. Names match exactly.
 * @param known what is wrong with parameters of the query already: nothing more is said of those
 */
export function parseRequest<Op extends OperationId>(
  operationId: Op,
  rawQuery: RawParameters,
  rawPath: RawParameters = {},
  known: readonly Fault[] = [],
): ParsedRequest<Op> {
  return parseWith(requests[operationId], rawQuery, rawPath, known) as ParsedRequest<Op>
}

/** The same for any request schema. */
export function parseWith(
  { query, path, rules }: RequestSchema,
  rawQuery: RawParameters,
  rawPath: RawParameters,
  known: readonly Fault[] = [],
) {
  const what = 'parameter of this operation'
  return checkRequest({
    path: { given: rawPath, schema: path, what },
    query: { given: rawQuery, schema: query, what, rules, known },
  })
}
