/** So many that may do something at once; the others wait, in the order in which they came. */
export class Permits {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(count: number) {
    this.#free = count
  }

  /**
   * Whether there was a permit within `time` milliseconds, which is to be given back then.
   * @throws the signal's reason
   */
  async take(time: number, signal?: AbortSignal): Promise<boolean> {
    signal?.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
      return true
    }
    return await new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(taken)
        clearTimeout(timer)
        signal?.removeEventListener('abort', unwanted)
      }
      const taken = (): void => {
        stop()
        resolve(true)
      }
      const unwanted = (): void => {
        stop()
        reject(signal!.reason as Error)
      }
      const timer = setTimeout(() => {
        stop()
        resolve(false)
      }, time)
      signal?.addEventListener('abort', unwanted, { once: true })
      this.#waiting.add(taken)
    })
  }

  give(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#free++
    else next()
  }
}
