/** Maximum requests reserved for the company's other callers: a tenth of the limit, up to this number. */
const MOST_RESERVED = 6

/** Maximum concurrent requests before the first response: those a screen needs first. */
const FIRST = 4

/** Maximum age, ms, of the known remainder; then others may have used it, and a single request refreshes it. */
const KNOWN = 1000

/** Callers that waited resume spread over this time, ms. */
const SPREAD = 1500

/** The remainder of the company's minute. */
interface Left {
  remaining: number
  /** Ms since 1970. */
  resetAt: number
}

/**
 * Paces requests by the remainder of the company's rate limit, which all its people share. The smaller it is, the fewer run concurrently, so
 * that each sees the use of others; below a reserve they wait for the next minute.
 */
export class Budget {
  readonly #listeners = new Set<() => void>()
  #limit = 60
  #left: Left | null = null
  #readAt = 0
  #blockedUntil = 0
  #inFlight = 0
  #waiting = 0

  /** When the next request will be sent, ms since 1970, if one waits for the next minute; otherwise null. */
  get waitsUntil(): number | null {
    return this.#waiting > 0 && this.#opensAt() > Date.now() ? this.#opensAt() : null
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sends a request as soon as the budget allows, and reads the remainder from its response. */
  async spend(request: () => Promise<Response>): Promise<Response> {
    while (true) {
      if (this.#opensAt() > Date.now()) await this.#waitForMinute()
      else if (this.#inFlight >= this.#allowed()) await this.#change()
      else break
    }
    this.#inFlight++
    if (this.#left !== null) this.#left.remaining--
    try {
      const response = await request()
      this.read(response)
      return response
    } finally {
      this.#inFlight--
      this.#changed()
    }
  }

  /** Reads the remainder from a response (draft-ietf-httpapi-ratelimit-headers): `"company";r=12;t=30`. */
  read({ headers, status }: Response): void {
    this.#limit = Number(
      /;\s*q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ?? this.#limit,
    )
    if (status === 429) {
      const retryAfter = Number(headers.get('retry-after') ?? NaN)
      this.#blockedUntil = Date.now() + (Number.isFinite(retryAfter) ? retryAfter : 60) * 1000
      this.#changed()
    }
    const window = /;\s*r=(\d+).*;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '')
    if (window === null) return
    const [remaining, resetAt] = [Number(window[1]), Date.now() + Number(window[2]) * 1000]
    // Responses may arrive out of order: in the same minute the smallest remainder counts.
    const isSameMinute = this.#left !== null && Math.abs(this.#left.resetAt - resetAt) < 1500
    this.#left = {
      resetAt,
      remaining: isSameMinute ? Math.min(this.#left!.remaining, remaining) : remaining,
    }
    this.#readAt = Date.now()
    this.#changed()
  }

  /** Maximum concurrent requests: a tenth of the remainder above the reserve. */
  #allowed(): number {
    if (this.#left === null) return FIRST
    if (this.#left.resetAt <= Date.now() || this.#readAt + KNOWN <= Date.now()) return 1
    return Math.max(1, Math.floor((this.#left.remaining - this.#reserve()) / 10))
  }

  #reserve(): number {
    return Math.min(MOST_RESERVED, Math.ceil(this.#limit / 10))
  }

  #opensAt(): number {
    const isUsed = this.#left !== null && this.#left.remaining <= this.#reserve()
    return Math.max(this.#blockedUntil, isUsed ? this.#left!.resetAt : 0)
  }

  async #waitForMinute(): Promise<void> {
    this.#waiting++
    this.#changed()
    await new Promise(resolve =>
      setTimeout(resolve, this.#opensAt() - Date.now() + SPREAD * Math.random()),
    )
    this.#waiting--
    this.#changed()
  }

  #change(): Promise<void> {
    return new Promise(resolve => {
      const stop = this.subscribe(() => {
        stop()
        resolve()
      })
    })
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
