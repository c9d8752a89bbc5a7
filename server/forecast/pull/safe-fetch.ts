import { lookup as systemLookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'

/**
 * Where requests may go: by https only, from an exporter's address to the same host only, and to an address that a response names only
 * if it is public. Errors never contain the token.
 */
export interface Reach {
  token: string
  /** Waits between attempts, ms; tests pass a shorter one. */
  wait?: (ms: number) => Promise<unknown>
  /** Time limit of one attempt including its body, ms. */
  timeout?: number
  /** Maximum bytes of a report. */
  largest?: number
  /** Tests pass one that connects to their server; addresses are https anyway. */
  fetch?: typeof globalThis.fetch
}

export interface Target {
  url: URL
  headers?: Readonly<Record<string, string>>
  /** Sent by POST. */
  form?: URLSearchParams
  /** The address comes from a response: only public ones are connected to. */
  isForeign?: true
}

/** Maximum characters of a response in an error. */
const REPEATED = 200
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Why a report could not be fetched. The only class that removes the token, which responses and network errors may repeat. */
export class PullError extends Error {
  override name = 'PullError'
  readonly status: number | undefined

  /** `detail`: the message of the API or the network, of any length. */
  constructor(
    { token }: Reach,
    message: string,
    { detail = '', status }: { detail?: string; status?: number | undefined } = {},
  ) {
    // Truncated last: a partial token would not be found.
    const quote = redacted(detail, token).trim().slice(0, REPEATED)
    super(redacted(message, token) + (quote === '' ? '' : `: ${quote}`))
    this.status = status
  }
}

/** Removes the token, also as encoded in an address, in JSON and in base64. */
function redacted(text: string, token: string): string {
  const forms = [
    token,
    encodeURIComponent(token),
    JSON.stringify(token).slice(1, -1),
    Buffer.from(token).toString('base64'),
  ]
  return forms.reduce(
    (masked, form) => (form === '' ? masked : masked.replaceAll(form, '***')),
    text,
  )
}

/** @param what the beginning of the error: `the address` */
export function httpsAddress(address: string, reach: Reach, what: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'https:') return url
  throw new PullError(reach, `${what} must be https`, { detail: url?.host || address })
}

/** Follows redirects itself: `fetch` would send the request, and to the same host its token, to any address. */
export async function fetchSafely(
  { url: first, headers = {}, form, isForeign }: Target,
  reach: Reach,
  signal: AbortSignal,
): Promise<Response> {
  const { fetch = isForeign ? publicFetch() : globalThis.fetch } = reach
  let [url, body] = [httpsAddress(first.href, reach, 'the address'), form]
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      signal,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const to = response.headers.get('location')
    if (!REDIRECTS.has(response.status) || to === null) return response
    await response.body?.cancel()
    const next = URL.canParse(to, url) ? new URL(to, url) : undefined
    if (next?.protocol !== 'https:' || next.host !== first.host)
      throw new PullError(reach, `${first.host} redirects to another address`, {
        detail: next?.host ?? to,
      })
    if (redirects === MAX_REDIRECTS)
      throw new PullError(reach, `${url.host} redirects more than ${MAX_REDIRECTS} times`)
    // RFC 9110, 15.4: only 307 and 308 repeat the method.
    if (response.status < 307) body = undefined
    url = next
  }
}

/** Addresses that IANA reserves for hosts, private networks, translation, documentation and multicast. */
const RESERVED = blockList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
    '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20',
)
/** Global unicast addresses of IPv6. */
const GLOBAL = blockList('2000::/3')

function blockList(networks: string): BlockList {
  const list = new BlockList()
  for (const network of networks.split(' ')) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !RESERVED.check(address)
  return isIP(address) === 6 && GLOBAL.check(address, 'ipv6') && !RESERVED.check(address, 'ipv6')
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
      const clientRequest = request(url, {
        lookup: publicLookup(lookup),
        agent: false,
        ...(init?.signal && { signal: init.signal }),
      })
      clientRequest.on('error', reject).on('response', answer => {
        const { statusCode: status = 0 } = answer
        const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map(value => [name, value] as [string, string]),
        )
        const isEmpty = status === 204 || status === 304
        if (isEmpty) answer.resume()
        const body = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream)
        resolve(new Response(body, { status, headers }))
      })
      clientRequest.end()
    })
}

/** Refuses a name if any of its addresses is not public. */
function publicLookup(lookup: LookupFunction): LookupFunction {
  return (host, options, done) =>
    lookup(host, options, (error, resolved, family) => {
      const addresses = Array.isArray(resolved)
        ? resolved.map(({ address }) => address)
        : [resolved]
      const inner =
        error === null ? addresses.find(address => !isPublicAddress(address)) : undefined
      if (inner === undefined) done(error, resolved, family)
      else done(innerAddress(host), [])
    })
}

function innerAddress(host: string): Error {
  return new Error(`${host} is not at a public address`)
}
