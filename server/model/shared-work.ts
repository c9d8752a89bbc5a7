import type { Work } from './work.ts'

/** Work under way. */
interface Shared<Result> {
  result: Promise<Result>
  /** Callers who wait for it. */
  waiting: number
  /** Ends it. */
  given: AbortController
}

/**
 * Shares one run of the work among a company's concurrent callers; aborts it when the last one disconnects.
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
        // Later callers restart: this one will fail.
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

/** A clock that is never set: milliseconds that only grow. */
export type SteadyClock = () => number

export const steadyClock: SteadyClock = () => performance.now()

/** Work that is done once for all who ask while it is under way, and of which nothing is kept afterwards. May it be given up: `SharedWork`. */
export class SingleFlight<Result> {
  readonly #task: () => Promise<Result>
  #underWay: Promise<Result> | undefined

  constructor(task: () => Promise<Result>) {
    this.#task = task
  }

  /** The running work, or new work. */
  join(): Promise<Result> {
    return (this.#underWay ??= this.#task().finally(() => {
      this.#underWay = undefined
    }))
  }

  /** Begins now, after what is under way: that may have begun before the latest change. */
  async begin(): Promise<Result> {
    // Whether it fails is for those who wait for it.
    await this.#underWay?.catch(() => undefined)
    return await this.join()
  }
}

/** Caches a value that others change: reused for a while, refreshed once for all concurrent callers. */
export class Fresh<Value> {
  readonly #clock: SteadyClock
  readonly #look: SingleFlight<Value>
  #found: { value: Value; at: number } | undefined

  constructor(look: () => Promise<Value>, clock: SteadyClock = steadyClock) {
    this.#clock = clock
    this.#look = new SingleFlight(async () => {
      const at = clock()
      const value = await look()
      this.#found = { value, at }
      return value
    })
  }

  /** As it was at most `age` milliseconds ago. Rejects as the look does, which is not kept: the next one looks again. */
  async within(age: number): Promise<Value> {
    const found = this.#found
    return found !== undefined && this.#clock() - found.at < age ? found.value : await this.#look.join()
  }

  /** As it is now. */
  now(): Promise<Value> {
    return this.#look.begin()
  }
}
