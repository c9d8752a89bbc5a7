import { steadyClock } from '../../model/shared-work.ts'

/** Interval of probes, ms. */
const BETWEEN = 500

/**
 * A circuit breaker. A hung server accepts statements and stays silent; after that, one probe at a time checks it while other callers fail
 * at once.
 */
export class Pulse {
  #answered = 0
  #isSilent = false
  #asked = 0

  mayAsk(): boolean {
    const now = steadyClock()
    if (this.#isSilent && now - this.#asked < BETWEEN) return false
    this.#asked = now
    return true
  }

  /** Any response counts, including an error. */
  answered(): void {
    this.#answered = steadyClock()
    this.#isSilent = false
  }

  /** A statement sent at this moment timed out. */
  silent(since: number): void {
    if (this.#answered < since) this.#isSilent = true
  }
}
