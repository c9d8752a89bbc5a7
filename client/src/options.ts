import { UascopeError } from './errors.ts'
import { VERSION } from './version.ts'

/** Further options of the `fetch` in use, such as `credentials`, `cache`, or undici's `dispatcher`. */
export type FetchOptions = Readonly<Record<string, unknown>>

/** The part of `fetch` that the client uses; the global one and undici's both match. */
export type Fetch = (
  url: string,
  init: { method: 'GET' | 'HEAD'; headers: Record<string, string>; signal: AbortSignal },
) => Promise<FetchResponse>

export interface FetchResponse extends Pick<
  Response,
  'ok' | 'status' | 'statusText' | 'text' | 'json'
> {
  readonly headers: { get(name: string): string | null }
  readonly body: object | null
}

export interface ClientOptions {
  /**
   * Default: `UASCOPE_API_KEY` of the environment. A function is called before every attempt, for keys that change. `null`: sends none, for a `fetch`
   * that adds it.
   */
  apiKey?: string | null | (() => string | Promise<string>) | undefined
  /** Allows an API key in a browser, where everyone who opens the page can read it. Default: false. */
  allowBrowser?: boolean | undefined
  /** The service's address, with or without `/v1`. Default: `UASCOPE_BASE_URL` of the environment. In a browser it may be relative to the page. */
  baseUrl?: string | undefined
  /** Default: the global `fetch`. */
  fetch?: Fetch | undefined
  /** Passed to `fetch` with every request; method, headers and signal are the client's. */
  fetchOptions?: FetchOptions | undefined
  /**
   * Maximum milliseconds of an attempt, including its body; for a file, until it starts, and then between chunks.
   * Default: 60,000. `Infinity`: no limit.
   */
  timeout?: number | undefined
  /** Attempts after the first, on 408, 429, 5xx, timeouts and connection failures. Default: 2. */
  maxRetries?: number | undefined
  /** Parses a response's JSON. Default: `JSON.parse`; a custom one may parse long lists in pieces. */
  parseJson?: ((text: string) => unknown) | undefined
  /** Default: none. Credentials are never logged. */
  logger?: Logger | undefined
  /** Sent with every request. `User-Agent` replaces `uascope-client/<version>` and the runtime's name; browsers send their own. */
  headers?: Record<string, string> | undefined
  /** Called before every attempt; it may change the headers, for example set `traceparent`. An exception fails the call. */
  onRequest?: ((request: OutgoingRequest) => void | Promise<void>) | undefined
  /** Called after every attempt, when its headers have arrived or it failed. Exceptions are ignored. */
  onResponse?: ((response: IncomingResponse) => void) | undefined
}

/** One attempt of a call, before it is sent. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'HEAD'
  /** Includes the query, and thus names of campaigns. */
  readonly url: string
  /** As in the contract: `/v1/report`. */
  readonly path: string
  /** Starts at 1 and increases with every retry or resumed download. */
  readonly attempt: number
  /** By lower-case names, including the key. */
  readonly headers: Record<string, string>
}

/** How an attempt ended: `status` and `headers`, or `error` if there was no response. */
export interface IncomingResponse {
  /** The object that `onRequest` received. */
  readonly request: OutgoingRequest
  /** Milliseconds until the headers arrived. */
  readonly ms: number
  readonly status?: number
  readonly headers?: Headers
  readonly error?: unknown
}

export interface RequestOptions {
  /** Aborts the call immediately with an `AbortError`, even between attempts and during a download. */
  signal?: AbortSignal | undefined
  /** Maximum milliseconds of an attempt. Default: the client's. */
  timeout?: number | undefined
  /** Attempts after the first; for a download, also resumed connections. Default: the client's. */
  maxRetries?: number | undefined
  /** Sent with this request; override the client's. */
  headers?: Record<string, string> | undefined
  /** The ETag of a previous result. If it is still current, the service sends no body and `ifModified()` returns null. */
  ifNoneMatch?: string | null | undefined
}

export interface Progress {
  receivedBytes: number
  /** Null if unknown. */
  totalBytes: number | null
}

/** Options of one download. */
export interface FileRequestOptions extends RequestOptions {
  /** Called after every chunk of the body. */
  onProgress?: ((progress: Progress) => void) | undefined
  /** `true` fetches the file's metadata only (HEAD); the result has no body. */
  headOnly?: boolean | undefined
}

const NAMES = {
  client: [
    'apiKey',
    'allowBrowser',
    'baseUrl',
    'fetch',
    'fetchOptions',
    'timeout',
    'maxRetries',
    'parseJson',
    'logger',
    'headers',
    'onRequest',
    'onResponse',
  ] satisfies (keyof ClientOptions)[],
  call: [
    'signal',
    'timeout',
    'maxRetries',
    'headers',
    'ifNoneMatch',
    'onProgress',
    'headOnly',
  ] satisfies (keyof FileRequestOptions)[],
}

