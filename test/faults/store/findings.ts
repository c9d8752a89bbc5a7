import type { Test } from 'tap'

/** What many trials found, by kind: a table of counts with one example each instead of thousands of lines. */
export class Findings {
  readonly #kinds = new Map<string, { count: number; example: string }>()

  add(kind: string, example: string): void {
    const known = this.#kinds.get(kind)
    if (known === undefined) this.#kinds.set(kind, { count: 1, example })
    else known.count++
  }

  /** Fails with the table unless it is empty. */
  none(t: Test, message: string): void {
    t.strictSame(
      [...this.#kinds].map(([kind, { count, example }]) => `${count} x ${kind}, first: ${example}`),
      [],
      message,
    )
  }
}
