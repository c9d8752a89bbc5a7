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

  /** What is under way, or else begins now. */
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

/** What was found by a look at something that others change: used again for a while, and looked at once for all who ask meanwhile. */
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
