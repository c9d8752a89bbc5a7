import { lookup as systemLookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'

/** Addresses that IANA reserves for hosts, private networks, translation, documentation and multicast. */
const INNER = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INNER.addSubnet(net, prefix)
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  INNER.addSubnet(net, prefix, 'ipv6')

/** Global unicast addresses of IPv6. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !INNER.check(address)
  return isIP(address) === 6 && GLOBAL.check(address, 'ipv6') && !INNER.check(address, 'ipv6')
}

/**
 * A `fetch` for addresses that others choose: GET by https from public addresses only. The address is checked as it is connected to, since
 * a name may resolve to an inner address. Redirects are not followed.
 */
export function publicFetch(lookup: LookupFunction = systemLookup): typeof globalThis.fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const url = new URL(String(input))
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isPublicAddress(host)) return reject(innerAddress(host))
      const asked = request(url, {
        lookup: publicLookup(lookup),
        agent: false,
        ...(init?.signal && { signal: init.signal }),
      })
      asked.on('error', reject).on('response', answer => {
        const status = answer.statusCode!
        const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map(value => [name, value] as [string, string]),
        )
        if (status === 204 || status === 304) answer.resume()
        const body =
          status === 204 || status === 304 ? null : (Readable.toWeb(answer) as ReadableStream)
        resolve(new Response(body, { status, headers }))
      })
      asked.end()
    })
}

/** Refuses a name if any of its addresses is not public. */
function publicLookup(lookup: LookupFunction): LookupFunction {
  return (host, options, done) =>
    lookup(host, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
      const inner =
        error === null ? addresses.find(address => !isPublicAddress(address)) : undefined
      if (inner === undefined) done(error, found, family)
      else done(innerAddress(host), [])
    })
}

function innerAddress(host: string): Error {
  return new Error(`${host} is not at a public address`)
}
