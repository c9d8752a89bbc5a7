import type { App, UascopeClient } from '../../client/src/index.ts'
import type { Fault } from '../../server/core/checks/faults.ts'
import type { JsonSchema } from '../../server/core/checks/tool-schemas.ts'
import { type ArgumentSchema, namesOf } from './spellings.ts'

/** Adds to refusals the facts for the next attempt: the apps that the caller can read, and the date. */

type NamedApp = Pick<App, 'id' | 'name'>

/** Maximum apps listed in a message. */
const MAX_APPS = 10

export const APP = 'appId'

/** The call with the id of the app whose exact name it gives; undefined if none or several apps have that name. */
export async function withAppId(
  client: UascopeClient,
  raw: unknown,
): Promise<{ given?: object; appId?: number; apps: readonly NamedApp[] }> {
  const apps = await client.listApps()
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { apps }
  const { [sentName(raw)]: name, ...others } = raw as Record<string, unknown>
  const named = apps.filter(app => app.name === name)
  return named.length === 1
    ? { given: { ...others, [APP]: named[0]!.id }, appId: named[0]!.id, apps }
    : { apps }
}

function sentName(raw: object): string {
  return [...namesOf(raw, [APP])].find(([, name]) => name === APP)?.[0] ?? APP
}

/** Names are data: quoted, since a model reads the message. */
export function describeApps(apps: readonly NamedApp[]): string {
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
