import { ApiError, UascopeError } from '../../client/src/index.ts'
import type { Fault } from '../../server/core/checks/faults.ts'
import type { LooseMapping } from '../../server/core/checks/tool-schemas.ts'
import { describeApps } from './hints.ts'
import type { Refusal, RefusedParameter } from './tool.ts'

/** Refused calls, described for the model in the tool's own names and spelling. */

export interface Refused {
  refusal: Refusal
}

/** The service's refusal; null for any other error. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof ApiError) {
    const { status, code, detail, errors, requestId } = error
    return {
      status,
      ...(code === null ? {} : { code }),
      detail,
      errors,
      ...(requestId === null ? {} : { requestId }),
    }
  }
  return error instanceof UascopeError
    ? { status: 503, code: 'unavailable', detail: 'the service did not respond' }
    : null
}

/** Words a refusal for the model. `values` are the call's arguments, `apps` those that the caller can read. */
export function describeRefusal(
  refusal: Refusal,
  mapping: LooseMapping,
  values: Readonly<Record<string, unknown>>,
  apps: Parameters<typeof describeApps>[0],
): string {
  const { status, detail, errors = [], requestId } = refusal
  if (status === 403)
    return `These credentials cannot read the app with this appId; ${describeApps(apps)}.`
  if (status === 414) {
    return describeFaults([
      {
        parameter: longestFilter(values),
        message: 'the filters together are too long; use fewer names',
      },
    ])
  }
  if (errors.length > 0)
    return describeFaults(errors.map(fault => inToolSpelling(fault, mapping, values)))
  const reference = requestId === undefined ? '' : ` (request ${requestId})`
  const advice = status >= 500 ? ' Try again later.' : ''
  return `The request failed: ${detail.replace(/\.$/, '')}${reference}.${advice}`
}

/** One line per invalid argument, with the allowed values. */
export function describeFaults(faults: readonly Fault[]): string {
  const lines = faults.map(({ parameter, message, allowed = [] }) => {
    const named = allowed.every(value =>
      new RegExp(`(?<![\\w.])${escaped(value)}(?![\\w.])`).test(message),
    )
    return `- ${parameter}: ${message}${named ? '' : `; allowed: ${allowed.join(', ')}`}`
  })
  return [
    faults.length === 1 ? 'An argument was rejected:' : `${faults.length} arguments were rejected:`,
    ...lines,
  ].join('\n')
}

/** Maps a parameter's error to its argument, in the caller's spelling (some words are upper case there). */
function inToolSpelling(
  fault: RefusedParameter,
  mapping: LooseMapping,
  values: Readonly<Record<string, unknown>>,
): Fault {
  const entry = Object.entries(mapping.arguments).find(
    ([, { parameter }]) => parameter === fault.parameter,
  )
  const [name, { spelling } = {}] = entry ?? []
  const spell = (word: string) => (spelling === 'lower' ? word.toUpperCase() : word)
  const given = spelling === 'lower' ? [values[name!]].flat().map(String) : []
  return {
    parameter: name ?? fault.parameter,
    message: given.reduce(
      (text, word) => text.replace(new RegExp(`\\b${escaped(word.toLowerCase())}\\b`), word),
      fault.message,
    ),
    ...(fault.allowed === undefined ? {} : { allowed: fault.allowed.map(spell) }),
  }
}

function longestFilter(values: Readonly<Record<string, unknown>>): string {
  const lists = Object.entries(values).filter(([, value]) => Array.isArray(value))
  return (
    lists.sort(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)[0]?.[0] ??
    'arguments'
  )
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
