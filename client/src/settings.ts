import { UascopeError } from './errors.ts'
import type { ClientOptions } from './options.ts'

/** An environment variable's value; undefined where there is no environment, or no leave to read it. */
export function fromEnvironment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim() || undefined
  } catch {
    return undefined
  }
}

/**
 * The headers that every request carries.
 * @throws UascopeError when there is no key, or one that no header can carry, or another header that none can; the message repeats no value
 */
export function commonHeaders({ apiKey = fromEnvironment('UASCOPE_API_KEY'), headers }: ClientOptions): Headers {
  const common = new Headers(checkedHeaders(headers))
  if (apiKey === null) return common
  const key = apiKey?.trim()
  if (!key) throw new UascopeError('There is no API key: pass `apiKey` or set UASCOPE_API_KEY')
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UascopeError('The API key holds characters that no API key has')
  common.set('authorization', `Bearer ${key}`)
  return common
}

/** @throws UascopeError naming a header that no request can carry, without its value */
export function checkedHeaders(headers: Record<string, string> = {}): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]])
    } catch {
      throw new UascopeError(`\`headers\`: no request can carry ${JSON.stringify(name)}, or not its value`)
    }
  }
  return headers
}

/**
 * The service's address, without a slash or `/v1` at its end.
 * @throws UascopeError when there is none, or it is not an http(s) address
 */
export function address({ baseUrl = fromEnvironment('UASCOPE_BASE_URL') }: ClientOptions): string {
  if (!baseUrl) throw new UascopeError('There is no address: pass `baseUrl` or set UASCOPE_BASE_URL')
  try {
    const { origin, pathname, protocol, username, password } = new URL(baseUrl, globalThis.location?.href)
    if (/^https?:$/.test(protocol) && username + password === '') return origin + pathname.replace(/\/*(\/v1)?\/*$/, '')
  } catch {}
  throw new UascopeError('`baseUrl` must be an http or https address without user and password')
}

/** @throws UascopeError when the number is not one that makes sense */
export function checked(name: string, value: number, least: number): number {
  if (value >= least) return value
  throw new UascopeError(`\`${name}\` must be a number, at least ${least}`)
}
