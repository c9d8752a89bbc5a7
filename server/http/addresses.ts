import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

/** Maximum length of a proxy's text that is not an address. */
const LONGEST = 64

/** The caller's address as text. Only the last forwarded address is the proxy's own; callers can forge the others. */
export function clientAddress(
  headers: IncomingHttpHeaders,
  remoteAddress: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? headers['x-forwarded-for'] : undefined
  const last = typeof forwarded === 'string' ? forwarded.split(',').at(-1)!.trim() : ''
  return last === '' ? (remoteAddress ?? '') : last
}

/** One network: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function networkOf(address: string): string {
  const bare = withoutPort(address).toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  return isIPv6(bare)
    ? `${firstGroups(bare.replace(/%.*$/, '')).join(':')}::/64`
    : bare.slice(0, LONGEST)
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  if (isIP(address) !== 0) return address
  return (
    /^\[([^\]]+)\](:\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
  )
}

function firstGroups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after =
    tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - groups.length - after
  const allGroups = [
    ...groups,
    ...Array<string>(Math.max(0, zeros)).fill('0'),
    ...(tail ?? '').split(':'),
  ]
  return allGroups.slice(0, 4).map(group => Number.parseInt(group || '0', 16).toString(16))
}
