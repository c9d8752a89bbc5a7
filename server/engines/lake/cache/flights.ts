interface Waiting<Result> {
  resolve(result: Result): void
  reject(error: Error): void
}

interface Flight<Result> {
  waiting: Set<Waiting<Result>>
  given: AbortController
}

/** Does the same work once for all who ask for it meanwhile, and gives it up when the last of them went away. */
export class Flights<Result> {
  readonly #underWay = new Map<string, Flight<Result>>()

  /**
   * What `start` makes, or the same work that began before. Rejects as that does, and with the reason of the signal when it fires. `take` is called for
   * each who gets the result, for all of them before anything else happens.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<Result>, take: (result: Result) => void): Promise<Result> {
    if (signal.aborted) return Promise.reject(signal.reason as Error)
    const flight = this.#underWay.get(key) ?? this.#begin(key, start)
    return new Promise<Result>((resolve, reject) => {
      const leave = (): void => {
        reject(signal.reason as Error)
        flight.waiting.delete(waiting)
        if (flight.waiting.size > 0) return
        // Whoever asks from now on begins anew: this one is about to fail.
        if (this.#underWay.get(key) === flight) this.#underWay.delete(key)
        flight.given.abort(signal.reason)
      }
      const waiting: Waiting<Result> = {
        resolve(result) {
          signal.removeEventListener('abort', leave)
          take(result)
          resolve(result)
        },
        reject(error) {
          signal.removeEventListener('abort', leave)
          reject(error)
        },
      }
      flight.waiting.add(waiting)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Gives everything up. */
  end(reason: Error): void {
    for (const { waiting, given } of this.#underWay.values()) {
      for (const one of waiting) one.reject(reason)
      waiting.clear()
      given.abort(reason)
    }
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const flight: Flight<Result> = { waiting: new Set(), given: new AbortController() }
    this.#underWay.set(key, flight)
    const end = (tell: (waiting: Waiting<Result>) => void): void => {
      if (this.#underWay.get(key) === flight) this.#underWay.delete(key)
      for (const waiting of flight.waiting) tell(waiting)
    }
    Promise.resolve()
      .then(() => start(flight.given.signal))
      .then(
        result => end(waiting => waiting.resolve(result)),
        (error: Error) => end(waiting => waiting.reject(error)),
      )
    return flight
  }
}
