import type { RecommendationRun } from '../../core/model/catalog.ts'

/** A run as it was served at the end of a day; undefined: now. */
interface Judged {
  run: RecommendationRun
  asOf?: string | undefined
}

/** Runs whose steps are decided one after the other: what all of them need is read once. */
export class SharedReads {
  readonly judged: readonly [Judged, ...Judged[]]
  readonly #readings = new Map<string, Promise<unknown>>()

  constructor(judged: readonly [Judged, ...Judged[]]) {
    this.judged = judged
  }

  /** The first caller's result, by name. */
  once<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
    const reading = (this.#readings.get(name) as Promise<Result> | undefined) ?? read()
    this.#readings.set(name, reading)
    return reading
  }
}