/** @throws UascopeError for an unknown option, which plain JavaScript would not report */
export function rejectUnknownOptions(options: object, of: keyof typeof NAMES): void {
  const known: readonly string[] = NAMES[of]
  const odd = Object.keys(options).find(name => !known.includes(name))
  if (odd !== undefined)
    throw new UascopeError(`Unknown option \`${odd}\`; available: ${known.join(', ')}`)
}

/** Value of an environment variable; undefined if there is no environment or it may not be read. */
function readEnvironment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name]?.trim() || undefined
  } catch {
    return undefined
  }
}

/** Names the client and its runtime for the service's log; empty in browsers, which send their own. */
export function userAgent(): Record<string, string> {
  const node = globalThis.process?.versions?.node
  const runtime = globalThis.navigator?.userAgent ?? (node && `Node.js/${node}`)
  return runtime?.startsWith('Mozilla/')
    ? {}
    : { 'user-agent': ['uascope-client/' + VERSION, runtime].filter(Boolean).join(' ') }
}

/**
 * The header with the key, read again for every attempt if it is a function.
 * @throws UascopeError if the key is missing, has invalid characters or would be read in a browser; the message repeats no value
 */
export function keySource({
  apiKey = readEnvironment('UASCOPE_API_KEY'),
  allowBrowser,
}: ClientOptions): () => Promise<Record<string, string>> {
  if (apiKey === null) return async () => ({})
  if ('document' in globalThis && !allowBrowser) {
    throw new UascopeError(
      'Everyone who opens the page can read its API key: let your server add it, or set `allowBrowser`',
    )
  }
  if (typeof apiKey !== 'function') {
    const header = authorization(apiKey)
    return async () => header
  }
  return async () => {
    let key
    try {
      key = await apiKey()
    } catch (cause) {
      throw new UascopeError('`apiKey` failed', { cause })
    }
    return authorization(key)
  }
}

function authorization(apiKey: string | undefined): Record<string, string> {
  const key = apiKey?.trim()
  if (!key) throw new UascopeError('Missing API key: pass `apiKey` or set UASCOPE_API_KEY')
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UascopeError('The API key contains invalid characters')
  return { authorization: `Bearer ${key}` }
}

/**
 * Merges headers by lower-case names; later ones win.
 * @throws UascopeError naming an invalid header, without its value
 */
export function mergeHeaders(
  ...sources: (Record<string, string> | undefined)[]
): Record<string, string> {
  const merged = new Headers()
  for (const source of sources) {
    for (const [name, value] of Object.entries(source ?? {})) {
      try {
        merged.set(name, value)
      } catch {
        throw new UascopeError(
          `\`headers\`: the name or value of ${JSON.stringify(name)} is invalid`,
        )
      }
    }
  }
  return Object.fromEntries(merged)
}

/**
 * The service's address, without a trailing slash or `/v1`.
 * @throws UascopeError if it is missing or not an http(s) address
 */
export function address({ baseUrl = readEnvironment('UASCOPE_BASE_URL') }: ClientOptions): string {
  if (!baseUrl) throw new UascopeError('Missing address: pass `baseUrl` or set UASCOPE_BASE_URL')
  try {
    const { origin, pathname, protocol, username, password } = new URL(
      baseUrl,
      globalThis.location?.href,
    )
    if (/^https?:$/.test(protocol) && username + password === '')
      return origin + pathname.replace(/\/*(\/v1)?\/*$/, '')
  } catch {}
  throw new UascopeError('`baseUrl` must be an http or https address without user and password')
}

/** @throws UascopeError if the number is out of range */
export function checkNumber(name: string, value: number, least: number): number {
  if (value >= least) return value
  throw new UascopeError(`\`${name}\` must be a number, at least ${least}`)
}

/** Receives log messages, for example `console`. Missing methods are skipped, and exceptions are ignored. */
export interface Logger {
  debug?(message: string, details: object): void
  warn?(message: string, details: object): void
}

const SECRET = /auth|cookie|credential|key|pass|secret|session|signature|token/i

/** Headers without credentials, for logging. */
export function redactHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, SECRET.test(name) ? '[redacted]' : value]),
  )
}

/** Calls the logger; its failure never fails the call. */
export function log(logger: Logger, level: keyof Logger, message: string, details: object): void {
  quietly(() => logger[level]?.(message, details))
}

/** Ignores failures, synchronous or later. */
export function quietly(action: () => unknown): void {
  new Promise(resolve => resolve(action())).catch(() => {})
}
