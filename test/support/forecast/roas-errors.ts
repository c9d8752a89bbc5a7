import type { Chance } from '../../../scripts/lab/world/chance.ts'

/** Standard deviations of the errors of predicted ROAS, as logarithms: a campaign's own, one of all campaigns, and one of the newest days. */
const OWN = 0.25
const SHARED = 0.1
const FRESH = 0.1
/** Share of an error that remains a week later. */
const LASTS = 0.9

/** Of a prediction. */
export const ROAS_DEVIATION = Math.hypot(OWN, SHARED)

/** A factor on the ROAS of each campaign's call, and on that of its newest days. */
export type WeekErrors = readonly { call: number; newest: number }[]

/** Errors that last, as those of a model do that misreads a campaign or a season. */
export class LastingErrors {
  readonly #random: Chance
  readonly #own: number[]
  #shared: number

  constructor(campaigns: number, random: Chance) {
    this.#random = random
    this.#own = Array.from({ length: campaigns }, () => OWN * random.normal())
    this.#shared = SHARED * random.normal()
  }

  /** The errors of a week; the week after has others. */
  next(): WeekErrors {
    const on = (error: number, sd: number): number =>
      LASTS * error + Math.sqrt(1 - LASTS ** 2) * sd * this.#random.normal()
    const week = this.#own.map(own => {
      const call = Math.exp(own + this.#shared)
      return { call, newest: call * Math.exp(FRESH * this.#random.normal()) }
    })
    this.#own.forEach((own, campaign) => (this.#own[campaign] = on(own, OWN)))
    this.#shared = on(this.#shared, SHARED)
    return week
  }
}
