import type { AgeCurve } from './age-curves.ts'
import type { Cohort } from './cohorts.ts'
import type { Network } from './networks.ts'
import { revenueBy } from './payers.ts'
import type { Segment } from './segments.ts'

/** Worth of a segment's user by the target DSI, in prices of an install, with its uncertainty. */
export interface Level {
  worth: number
  /** Relative variance of the campaign's departure, and of the country's in it. */
  variance: { campaign: number; country: number }
}

/** Whose revenue: that of paid users, or of all others. */
export interface Users {
  count: (cohort: Cohort) => number
  revenue: (cohort: Cohort, age: number) => number
}

export const paidUsers: Users = {
  count: ({ paidInstalls }) => paidInstalls,
  revenue: ({ paid }, age) => revenueBy(paid, age),
}

export const otherUsers: Users = {
  count: ({ paidInstalls, fullBlendedInstalls }) => fullBlendedInstalls - paidInstalls,
  revenue: ({ incremental, other }, age) => revenueBy(incremental, age) + revenueBy(other, age),
}

/** Days that cohorts count; their weight halves in 28. */
export const WINDOW = 90
export const WEIGHTS = Float64Array.from({ length: WINDOW + 1 }, (_, age) => 0.5 ** (age / 28))

/** How far nodes of each level are expected to depart from the level above (variance), until enough nodes show it; weight in nodes. */
const DEPARTURES = [0.25, 0.01, 0.02, 0.04, 0.02] as const
const PRIOR_NODES = 8

/** Weight of a day in the dispersion. */
const FORGETS = 0.02

/**
 * Levels by credibility (Bühlmann and Straub): the app's, a platform's, a network's on it, a campaign's and a country's in it depart from
 * the level above as far as their revenue carries it. Learned day by day from cohorts of all ages.
 */
export class Levels {
  readonly #users: Users
  /** Variance of revenue over its mean, in prices of an install. */
  dispersion = 60
  #departures: number[] = [...DEPARTURES]

  constructor(users: Users) {
    this.#users = users
  }

  /** @param usual worth of a user, before anything is known */
  fit(
    cohorts: ReadonlyMap<Segment, readonly Cohort[]>,
    day: number,
    { usual, curveOf, priceOf }: { usual: number; curveOf: (network: Network) => AgeCurve; priceOf: (segment: Segment) => number },
  ): Map<Segment, Level> {
    const rows = [...cohorts].map(([segment, own]) => {
      const curve = curveOf(segment.campaign.traits)
      const price = priceOf(segment)
      let [seen, expected] = [0, 0]
      for (let index = own.length - 1; index >= 0; index--) {
        const cohort = own[index]!
        const age = day - cohort.day
        if (age > WINDOW) break
        const users = this.#users.count(cohort)
        if (users === 0) continue
        const weight = WEIGHTS[age]!
        seen += (weight * this.#users.revenue(cohort, age)) / price
        expected += weight * users * curve[age]! * usual
      }
      return { segment, seen, expected, worth: usual, variance: { campaign: 0, country: 0 } }
    })
    this.#learnDispersion(cohorts, day, curveOf, priceOf)
    nodesOf.forEach((nodeOf, depth) => {
      const nodes = new Map<string | Segment, { seen: number; expected: number; factor: number; variance: number }>()
      for (const row of rows) {
        const node = nodes.get(nodeOf(row.segment)) ?? { seen: 0, expected: 0, factor: 1, variance: 0 }
        nodes.set(nodeOf(row.segment), node)
        node.seen += row.seen
        node.expected += (row.expected * row.worth) / usual
      }
      const departure = this.#learnDeparture(depth, [...nodes.values()])
      for (const node of nodes.values()) {
        const own = node.expected / this.dispersion
        node.factor = (1 / departure + node.seen / this.dispersion) / (1 / departure + own)
        node.variance = 1 / (1 / departure + own)
      }
      for (const row of rows) {
        const { factor, variance } = nodes.get(nodeOf(row.segment))!
        row.worth *= factor
        if (depth === 3) row.variance.campaign = variance
        if (depth === 4) row.variance.country = variance
      }
    })
    this.#last = new Map(rows.map(row => [row.segment, row]))
    return this.#last
  }

  #last = new Map<Segment, Level>()

  /** Compares cohorts that are a month old, or else the oldest ones, with yesterday's levels. */
  #learnDispersion(
    cohorts: ReadonlyMap<Segment, readonly Cohort[]>,
    day: number,
    curveOf: (network: Network) => AgeCurve,
    priceOf: (segment: Segment) => number,
  ): void {
    let [squares, weights] = [0, 0]
    for (const [segment, own] of cohorts) {
      const level = this.#last.get(segment)
      const cohort = own.findLast(({ day: on }) => on <= day - 14)
      if (level === undefined || cohort === undefined || cohort.day < day - 30) continue
      const age = day - cohort.day
      const mean = this.#users.count(cohort) * level.worth * curveOf(segment.campaign.traits)[age]!
      if (mean <= 0) continue
      const weight = mean / (mean + this.dispersion)
      squares += (weight * (this.#users.revenue(cohort, age) / priceOf(segment) - mean) ** 2) / mean
      weights += weight
    }
    if (weights === 0) return
    const share = (FORGETS * weights) / (1 + weights)
    this.dispersion = (1 - share) * this.dispersion + share * (squares / weights)
  }

  #learnDeparture(depth: number, nodes: ReadonlyArray<{ seen: number; expected: number }>): number {
    let [squares, weights] = [0, 0]
    for (const { seen, expected } of nodes) {
      if (expected <= 0) continue
      // Nodes count by how well they are known.
      const precision = 1 / (DEPARTURES[depth]! + this.dispersion / expected) ** 2
      squares += precision * ((seen / expected - 1) ** 2 - this.dispersion / expected)
      weights += precision
    }
    const certain = nodes.reduce(
      (sum, { expected }) => sum + (expected > 0 ? (DEPARTURES[depth]! / (DEPARTURES[depth]! + this.dispersion / expected)) ** 2 : 0),
      0,
    )
    const found = weights > 0 ? Math.max(0.001, squares / weights) : DEPARTURES[depth]!
    const now = (PRIOR_NODES * DEPARTURES[depth]! + certain * found) / (PRIOR_NODES + certain)
    return (this.#departures[depth] = 0.95 * this.#departures[depth]! + 0.05 * now)
  }
}

const nodesOf: ReadonlyArray<(segment: Segment) => string | Segment> = [
  () => '',
  ({ campaign }) => String(campaign.platform),
  ({ campaign }) => `${campaign.platform} ${campaign.network}`,
  ({ campaign }) => campaign.key,
  segment => segment,
]
