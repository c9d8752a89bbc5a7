import type { AgeCurve } from './age-curves.ts'
import type { Cohort } from './cohorts.ts'
import { revenueBy } from './payers.ts'

/** Ages at which persistence is learned; between them it is that of the nearest younger one. */
const AGES = [0, 1, 3, 7, 14, 30] as const

/** Prior, and its weight in payers' worth of revenue. */
const USUAL = 0.5
const PRIOR = 200
const KEPT = 0.99

/** How much of a cohort's departure from what was expected of it by an age continues: payers pay again. 0: nothing, 1: all. */
export class Persistence {
  readonly #products = new Float64Array(AGES.length)
  readonly #squares = new Float64Array(AGES.length)

  /** Adds a cohort that has just reached the target DSI. @param worth of its users by then @param dispersion money */
  observe(cohort: Cohort, targetDsi: number, curve: AgeCurve, worth: number, dispersion: number): void {
    if (worth <= 0) return
    AGES.forEach((age, index) => {
      if (age >= targetDsi) return
      const weight = (worth * curve[age]!) / dispersion
      const soFar = revenueBy(cohort.paid, age)
      const before = soFar / (worth * curve[age]!) - 1
      const after = (revenueBy(cohort.paid, targetDsi) - soFar) / (worth * (1 - curve[age]!)) - 1
      // A single big spender must not decide.
      const capped = Math.min(CAP, before)
      this.#products[index]! += weight * capped * Math.min(CAP, after)
      this.#squares[index]! += weight * capped * capped
    })
  }

  /** By age. */
  weights(): Float64Array {
    const learned = AGES.map((_, index) => (PRIOR * USUAL + this.#products[index]!) / (PRIOR + this.#squares[index]!))
    return Float64Array.from({ length: AGES.at(-1)! + 1 }, (_, age) => {
      const index = AGES.findLastIndex(first => first <= age)
      return Math.min(1, Math.max(0, learned[index]!))
    })
  }

  /** A new day. */
  forget(): void {
    for (let index = 0; index < AGES.length; index++) {
      this.#products[index]! *= KEPT
      this.#squares[index]! *= KEPT
    }
  }
}

const CAP = 3
