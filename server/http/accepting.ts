/** Maximum delay, ms, of a request while connections are accepted, and after it the time of a round in which requests are begun. */
const LONGEST = 30

/**
 * Lets waiting connections in before the next requests are handled. libuv accepts one connection in each round of the event loop (since 1.45,
 * libuv/libuv#3696), so under load each of many new ones would wait for the requests of as many rounds, 8 ms each.
 */
export class Accepting {
  #hasAccepted = false
  /** In ms of `performance.now`; undefined: requests need not wait. */
  #since: number | undefined
  #waiting: (() => void)[] = []

  /** Call for each accepted connection. */
  accepted(): void {
    this.#hasAccepted = true
    if (this.#since !== undefined) return
    this.#since = performance.now()
    setImmediate(this.#endRound)
  }

  /** Calls `handle` now, or after `LONGEST` ms at most and earlier ones. */
  after(handle: () => void): void {
    if (this.#since === undefined) handle()
    else this.#waiting.push(handle)
  }

  readonly #endRound = (): void => {
    if (this.#hasAccepted && performance.now() - this.#since! < LONGEST) {
      this.#hasAccepted = false
      setImmediate(this.#endRound)
      return
    }
    this.#hasAccepted = false
    this.#handleNext(performance.now() + LONGEST)
  }

  #handleNext(until: number): void {
    const handle = this.#waiting.shift()
    if (handle === undefined) {
      this.#since = undefined
      return
    }
    // Once its promises have done what they can at once, such as checks of a long query.
    queueMicrotask(() => {
      process.nextTick(() => {
        if (performance.now() < until) this.#handleNext(until)
        else setImmediate(this.#endRound)
      })
    })
    handle()
  }
}
