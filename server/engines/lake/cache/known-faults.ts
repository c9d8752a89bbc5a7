/** How long, in ms, an object that was no good is not asked for again. */
const FAULT_MS = 5000
const MOST_KNOWN = 10_000

/** Objects that were found to be missing or damaged a short while ago: else each request would fetch them anew. */
export class KnownFaults {
  readonly #known = new Map<string, { error: Error; until: number }>()

  /** @throws the error that was found */
  check(key: string): void {
    const known = this.#known.get(key)
    if (known === undefined) return
    if (performance.now() < known.until) throw known.error
    this.#known.delete(key)
  }

  add(key: string, error: Error): void {
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    this.#known.set(key, { error, until: performance.now() + FAULT_MS })
  }
}
