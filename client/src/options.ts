import type { Logger } from './logger.ts'

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: { method: 'GET'; headers: Headers; signal: AbortSignal }) => Promise<Response>

/** How to reach the service. */
export interface ClientOptions {
  /** Default: `UASCOPE_API_KEY` of the environment. `null`: send none, as when `fetch` adds it. */
  apiKey?: string | null | undefined
  /** The service's address, without `/v1`. Default: `UASCOPE_BASE_URL` of the environment. In a browser it may be relative to the page. */
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
}
