/** Requests left to the company's other callers: a tenth of the limit, at most this many. */
const MOST_RESERVED = 6

/** Requests in flight before a response ever said what is left: what a screen needs first. */
const FIRST = 4

/** The rest of the minute is known for this long, ms; then others may have used it, and a single request finds out. */
const KNOWN = 1000

/** After a wait, callers return within this time of each other, ms. */
const SPREAD = 1500

/** The rest of the company's minute, as a response says. */
export interface Left {
  remaining: number
  /** Ms since 1970. */
  resetAt: number
}

/**
 * Paces requests by what is left of the company's rate limit, which all its people share. The less is left, the fewer are in flight at once, so that
 * each sees what the others used; below a reserve they wait for the next minute. Tabs tell each other what is left.
 */
export class Budget {
  readonly #listeners = new Set<() => void>()
  #limit = 60
  #left: Left | null = null
  #readAt = 0
  #blockedUntil = 0
  #inFlight = 0
  #waiting = 0

  /** When the next request may leave, ms since 1970, if one is waiting for the next minute; otherwise null. */
  get waitsUntil(): number | null {
    return this.#waiting > 0 && this.#opensAt() > Date.now() ? this.#opensAt() : null
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Makes a request as soon as it may leave. */
  async spend(request: () => Promise<Response>): Promise<Response> {
    while (true) {
      if (this.#opensAt() > Date.now()) await this.#waitForMinute()
      else if (this.#inFlight >= this.#allowed()) await this.#change()
      else break
    }
    this.#inFlight++
    if (this.#left !== null) this.#left.remaining--
    try {
      return await request()
    } finally {
      this.#inFlight--
      this.#changed()
    }
  }

  /** Reads what a response says is left (draft-ietf-httpapi-ratelimit-headers): `"company";r=12;t=30`. */
  read(headers: { get(name: string): string | null }, status: number): Left | null {
    this.#limit = Number(/;\s*q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1] ?? this.#limit)
    if (status === 429) {
      const retryAfter = Number(headers.get('retry-after') ?? NaN)
      this.#blockedUntil = Date.now() + (Number.isFinite(retryAfter) ? retryAfter : 60) * 1000
      this.#changed()
      return { remaining: 0, resetAt: this.#blockedUntil }
    }
    const window = /;\s*r=(\d+).*;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '')
    if (window === null) return null
    const allowance = { remaining: Number(window[1]), resetAt: Date.now() + Number(window[2]) * 1000 }
    this.apply(allowance)
    return allowance
  }

  /** No request leaves before `until`, ms since 1970: a wait that began before the page was loaded again. */
  block(until: number): void {
    this.#blockedUntil = until
    this.#changed()
  }

  /** Another tab's responses. */
  apply(allowance: Left): void {
    // Responses overtake each other: in the same minute the least counts.
    const isSameMinute = this.#left !== null && Math.abs(this.#left.resetAt - allowance.resetAt) < 1500
    this.#left = { ...allowance, remaining: isSameMinute ? Math.min(this.#left!.remaining, allowance.remaining) : allowance.remaining }
    this.#readAt = Date.now()
    this.#changed()
  }

  /** Requests that may be in flight: one of ten above the reserve. */
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
    await new Promise(resolve => setTimeout(resolve, this.#opensAt() - Date.now() + SPREAD * Math.random()))
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
