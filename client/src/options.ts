import { UascopeError } from './errors.ts'
import type { Logger } from './logger.ts'

/** The part of `fetch` that the client uses: the global one is such a function, and that of undici's package. */
export type Fetch = (
  url: string,
  init: { method: 'GET' | 'HEAD'; headers: Record<string, string>; signal: AbortSignal },
) => Promise<FetchResponse>

/** The part of a response that the client uses. */
export interface FetchResponse extends Pick<Response, 'ok' | 'status' | 'statusText' | 'text' | 'json'> {
  readonly headers: { get(name: string): string | null }
  readonly body: object | null
}

/** How to reach the service. */
export interface ClientOptions {
  /** Default: `UASCOPE_API_KEY` of the environment. `null`: send none, as when `fetch` adds it. */
  apiKey?: string | null | undefined
  /** The service's address, with or without `/v1`. Default: `UASCOPE_BASE_URL` of the environment. In a browser it may be relative to the page. */
  baseUrl?: string | undefined
  /** Default: the global one. */
  fetch?: Fetch | undefined
  /**
   * Milliseconds that an attempt may take, its body included; for a file, until it starts, and then between two pieces of it, since a
   * large one takes as long as it takes. Default: 60,000. `Infinity`: as long as it takes.
   */
  timeout?: number | undefined
  /** Attempts after the first, on 408, 429, 5xx, timeouts and failures of the connection. Default: 2. */
  maxRetries?: number | undefined
  /** Makes values of an answer's JSON. Default: `JSON.parse`; another one need not take a long list at a time. */
  parseJson?: ((text: string) => unknown) | undefined
  /** Default: none. Credentials are never logged. */
  logger?: Logger | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
}

/** What a single call can set. */
export interface RequestOptions {
  /** Ends the call at once, a wait between attempts and a download included, with an `AbortError`. */
  signal?: AbortSignal | undefined
  /** Milliseconds that an attempt may take, as in the client's options. Default: that of the client. */
  timeout?: number | undefined
  /** Attempts after the first; of a download, also how often a broken connection is taken up again. Default: that of the client. */
  maxRetries?: number | undefined
  /** Sent with this request, over those of the client. */
  headers?: Record<string, string> | undefined
  /** The ETag of an answer that is there already: where it still holds, the service sends none, and the call's `ifModified()` gives null. */
  ifNoneMatch?: string | null | undefined
}

/** How far a download is. */
export interface Progress {
  receivedBytes: number
  /** Null when the service does not say. */
  totalBytes: number | null
}

/** What a single download can set. */
export interface FileRequestOptions extends RequestOptions {
  /** Called after every piece of the body. */
  onProgress?: ((progress: Progress) => void) | undefined
  /** `true` asks for everything that is told of the file, but not for the file: it has no body then. */
  headOnly?: boolean | undefined
}

const NAMES = {
  client: ['apiKey', 'baseUrl', 'fetch', 'timeout', 'maxRetries', 'parseJson', 'logger', 'headers'] satisfies (keyof ClientOptions)[],
  call: ['signal', 'timeout', 'maxRetries', 'headers', 'ifNoneMatch', 'onProgress', 'headOnly'] satisfies (keyof FileRequestOptions)[],
}

/** @throws UascopeError naming an option that there is none of: without a compiler nobody else would tell */
export function onlyKnown(options: object, of: keyof typeof NAMES): void {
  const known: readonly string[] = NAMES[of]
  const odd = Object.keys(options).find(name => !known.includes(name))
  if (odd !== undefined) throw new UascopeError(`There is no option \`${odd}\`; there are ${known.join(', ')}`)
}
