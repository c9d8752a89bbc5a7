import createClient from 'openapi-fetch'
import type { paths } from '../../generated/types.ts'
import {
  AbortError,
  ApiError,
  ConnectionError,
  errorOfStatus,
  TimeoutError,
  UascopeError,
} from './errors.ts'
import { retryWait } from './retries.ts'
import {
  address,
  checkNumber,
  type ClientOptions,
  type Fetch,
  type FetchOptions,
  type FetchResponse,
  type FileRequestOptions,
  keySource,
  log,
  type Logger,
  mergeHeaders,
  type OutgoingRequest,
  quietly,
  redactHeaders,
  rejectUnknownOptions,
  userAgent,
} from './options.ts'

/** Result of one attempt. @internal */
export interface Answer<Body> {
  body: Body
  response: Response
  /** Still watches a body that has not been read. */
  watchdog: Watchdog
}

interface Bodies {
  text: string
  stream: ReadableStream<Uint8Array> | null
}

/** The service's address and the options of requests, for the stand-alone functions. */
export class Connection {
  readonly #api
  readonly #baseUrl: string
  readonly #headers: Record<string, string>
  readonly #authorization: () => Promise<Record<string, string>>
  readonly #fetch: Fetch
  readonly #fetchOptions: FetchOptions | undefined
  readonly #timeout: number
  readonly #logger: Logger
  readonly #hooks: Pick<ClientOptions, 'onRequest' | 'onResponse'>
  /** @internal */
  readonly parseJson: (text: string) => unknown
  /** Attempts after the first. */
  readonly maxRetries: number

  /** @throws UascopeError if the key or address is missing, or an option is invalid */
  constructor(options: ClientOptions = {}) {
    rejectUnknownOptions(options, 'client')
    this.#baseUrl = address(options)
    this.#api = createClient<paths>({ baseUrl: this.#baseUrl })
    this.#headers = mergeHeaders(userAgent(), options.headers)
    this.#authorization = keySource(options)
    this.#fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
    this.#fetchOptions = options.fetchOptions
    this.#timeout = checkNumber('timeout', options.timeout ?? 60_000, 1)
    this.maxRetries = checkNumber('maxRetries', options.maxRetries ?? 2, 0)
    this.#logger = options.logger ?? {}
    this.#hooks = { onRequest: options.onRequest, onResponse: options.onResponse }
    this.parseJson = options.parseJson ?? JSON.parse
  }

  /** Makes a request, with retries, until `read` returns. @internal */
  async request<As extends keyof Bodies, T>(
    path: keyof paths,
    query: string,
    options: FileRequestOptions,
    parseAs: As,
    read: (answer: Answer<Bodies[As]>) => T | Promise<T>,
  ): Promise<T> {
    rejectUnknownOptions(options, 'call')
    const maxRetries = checkNumber('maxRetries', options.maxRetries ?? this.maxRetries, 0)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(path, query, attempt, options, parseAs, read)
      } catch (error) {
        const wait = attempt <= maxRetries ? retryWait(error, attempt - 1) : undefined
        if (wait === undefined) throw error
        log(this.#logger, 'warn', 'uascope: retrying', {
          path,
          retry: attempt,
          waitMs: Math.round(wait),
          reason: String(error),
        })
        await pause(wait, options.signal)
      }
    }
  }

  async #attempt<As extends keyof Bodies, T>(
    path: keyof paths,
    query: string,
    attempt: number,
    options: FileRequestOptions,
    parseAs: As,
    read: (answer: Answer<Bodies[As]>) => T | Promise<T>,
  ): Promise<T> {
    const method = options.headOnly ? 'HEAD' : 'GET'
    const timeout = checkNumber('timeout', options.timeout ?? this.#timeout, 1)
    const watchdog = new Watchdog(timeout, options.signal, `${method} ${this.#baseUrl}${path}`)
    let reading = false
    try {
      const result = await read(
        await this.#fetchBody({ method, path, attempt }, query, options, parseAs, watchdog),
      )
      reading = parseAs === 'stream'
      return result
    } finally {
      if (!reading) watchdog.close()
    }
  }

  async #fetchBody<As extends keyof Bodies>(
    request: Omit<OutgoingRequest, 'url' | 'headers'>,
    query: string,
    options: FileRequestOptions,
    parseAs: As,
    watchdog: Watchdog,
  ): Promise<Answer<Bodies[As]>> {
    let response: Response | undefined
    const sent = this.#api.GET(request.path as '/v1/apps', {
      parseAs: parseAs as 'text',
      querySerializer: () => query,
      fetch: async ({ url }) => {
        response = (await this.#send({ ...request, url }, options, watchdog.signal)) as Response
        return response
      },
    })
    const { data, error } = await watchdog.within(sent).catch(error => {
      // The status says more than a truncated error body.
      if (response === undefined || response.ok || error instanceof AbortError) throw error
      return { data: undefined, error: undefined }
    })
    if (!response!.ok) throw errorOfStatus(response!, error, watchdog.request)
    return {
      body: (data ?? (parseAs === 'text' ? '' : null)) as Bodies[As],
      response: response!,
      watchdog,
    }
  }

  async #send(
    target: Omit<OutgoingRequest, 'headers'>,
    { headers, ifNoneMatch }: FileRequestOptions,
    signal: AbortSignal,
  ): Promise<FetchResponse> {
    const request: OutgoingRequest = {
      ...target,
      headers: mergeHeaders(
        this.#headers,
        await this.#authorization(),
        headers,
        ifNoneMatch ? { 'if-none-match': ifNoneMatch } : {},
      ),
    }
    const { method, url } = request
    try {
      await this.#hooks.onRequest?.(request)
    } catch (cause) {
      throw new UascopeError('`onRequest` failed', { cause })
    }
    log(this.#logger, 'debug', 'uascope: request', {
      url,
      headers: redactHeaders(new Headers(request.headers)),
    })
    const began = Date.now()
    const done = (outcome: { status: number; headers: Headers } | { error: unknown }) => {
      quietly(() => this.#hooks.onResponse?.({ request, ms: Date.now() - began, ...outcome }))
    }
    try {
      const response = await this.#fetch(url, {
        ...this.#fetchOptions,
        method,
        headers: request.headers,
        signal,
      })
      const { status, headers } = response as Response
      done({ status, headers })
      log(this.#logger, 'debug', 'uascope: answer', {
        url,
        status,
        ms: Date.now() - began,
        headers: redactHeaders(headers),
      })
      return response
    } catch (error) {
      done({ error })
      throw error
    }
  }
}

