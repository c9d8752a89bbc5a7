import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { lookup as systemLookup } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Why a report could not be fetched. The only class that removes the token, which responses and network errors may repeat. */
export class PullError extends Error {
  override name = 'PullError'
  readonly status: number | undefined

  /** `said`: the message of the API or the network, of any length. */
  constructor(
    { token }: Reach,
    message: string,
    { said = '', status }: { said?: string; status?: number | undefined } = {},
  ) {
    // Truncated last: a partial token would not be found.
    const quote = redacted(said, token).trim().slice(0, REPEATED)
    super(redacted(message, token) + (quote === '' ? '' : `: ${quote}`))
    this.status = status
  }
}

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

interface FetchRequest {
  url: URL
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: URLSearchParams
  /** The address comes from a response: only public ones are connected to. */
  isForeign?: true
}

const ATTEMPTS = 5
const TIMEOUT = 10 * 60_000
const LONGEST_WAIT = 15 * 60_000
const FIRST_WAIT = 2_000
const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504])
/** Maximum characters of a response in an error. */
const REPEATED = 200
const LONGEST_TEXT = 4 * 1024 * 1024
/** Maximum bytes of a report: 200,000 rows have a few hundred MB. */
const LARGEST_REPORT = 2 ** 31
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Streams a response into a file; false if it is empty (204). */
export async function fetchFile(
  target: FetchRequest,
  path: string,
  reach: Reach,
): Promise<boolean> {
  return await retried(target, reach, async response => {
    if (response.status === 204 || response.body === null) return false
    // An earlier attempt may have left the file.
    await rm(path, { force: true })
    await pipeline(
      Readable.fromWeb(response.body as WebStream),
      bounded(target.url, reach),
      createWriteStream(path, { flags: 'wx' }),
    )
    return true
  })
}

export async function fetchJson(target: FetchRequest, reach: Reach): Promise<unknown> {
  const text = await retried(target, reach, response => beginning(response, LONGEST_TEXT))
  try {
    return JSON.parse(text)
  } catch {
    throw new PullError(reach, `${target.url.host} did not answer with JSON`, { said: text })
  }
}

/** Retries after network errors, rate limits and server errors; waits as long as `Retry-After` says. */
async function retried<Result>(
  target: FetchRequest,
  reach: Reach,
  use: (response: Response) => Promise<Result>,
): Promise<Result> {
  const { wait = sleep, timeout = TIMEOUT } = reach
  const { host } = target.url
  for (let attempt = 1; ; attempt++) {
    let after: number | undefined
    let reason: PullError
    try {
      const response = await answerOf(target, reach, AbortSignal.timeout(timeout))
      const { status } = response
      if (response.ok) return await use(response)
      const said = await beginning(response, LONGEST_TEXT).catch(() => '')
      reason = new PullError(reach, `${host} answered ${status}`, { said, status })
      if (!RETRIED.has(status)) throw reason
      after = retryAfter(response.headers.get('retry-after'))
    } catch (error) {
      if (error instanceof PullError) throw error
      // An error's cause may contain the request.
      reason = new PullError(reach, host, { said: messageOf(error) })
    }
    const again = (why: string): PullError =>
      new PullError(reach, reason.message + why, { status: reason.status })
    if (attempt === ATTEMPTS) throw again(` (after ${ATTEMPTS} attempts)`)
    const doubled = FIRST_WAIT * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
    if (after !== undefined && after > LONGEST_WAIT)
      throw again(` (asks to wait ${Math.round(after / 60_000)} minutes: run again later)`)
    await wait(after ?? doubled)
  }
}

/** Follows redirects itself: `fetch` would send the request, and to the same host its token, to any address. */
async function answerOf(
  target: FetchRequest,
  reach: Reach,
  signal: AbortSignal,
): Promise<Response> {
  let { url, method = 'GET', body } = target
  const { headers = {} } = target
  const { fetch = target.isForeign ? publicFetch() : globalThis.fetch } = reach
  for (let redirects = 0; ; redirects++) {
    if (url.protocol !== 'https:')
      throw new PullError(reach, `the address must be https: ${url.host}`)
    const response = await fetch(url, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    const to = response.headers.get('location')
    if (!REDIRECTS.has(response.status) || to === null) return response
    await response.body?.cancel()
    const next = URL.canParse(to, url) ? new URL(to, url) : undefined
    if (next?.protocol !== 'https:' || next.host !== target.url.host)
      throw new PullError(reach, `${target.url.host} redirects to another address`, {
        said: next?.host ?? to,
      })
    if (redirects === MAX_REDIRECTS)
      throw new PullError(reach, `${url.host} redirects more than ${MAX_REDIRECTS} times`)
    // RFC 9110, 15.4: only 307 and 308 repeat the method.
    if (response.status < 307) [method, body] = ['GET', undefined]
    url = next
  }
}

/** Milliseconds; seconds or a date (RFC 9110, 10.2.3). */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}

function bounded({ host }: URL, reach: Reach): Transform {
  const { largest = LARGEST_REPORT } = reach
  let bytes = 0
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length
      if (bytes > largest)
        done(new PullError(reach, `${host} answered with more than ${largest} bytes`))
      else done(null, chunk)
    },
  })
}

/** At most `most` bytes. */
async function beginning(response: Response, most: number): Promise<string> {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of Readable.fromWeb(
    response.body as WebStream<Uint8Array>,
  ) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most) break
  }
  return Buffer.concat(chunks).subarray(0, most).toString('utf8')
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
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
      const clientRequest = request(url, {
        lookup: publicLookup(lookup),
        agent: false,
        ...(init?.signal && { signal: init.signal }),
      })
      clientRequest.on('error', reject).on('response', answer => {
        const status = answer.statusCode!
        const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map(value => [name, value] as [string, string]),
        )
        if (status === 204 || status === 304) answer.resume()
        const body =
          status === 204 || status === 304 ? null : (Readable.toWeb(answer) as ReadableStream)
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
