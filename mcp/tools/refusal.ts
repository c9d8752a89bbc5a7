import { ApiError, type UascopeClient, UascopeError } from '../../client/src/index.ts'
import type { Fault } from '../../server/checks/faults.ts'
import type { App } from './context.ts'
import { rounded } from './rows.ts'
import type { LooseMapping } from '../../server/checks/tool-schemas.ts'
import type { Refusal, RefusedParameter, ToolResult } from './tool.ts'

/** Calls that are refused: why, in words for the model and in the tool's own names and spelling. */

/** Instead of a result. */
export interface Refused {
  refusal: Refusal
}

/** Why the service refused what the client asked; null when the error is something else. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof ApiError) {
    const { status, code, detail, errors, requestId } = error
    return { status, ...(code === null ? {} : { code }), detail, errors, ...(requestId === null ? {} : { requestId }) }
  }
  return error instanceof UascopeError ? { status: 503, code: 'unavailable', detail: 'the service did not answer' } : null
}

/** Why a call was refused, for the operator: a problem's code, and what was at fault. */
export interface RefusedCall {
  code: string
  faults: readonly { parameter: string }[]
}

// Beside the results: whatever is in one is sent.
const refusals = new WeakMap<ToolResult, RefusedCall>()

/** Why the result's call was refused; undefined where it was not. */
export function refusedCall(result: ToolResult): RefusedCall | undefined {
  return refusals.get(result)
}

/** A result that says in words why there is none. */
export function refusedResult(text: string, refused: RefusedCall): ToolResult {
  const result: ToolResult = { content: [{ type: 'text', text }], isError: true }
  refusals.set(result, refused)
  return result
}

/** The service's refusal as the tool says it. `values` are the arguments of the call. */
export function describeRefusal(refusal: Refusal, mapping: LooseMapping, values: Readonly<Record<string, unknown>>): string {
  const { status, detail, errors = [], requestId } = refusal
  if (status === 403) return 'These credentials cannot read the app of this appId. svc_list_apps lists the apps that they can.'
  if (status === 414) {
    return describeFaults([{ parameter: longestFilter(values), message: 'too long: the filters are too long together' }])
  }
  if (errors.length > 0) return describeFaults(errors.map(fault => inOwnWords(fault, mapping, values)))
  const reference = requestId === undefined ? '' : ` (request ${requestId})`
  const advice = status >= 500 ? ' Try again later.' : ''
  return `The service could not answer: ${detail.replace(/\.$/, '')}${reference}.${advice}`
}

/** Every argument at fault on a line of its own, with the values that would do. */
export function describeFaults(faults: readonly Fault[]): string {
  const lines = faults.map(({ parameter, message, allowed = [] }) => {
    const told = allowed.every(value => new RegExp(`(?<![\\w.])${escaped(value)}(?![\\w.])`).test(message))
    return `- ${parameter}: ${message}${told ? '' : `; allowed: ${allowed.join(', ')}`}`
  })
  return [faults.length === 1 ? 'An argument was rejected:' : `${faults.length} arguments were rejected:`, ...lines].join('\n')
}

/** A fault of a parameter as one of the argument that it came from: words that the caller writes in capitals are told so. */
function inOwnWords(fault: RefusedParameter, mapping: LooseMapping, values: Readonly<Record<string, unknown>>): Fault {
  const entry = Object.entries(mapping.arguments).find(([, { parameter }]) => parameter === fault.parameter)
  const [name, { spelling } = {}] = entry ?? []
  const spell = (word: string) => (spelling === 'lower' ? word.toUpperCase() : word)
  const given = spelling === 'lower' ? [values[name!]].flat().map(String) : []
  return {
    parameter: name ?? fault.parameter,
    message: given.reduce((text, word) => text.replace(new RegExp(`\\b${escaped(word.toLowerCase())}\\b`), word), fault.message),
    ...(fault.allowed === undefined ? {} : { allowed: fault.allowed.map(spell) }),
  }
}

function longestFilter(values: Readonly<Record<string, unknown>>): string {
  const lists = Object.entries(values).filter(([, value]) => Array.isArray(value))
  return lists.sort(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)[0]?.[0] ?? 'arguments'
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/**
 * How far forecasts at the app's target DSI were off for cohorts of the age that recommendations are made from; null where that cannot
 * be measured. A week whose oldest day is as old as the bet lookback's end is what a recommendation adds up.
 */
export async function expectedError(client: UascopeClient, app: App, granularity: 'campaign' | 'campaign_geo') {
  const ends = app.betLookbacks.map(({ endDay }) => endDay)
  const wanted = Math.round(ends.reduce((sum, end) => sum + end, 0) / ends.length)
  const byAge = await client.getForecastAccuracy({ appId: app.id, granularity, installGrouping: 'weekly' })
  const nearest = byAge.toSorted((a, b) => Math.abs(a.age - wanted) - Math.abs(b.age - wanted))[0]
  if (nearest === undefined) return null
  const { age, cohorts, bias, wape, p90 } = nearest
  return { dsi: app.targetDsi, age, cohorts, bias: rounded(bias), wape: rounded(wape), p90: rounded(p90) }
}
