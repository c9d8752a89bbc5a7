import { LRUCache } from 'lru-cache'
import type { OperationId, Requests } from '../../../generated/operations.ts'
import { parseRequest, type ParsedRequest, type RawParameters } from './parse-request.ts'
import { parseRawQuery } from './raw-query.ts'

/** Callers ask the same again and again; checking the parameters is a good part of what a cached answer costs. */
const parsedTargets = new LRUCache<string, { value: Requests[OperationId] }>({
  max: 10_000,
  maxSize: 2 ** 20,
  sizeCalculation: (_, key) => key.length,
})

/** An operation's parameters out of a request target, or everything that is wrong with them. The parameters are shared: they are frozen. */
export function parseTarget(operationId: OperationId, target: string, path: RawParameters): ParsedRequest<OperationId> {
  const key = `${operationId} ${target}`
  const known = parsedTargets.get(key)
  if (known !== undefined) return known
  const { query, faults } = parseRawQuery(target)
  const parsed = parseRequest(operationId, query, path, faults)
  if ('value' in parsed) parsedTargets.set(key, freeze(parsed))
  return parsed
}

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freeze(part as object)
  return Object.freeze(value)
}
