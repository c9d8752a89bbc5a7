import type { Cohort } from './cohorts.ts'
import { LAST_AGE, revenueBy } from './payers.ts'
import type { Network } from './networks.ts'

/** Revenue by age, up to a scale: 1 at the app's target DSI. */
export type AgeCurve = Float64Array

/** First ages of the bands in which revenue grows at one pace. */
const BANDS = [1, 2, 3, 7, 14, 30, 60, 120] as const
const BAND_OF = Uint8Array.from({ length: LAST_AGE + 1 }, (_, age) => BANDS.filter(first => first <= Math.max(1, age)).length - 1)

/** Prior: revenue grows by this power of age, as in other apps. */
const USUAL_GROWTH = growthWithin(1)
const WEEKS_GROWTH = growthWithin(7)
const DAILY_UNTIL = 60

/** Weight of what was expected, in payers' worth of revenue, and the half-life of what was seen, in days. */
const PRIOR = 20
const HALF_LIFE = 120

/** How revenue grows with age, learned day by day: by the app, then by each network as far as its revenue carries it. */
export class AgeCurves {
  readonly #seen = new Map<Network, { grown: Float64Array; expected: Float64Array }>()

  /** Adds what the cohorts of before `day` earned on it. Revenue counts by all users, so that it is right where attribution is not.
   * @param worth money of a payer */
  observe(cohorts: readonly Cohort[], day: number, worth: number): void {
    const kept = 0.5 ** (1 / HALF_LIFE)
    for (const { grown, expected } of this.#seen.values()) {
      for (let band = 0; band < BANDS.length; band++) {
        grown[band]! *= kept
        expected[band]! *= kept
      }
    }
    for (const cohort of cohorts) {
      const age = day - cohort.day
      if (age < 1 || age > LAST_AGE) continue
      // Old cohorts grow slowly: once a week is enough.
      const days = age > DAILY_UNTIL ? 7 : 1
      if (age % days > 0) continue
      const now = earned(cohort, age)
      if (now === 0) continue
      const before = earned(cohort, age - days)
      const { traits } = cohort.segment.campaign
      let seen = this.#seen.get(traits)
      if (seen === undefined) {
        seen = { grown: new Float64Array(BANDS.length), expected: new Float64Array(BANDS.length) }
        this.#seen.set(traits, seen)
      }
      const band = BAND_OF[age]!
      seen.grown[band]! += (now - before) / worth
      seen.expected[band]! += (before * (days === 1 ? USUAL_GROWTH : WEEKS_GROWTH)[age]!) / worth
    }
  }

  /** The curves as of now: of a network, or of one without revenue so far. */
  curves(targetDsi: number): (network: Network) => AgeCurve {
    const app = new Float64Array(BANDS.length)
    let pace = 1
    for (let band = 0; band < BANDS.length; band++) {
      const sum = (of: 'grown' | 'expected') => [...this.#seen.values()].reduce((total, seen) => total + seen[of][band]!, 0)
      // The young ages have a pace of their own; later, a band resembles the one before.
      pace = (PRIOR * (band < 3 ? 1 : pace) + sum('grown')) / (PRIOR + sum('expected'))
      app[band] = pace
    }
    const known = new Map(
      [...this.#seen].map(([network, { grown, expected }]) => [
        network,
        curveOf(
          app.map((pace, band) => (pace * (PRIOR + grown[band]!)) / (PRIOR + expected[band]! * pace)),
          targetDsi,
        ),
      ]),
    )
    const usual = curveOf(app, targetDsi)
    return network => known.get(network) ?? usual
  }
}

function growthWithin(days: number): Float64Array {
  return Float64Array.from({ length: LAST_AGE + 1 }, (_, age) => (age < days ? 0 : ((age + 1) / (age + 1 - days)) ** 0.38 - 1))
}

function curveOf(paces: Float64Array, targetDsi: number): AgeCurve {
  const curve = new Float64Array(LAST_AGE + 1)
  curve[0] = 1
  for (let age = 1; age <= LAST_AGE; age++) curve[age] = curve[age - 1]! * (1 + USUAL_GROWTH[age]! * paces[BAND_OF[age]!]!)
  const scale = curve[targetDsi]!
  return curve.map(level => level / scale)
}

function earned({ paid, incremental, other }: Cohort, age: number): number {
  return revenueBy(paid, age) + revenueBy(incremental, age) + revenueBy(other, age)
}
