import { LRUCache } from 'lru-cache'
import { isUtf8 } from 'node:buffer'
import type { OperationId, Requests } from '../../../generated/operations.ts'
import { requests } from '../../../generated/requests.ts'
import { type Fault, shorten, limitFaults } from '../../core/checks/faults.ts'
import { checkRequest, type RequestSchema } from '../../core/checks/parameters.ts'

export type RawParameters = Readonly<Record<string, unknown>>

type ParsedRequest<Op extends OperationId> = { value: Requests[Op] } | { faults: Fault[] }

/**
 * Typed parameters with defaults, or all errors. Names match exactly.
 * @param known parameters with earlier errors get no further ones
 */
export function parseRequest<Op extends OperationId>(
  operationId: Op,
  rawQuery: RawParameters,
  rawPath: RawParameters = {},
  known: readonly Fault[] = [],
): ParsedRequest<Op> {
  return parseWith(requests[operationId], rawQuery, rawPath, known) as ParsedRequest<Op>
}

export function parseWith(
  { query, path, rules }: RequestSchema,
  rawQuery: RawParameters,
  rawPath: RawParameters,
  known: readonly Fault[] = [],
) {
  const what = 'parameter of this operation'
  return checkRequest({
    path: { input: rawPath, schema: path, what },
    query: { input: rawQuery, schema: query, what, rules, known },
  })
}

/** Cached: checking parameters takes much of the time of a cached response. */
const parsedTargets = new LRUCache<string, { value: Requests[OperationId] }>({
  max: 10_000,
  maxSize: 2 ** 20,
  sizeCalculation: (_, key) => key.length,
})

/** Shared, so frozen. */
export function parseTarget(
  operationId: OperationId,
  target: string,
  path: RawParameters,
): ParsedRequest<OperationId> {
  const key = `${operationId} ${target}`
  const known = parsedTargets.get(key)
  if (known !== undefined) return known
  const { query, faults } = parseRawQuery(target)
  const parsed = parseRequest(operationId, query, path, faults)
  if ('value' in parsed) parsedTargets.set(key, freeze(parsed))
  return parsed
}

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null) freeze(part as object)
  return Object.freeze(value)
}

/**
 * Decoded query parameters; repeated ones have several values. Unlike common parsers it drops nothing, neither many parameters nor invalid
 * percent-encoding, which is kept as sent and reported.
 */
function parseRawQuery(target: string): { query: RawParameters; faults: Fault[] } {
  const faults = new Map<string, Fault>()
  const query = Object.create(null) as Record<string, string | string[]>
  const start = target.indexOf('?')
  const text = start === -1 ? '' : target.slice(start + 1).replace(/#.*$/s, '')
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [rawName, rawValue] = splitOnce(pair)
    const decoded = [decode(rawName), decode(rawValue)]
    const [name, value] = [decoded[0] ?? rawName, decoded[1] ?? rawValue]
    if (decoded.includes(null)) {
      faults.set(name, { parameter: shorten(name), message: 'is not valid percent-encoded UTF-8' })
    }
    const earlier = query[name]
    if (earlier === undefined) query[name] = value
    else if (typeof earlier === 'string') query[name] = [earlier, value]
    else earlier.push(value)
  }
  return { query, faults: [...faults.values()] }
}

function splitOnce(pair: string): [string, string] {
  const equals = pair.indexOf('=')
  return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
}

/** Without exceptions: thousands of errors would be slow. */
function decode(text: string): string | null {
  const spaced = text.replaceAll('+', ' ')
  if (/%(?![0-9a-f]{2})/i.test(spaced)) return null
  const runs = spaced.match(/(%[0-9a-f]{2})+/gi) ?? []
  return runs.every(run => isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')))
    ? decodeURIComponent(spaced)
    : null
}

/**
 * Typed parameters from checked values, such as tool arguments, with defaults; or the errors between them. Undefined means omitted.
 * @param partial includes all required ones
 */
export function completeQuery<Op extends OperationId>(
  operationId: Op,
  partial: Partial<Requests[Op]['query']>,
): { value: Requests[Op]['query'] } | { faults: Fault[] } {
  const { query, rules } = requests[operationId]
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(partial).filter(([, value]) => value !== undefined),
  )
  const names = new Set(Object.keys(values))
  // An empty input yields the defaults, despite errors of required parameters.
  for (const [name, preset] of Object.entries(query.schema.validate({}).value as object)) {
    if (!names.has(name)) values[name] = preset
  }
  const faults = rules.flatMap(rule => rule({ values, present: names, faulty: new Set() }) ?? [])
  return faults.length > 0
    ? { faults: limitFaults(faults) }
    : { value: values as Requests[Op]['query'] }
}
