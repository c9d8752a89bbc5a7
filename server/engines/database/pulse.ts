import { steadyClock } from '../../model/shared-work.ts'

/** Milliseconds between questions to a server that is silent. */
const BETWEEN = 500

/**
 * Whether a server answers at all. One that hangs takes questions and says nothing: whoever asked waits to the end of his time. Once that has happened,
 * and nothing succeeds, only one probe at a time checks whether it is back; other callers fail immediately.
 */
export class Pulse {
  #answered = 0
  #isSilent = false
  #asked = 0

  /** Whether one more may ask. */
  mayAsk(): boolean {
    const now = steadyClock()
    if (this.#isSilent && now - this.#asked < BETWEEN) return false
    this.#asked = now
    return true
  }

  /** It said something, be it an error. */
  answered(): void {
    this.#answered = steadyClock()
    this.#isSilent = false
  }

  /** Who asked at this moment of the steady clock has waited in vain. */
  silent(since: number): void {
    if (this.#answered < since) this.#isSilent = true
  }
}
