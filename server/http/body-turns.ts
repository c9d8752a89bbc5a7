/** Bodies up to this size, bytes, are read at once: parsing them takes less than a millisecond. */
const SMALL = 4096

/**
 * Hands out large bodies one per round of the event loop, companies in turn: parsing and checking one may take some milliseconds, and a
 * company may send many at once.
 */
export class BodyTurns {
  /** First company next; no queue is empty. */
  readonly #waiting = new Map<number, (() => void)[]>()

  async take(companyId: number, bytes: number): Promise<void> {
    if (bytes <= SMALL) return
    await new Promise<void>(resolve => {
      if (this.#waiting.size === 0) setImmediate(() => this.#next())
      const queue = this.#waiting.get(companyId)
      if (queue === undefined) this.#waiting.set(companyId, [resolve])
      else queue.push(resolve)
    })
  }

  #next(): void {
    const [companyId, queue] = this.#waiting.entries().next().value!
    queue.shift()!()
    this.#waiting.delete(companyId)
    // To the end of the round.
    if (queue.length > 0) this.#waiting.set(companyId, queue)
    if (this.#waiting.size > 0) setImmediate(() => this.#next())
  }
}
