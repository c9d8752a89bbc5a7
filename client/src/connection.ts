import createClient from 'openapi-fetch'
import type { paths } from '../../generated/types.ts'
import { AbortError, errorOfStatus } from './errors.ts'
import { log, redacted, type Logger } from './logger.ts'
import { onlyKnown, type ClientOptions, type Fetch, type FileRequestOptions } from './options.ts'
import { pause } from './pause.ts'
import { retryWait } from './retry-wait.ts'
import { address, checked, checkedHeaders, commonHeaders } from './settings.ts'
import { Watchdog } from './watchdog.ts'

/**
 * What one attempt brought.
 * @internal
 */
export interface Answer<Body> {
  body: Body
  response: Response
  /** Still watches over a body that has not been read. */
  watchdog: Watchdog
}

interface Bodies {
  text: string
  stream: ReadableStream<Uint8Array> | null
}

/** Where the service is and how to talk to it; what the stand-alone functions take. */
export class Connection {
  readonly #api
  readonly #fetch: Fetch
  readonly #timeout: number
  readonly #logger: Logger
  /** @internal */
  readonly parseJson: (text: string) => unknown
  /** Attempts after the first. */
  readonly maxRetries: number

  /** @throws UascopeError when there is no key or no address, or an option makes no sense */
  constructor(options: ClientOptions = {}) {
    onlyKnown(options, 'client')
    this.#api = createClient<paths>({ baseUrl: address(options), headers: commonHeaders(options) })
    this.#fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
    this.#timeout = checked('timeout', options.timeout ?? 60_000, 1)
    this.maxRetries = checked('maxRetries', options.maxRetries ?? 2, 0)
    this.#logger = options.logger ?? {}
    this.parseJson = options.parseJson ?? JSON.parse
  }

  /**
   * Makes a request, again where that may help, until `read` has made something of the answer.
   * @internal
   */
  async request<As extends keyof Bodies, T>(
    path: keyof paths,
    query: string,
    options: FileRequestOptions,
    parseAs: As,
    read: (answer: Answer<Bodies[As]>) => T | Promise<T>,
  ): Promise<T> {
    onlyKnown(options, 'call')
    const maxRetries = checked('maxRetries', options.maxRetries ?? this.maxRetries, 0)
    for (let retries = 0; ; retries++) {
      try {
        return await this.#attempt(path, query, options, parseAs, read)
      } catch (error) {
        const wait = retries < maxRetries ? retryWait(error, retries) : undefined
        if (wait === undefined) throw error
        log(this.#logger, 'warn', 'uascope: retrying', { path, retry: retries + 1, waitMs: Math.round(wait), reason: String(error) })
        await pause(wait, options.signal)
      }
    }
  }

  async #attempt<As extends keyof Bodies, T>(
    path: keyof paths,
    query: string,
    options: FileRequestOptions,
    parseAs: As,
    read: (answer: Answer<Bodies[As]>) => T | Promise<T>,
  ): Promise<T> {
    const watchdog = new Watchdog(checked('timeout', options.timeout ?? this.#timeout, 1), options.signal)
    let reading = false
    try {
      const answer = await this.#fetchBody(path, query, options, parseAs, watchdog)
      const result = await read(answer)
      reading = parseAs === 'stream'
      return result
    } finally {
      if (!reading) watchdog.close()
    }
  }

  async #fetchBody<As extends keyof Bodies>(
    path: keyof paths,
    query: string,
    options: FileRequestOptions,
    parseAs: As,
    watchdog: Watchdog,
  ): Promise<Answer<Bodies[As]>> {
    let response: Response | undefined
    const { data, error } = await watchdog
      .within(
        this.#api.GET(path as '/v1/apps', {
          parseAs: parseAs as 'text',
          headers: { ...checkedHeaders(options.headers), ...(options.ifNoneMatch && { 'if-none-match': options.ifNoneMatch }) },
          querySerializer: () => query,
          fetch: async request => (response = await this.#fetchLogged(request, options.headOnly ? 'HEAD' : 'GET', watchdog.signal)),
        }),
      )
      .catch(error => {
        // The status says more than that the error's body broke off.
        if (response === undefined || response.ok || error instanceof AbortError) throw error
        return { data: undefined, error: undefined }
      })
    if (!response!.ok) throw errorOfStatus(response!, error)
    return { body: (data ?? (parseAs === 'text' ? '' : null)) as Bodies[As], response: response!, watchdog }
  }

  async #fetchLogged({ url, headers }: Request, method: 'GET' | 'HEAD', signal: AbortSignal): Promise<Response> {
    const began = Date.now()
    log(this.#logger, 'debug', 'uascope: request', { url, headers: redacted(headers) })
    const response = (await this.#fetch(url, { method, headers: Object.fromEntries(headers), signal })) as Response
    log(this.#logger, 'debug', 'uascope: answer', {
      url,
      status: response.status,
      ms: Date.now() - began,
      headers: redacted(response.headers),
    })
    return response
  }
}
