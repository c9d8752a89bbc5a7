import { setTimeout as sleep } from 'node:timers/promises'
import { steadyClock } from '../../runtime/shared-work.ts'

/** Interval of probes, ms. */
const BETWEEN = 500

/**
 * A circuit breaker. A hung server accepts statements but never responds; once one has timed out, callers fail immediately until a background
 * probe succeeds.
 */
export class Pulse {
  readonly #probe: () => Promise<unknown>
  #answered = 0
  #isSilent = false
  #isProbing = false
  #isClosed = false

  /** @param probe sends a statement that ends, in time, with `answered` or `silent` */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe
  }

  get isSilent(): boolean {
    return this.#isSilent
  }

  /** Any response counts, including an error. */
  answered(): void {
    this.#answered = steadyClock()
    this.#isSilent = false
  }

  /** A statement sent at this moment timed out. */
  silent(since: number): void {
    if (this.#answered >= since) return
    this.#isSilent = true
    if (!this.#isProbing) void this.#probeUntilAnswered()
  }

  close(): void {
    this.#isClosed = true
  }

  async #probeUntilAnswered(): Promise<void> {
    this.#isProbing = true
    while (this.#isSilent && !this.#isClosed) {
      await this.#probe().catch(() => undefined)
      await sleep(BETWEEN, undefined, { ref: false })
    }
    this.#isProbing = false
  }
}
