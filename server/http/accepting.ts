/** Maximum delay, ms, of a request while connections are accepted. */
const LONGEST = 30

/**
 * Lets waiting connections in before the next requests are handled. libuv accepts one connection in each round of the event loop (since 1.45,
 * libuv/libuv#3696), so under load each of many new ones would wait for the requests of as many rounds, 8 ms each.
 */
export class Accepting {
  #hasAccepted = false
  /** In ms of `performance.now`; undefined: no connection was accepted in the last round. */
  #since: number | undefined
  #waiting: (() => void)[] = []

  /** Call for each accepted connection. */
  accepted(): void {
    this.#hasAccepted = true
    if (this.#since !== undefined) return
    this.#since = performance.now()
    setImmediate(this.#endRound)
  }

  /** Calls `handle` now or within `LONGEST` ms, after earlier ones. */
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
    const waiting = this.#waiting
    this.#waiting = []
    this.#hasAccepted = false
    this.#since = undefined
    for (const handle of waiting) handle()
  }
}
