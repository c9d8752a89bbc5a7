/** Requests that are left for the company's other callers before this page waits. */
const RESERVE = 4

/** After a wait, callers return within this time of each other, ms. */
const SPREAD = 1500

/** What is left of the company's rate limit, which all its people share. Shared by the tabs of a browser. */
export class Budget {
  readonly #listeners = new Set<() => void>()
  #remaining = Infinity
  #resetAt = 0
  #blockedUntil = 0
  #waiting = 0

  /** When the next request may leave, ms since 1970, if one is waiting; otherwise null. */
  get waitsUntil(): number | null {
    return this.#waiting > 0 && this.#opensAt() > Date.now() ? this.#opensAt() : null
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when a request may leave, and counts it. */
  async take(): Promise<void> {
    while (this.#opensAt() > Date.now()) {
      this.#waiting++
      this.#changed()
      await pause(this.#opensAt() - Date.now() + SPREAD * Math.random())
      this.#waiting--
      this.#changed()
    }
    this.#remaining--
  }

  /** Reads what a response says is left (draft-ietf-httpapi-ratelimit-headers): `"company";r=12;t=30`. */
  read(headers: { get(name: string): string | null }, status: number): { remaining: number; resetAt: number } | null {
    const retryAfter = Number(headers.get('retry-after') ?? NaN)
    if (status === 429) {
      this.#blockedUntil = Date.now() + (Number.isFinite(retryAfter) ? retryAfter : 60) * 1000
      this.#changed()
      return { remaining: 0, resetAt: this.#blockedUntil }
    }
    const window = /;\s*r=(\d+).*;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '')
    if (window === null) return null
    const left = { remaining: Number(window[1]), resetAt: Date.now() + Number(window[2]) * 1000 }
    this.apply(left)
    return left
  }

  /** What another tab read. */
  apply({ remaining, resetAt }: { remaining: number; resetAt: number }): void {
    this.#remaining = remaining
    this.#resetAt = resetAt
    this.#changed()
  }

  #opensAt(): number {
    return Math.max(this.#blockedUntil, this.#remaining <= RESERVE ? this.#resetAt : 0)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}
