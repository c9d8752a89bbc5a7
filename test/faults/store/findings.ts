import type { Test } from 'tap'

/** What many trials found, by kind: a count and one example of each instead of thousands of lines. */
export class Findings {
  readonly #kinds = new Map<string, { count: number; example: string }>()

  add(kind: string, example: string): void {
    const known = this.#kinds.get(kind)
    if (known === undefined) this.#kinds.set(kind, { count: 1, example })
    else known.count++
  }

  /** Fails once for each kind. */
  none(t: Test, message: string): void {
    for (const [kind, { count, example }] of this.#kinds)
      t.fail(`${kind}: ${count} times, first: ${example}`, { at: null, stack: '' })
    t.equal(this.#kinds.size, 0, message)
  }
}
