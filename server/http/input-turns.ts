/** Maximum size, bytes, of bodies and queries that are parsed immediately, in less than a millisecond. */
export const SMALL_INPUT = 4096

/**
 * Releases large bodies and queries, and messages of batches, one per round of the event loop, companies in turn: each may take some
 * milliseconds, and a company may send many at once.
 */
export class InputTurns {
  /** The next company is first; no queue is empty. */
  readonly #waiting = new Map<number, (() => void)[]>()

  next(companyId: number): Promise<void> {
    return new Promise<void>(resolve => {
      if (this.#waiting.size === 0) setImmediate(() => this.#next())
      const queue = this.#waiting.get(companyId)
      if (queue === undefined) this.#waiting.set(companyId, [resolve])
      else queue.push(resolve)
    })
  }

  #next(): void {
    const [next] = this.#waiting
    if (next === undefined) return
    const [companyId, queue] = next
    queue.shift()?.()
    this.#waiting.delete(companyId)
    // The company moves to the end of the round.
    if (queue.length > 0) this.#waiting.set(companyId, queue)
    if (this.#waiting.size > 0) setImmediate(() => this.#next())
  }
}