/** A result with its HTTP response. */
export interface WithResponse<T> {
  data: T
  /** Not yet read. For a file it has the file's own body: read only one of them. */
  response: Response
}

/** A running call; await it for its result. */
export interface Call<T> extends Promise<T> {
  /** The result and the HTTP response. */
  withResponse(): Promise<WithResponse<T>>
  /** The HTTP response. */
  asResponse(): Promise<Response>
  /** The result, or null if it still has the ETag `ifNoneMatch` (304). */
  ifModified(): Promise<T | null>
}

/** All forms of a call share one promise, so that a failure is unhandled only if none of them is awaited. */
export function callOf<T>(answer: Promise<WithResponse<T>>): Call<T> {
  const data = answer.then(({ data }) => data)
  return Object.assign(data, {
    withResponse: () => data.then(() => answer),
    asResponse: () => data.then(() => answer).then(({ response }) => response),
    ifModified: () =>
      data.catch(error => {
        if (error instanceof ApiError && error.status === 304) return null
        throw error
      }),
  })
}

/**
 * Waits.
 * @throws AbortError as soon as the signal is aborted
 */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      forget()
      resolve()
    }, milliseconds)
    const forget = onAbort(signal, error => {
      clearTimeout(timer)
      reject(error)
    })
  })
}

const LONGEST_TIMER = 2 ** 31 - 1

/** Ends work that takes too long or is aborted, even if the work ignores the signal. */
class Watchdog {
  readonly #timeout: number
  readonly #controller = new AbortController()
  /** One per wait; a longer-lived promise would retain every wait's result. */
  #reject: (error: Error) => void = () => {}
  readonly close: () => void
  /** Method and address of the request, for errors. */
  readonly request: string

  /**
   * @param timeout milliseconds
   * @throws AbortError if the signal is already aborted
   */
  constructor(timeout: number, signal: AbortSignal | undefined, request: string) {
    throwIfAborted(signal)
    this.request = request
    this.#timeout = timeout
    this.close = onAbort(signal, error => this.#end(error))
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * The promise's value, if it settles in time; one wait at a time.
   * @throws TimeoutError, AbortError, or a ConnectionError that wraps any foreign error
   */
  async within<T>(promise: Promise<T>): Promise<T> {
    const timer =
      this.#timeout > LONGEST_TIMER
        ? undefined
        : setTimeout(
            () =>
              this.#end(
                new TimeoutError(`No answer to ${this.request} within ${this.#timeout} ms`),
              ),
            this.#timeout,
          )
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#reject = reject
        promise.then(resolve, reject)
        if (this.signal.aborted) reject(this.signal.reason as Error)
      })
    } catch (error) {
      throw this.signal.aborted ? this.signal.reason : connectionError(error, this.request)
    } finally {
      clearTimeout(timer)
    }
  }

  #end(error: Error): void {
    this.#controller.abort(error)
    this.#reject(error)
  }
}

function connectionError(error: unknown, request: string): UascopeError {
  if (error instanceof UascopeError) return error
  const reasons = []
  for (let at = error; at instanceof Error && reasons.length < 3; at = at.cause)
    reasons.push(at.message)
  return new ConnectionError(`${request} failed: ${reasons.join(': ') || String(error)}`, {
    cause: error,
  })
}

type Listener = (error: AbortError) => void

/** All calls share one listener per signal: Node warns about a leak beyond ten. */
const listenersOf = new WeakMap<AbortSignal, Set<Listener>>()

/** Returns a function that removes the listener. */
function onAbort(signal: AbortSignal | undefined, listener: Listener): () => void {
  if (signal === undefined) return () => {}
  const listeners = listenersOf.get(signal) ?? new Set()
  listenersOf.set(signal, listeners.add(listener))
  signal.addEventListener('abort', notify)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) signal.removeEventListener('abort', notify)
  }
}

/** @throws AbortError if the signal is aborted */
function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal)
}

function notify({ target }: Event): void {
  const signal = target as AbortSignal
  for (const listener of listenersOf.get(signal) ?? []) listener(abortError(signal))
}

function abortError({ reason }: AbortSignal): AbortError {
  return new AbortError('The call was aborted', { cause: reason })
}
