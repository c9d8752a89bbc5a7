import { Pool } from 'undici'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** `retryAfter`: whether the response has that header. */
export type Outcome = { status: number; retryAfter: boolean } | { failed: string }

/** Keep-alive connections to one address, opened on demand. If all are busy, a request waits for the first free one. */
export class Connections {
  readonly #pool: Pool
  #isClosed = false

  constructor(url: string, most: number) {
    this.#pool = new Pool(url, { connections: most })
  }

  get count(): number {
    return this.#pool.stats.connected
  }

  /** `done` is not called after `close`. */
  send(request: LoadRequest, done: (outcome: Outcome) => void): void {
    const end = (outcome: Outcome): void => {
      if (!this.#isClosed) done(outcome)
    }
    let response = { status: 0, retryAfter: false }
    this.#pool.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart: (_, status, headers) =>
        (response = { status, retryAfter: 'retry-after' in headers }),
      onResponseEnd: () => end(response),
      onResponseError: (_, error: NodeJS.ErrnoException) =>
        end({ failed: error.code ?? error.message }),
    })
  }

  close(): void {
    this.#isClosed = true
    void this.#pool.destroy()
  }
}
