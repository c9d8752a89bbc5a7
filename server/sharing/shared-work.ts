import type { Work } from '../model/work.ts'

/** Work under way. */
interface Shared<Result> {
  result: Promise<Result>
  /** Callers who wait for it. */
  waiting: number
  /** Ends it. */
  given: AbortController
}

/**
 * Does the same work once for all callers of a company who ask for it meanwhile, and gives it up when the last of them went away.
 * Companies share nothing: else one would wait where another one's work waits.
 */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, Shared<Result>>()

  /** What `start` makes, or the same work that began before. Rejects as that does, and when the caller's signal fires. */
  async join(name: string, work: Work, start: (work: Work) => Promise<Result>): Promise<Result> {
    const { companyId, signal } = work
    signal.throwIfAborted()
    const key = `${companyId} ${name}`
    const shared = this.#underWay.get(key) ?? this.#begin(key, companyId, start)
    shared.waiting++
    return new Promise<Result>((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error)
        if (--shared.waiting > 0) return
        // Whoever asks from now on begins anew: this one is about to fail.
        this.#forget(key, shared)
        shared.given.abort(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      shared.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }

  #begin(key: string, companyId: number | null, start: (work: Work) => Promise<Result>): Shared<Result> {
    const given = new AbortController()
    const result = Promise.resolve().then(() => start({ companyId, signal: given.signal }))
    const shared: Shared<Result> = { result, waiting: 0, given }
    this.#underWay.set(key, shared)
    const forget = (): void => this.#forget(key, shared)
    result.then(forget, forget)
    return shared
  }

  #forget(key: string, shared: Shared<Result>): void {
    if (this.#underWay.get(key) === shared) this.#underWay.delete(key)
  }
}
