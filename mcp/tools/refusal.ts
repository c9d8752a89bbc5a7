import { ApiError, type App, type UascopeClient, UascopeError } from '../../client/src/index.ts'
import type { Fault } from '../../server/core/checks/faults.ts'
import type { JsonSchema, LooseMapping } from '../../server/core/checks/tool-schemas.ts'
import { type ArgumentSchema, namesOf } from './spellings.ts'

/** Refused calls, described for the model in the tool's own names and spelling, with the facts for the next attempt. */

/** An invalid parameter, in the service's names and spelling. */
interface RefusedParameter {
  parameter: string
  message: string
  allowed?: readonly string[]
}

export interface Refusal {
  status: number
  code?: string
  detail: string
  requestId?: string
  errors?: readonly RefusedParameter[]
}

export interface Refused {
  refusal: Refusal
}

export interface RefusedCall {
  code: string
  faults: readonly { parameter: string }[]
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
  const { status, code, detail, errors = [], requestId } = refusal
  if (code === 'app_forbidden')
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
  const [name = fault.parameter, { spelling } = {}] = entry ?? []
  const spell = (word: string) => (spelling === 'lower' ? word.toUpperCase() : word)
  const words = spelling === 'lower' ? [values[name]].flat().map(String) : []
  return {
    parameter: name,
    message: words.reduce(
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

type NamedApp = Pick<App, 'id' | 'name'>

/** Maximum apps listed in a message. */
const MAX_APPS = 10

export const APP = 'appId'

/** The call with the id of the app whose exact name it gives; undefined if none or several apps have that name. */
export async function withAppId(
  client: UascopeClient,
  raw: unknown,
): Promise<{ args?: object; appId?: number; apps: readonly NamedApp[] }> {
  const apps = await client.listApps()
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { apps }
  const { [sentName(raw)]: name, ...others } = raw as Record<string, unknown>
  const [named, ...namesakes] = apps.filter(app => app.name === name)
  return named !== undefined && namesakes.length === 0
    ? { args: { ...others, [APP]: named.id }, appId: named.id, apps }
    : { apps }
}

function sentName(raw: object): string {
  return [...namesOf(raw, [APP])].find(([, name]) => name === APP)?.[0] ?? APP
}

/** Names are data: quoted, since a model reads the message. */
function describeApps(apps: readonly NamedApp[]): string {
  if (apps.length === 0) return 'these credentials can read no app'
  const listed = apps.slice(0, MAX_APPS).map(({ id, name }) => `${id} (${JSON.stringify(name)})`)
  const more =
    apps.length > MAX_APPS ? ` and ${apps.length - MAX_APPS} more, which svc_list_apps lists` : ''
  return `the apps are ${listed.join(', ')}${more}`
}

export function hintApps(faults: readonly Fault[], apps: readonly NamedApp[]): Fault[] {
  return faults.map(fault =>
    fault.parameter === APP
      ? { ...fault, message: `${fault.message}; ${describeApps(apps)}` }
      : fault,
  )
}

/** Adds the date to errors of arguments that are or contain dates. */
export function hintToday<F extends Pick<Fault, 'parameter' | 'message'>>(
  faults: readonly F[],
  { properties = {} }: Pick<JsonSchema, 'properties'>,
  today: string,
): F[] {
  const dated = (name: string): boolean => {
    const { format, pattern } = (properties[name] ?? {}) as ArgumentSchema
    return format === 'date' || pattern?.includes('\\.\\.') === true
  }
  return faults.map(fault =>
    dated(fault.parameter)
      ? { ...fault, message: `${fault.message}; today is ${today} (UTC)` }
      : fault,
  )
}
