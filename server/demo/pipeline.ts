import { type AgeCurve, AgeCurves } from './age-curves.ts'
import type { App } from './apps.ts'
import { brokenAttribution } from './attribution.ts'
import type { Cohort } from './cohorts.ts'
import { Levels, otherUsers, paidUsers, WEIGHTS, WINDOW } from './levels.ts'
import type { Level } from './levels.ts'
import type { Network } from './networks.ts'
import { revenueBy } from './payers.ts'
import type { Segment } from './segments.ts'
import { organicValue } from './targets.ts'

/** What the studio's forecasting knew at the end of a day: nothing in it depends on what came later. */
export interface Knowledge {
  day: number
  curveOf: (network: Network) => AgeCurve
  /** Of a segment that had users by then. */
  worthOf: (segment: Segment) => Worth
  /** Install dates whose attribution is known to be wrong. */
  isBroken: (cohort: Cohort) => boolean
}

/** Money per user by the target DSI. */
export interface Worth {
  paid: number
  other: number
  /** Variance of future revenue over its mean, in money. */
  dispersion: { paid: number; other: number }
  variance: Level['variance']
}

/** Revenue of a cohort by a DSI: what is known, and what is expected on top. */
export interface Expected {
  paid: Part
  incremental: Part
  other: Part
}

export interface Part {
  soFar: number
  future: number
}

/**
 * The studio's forecasting of one app, day by day: what a user is worth from credibility-weighted levels, and how revenue grows with age.
 * It is a smaller version of `server/forecast`, which would take minutes for all runs of the demo.
 */
export class Pipeline {
  readonly #app: App
  readonly #curves = new AgeCurves()
  readonly #paid = new Levels(paidUsers)
  readonly #other = new Levels(otherUsers)
  readonly #all: Cohort[] = []
  #recent: Cohort[] = []
  /** Of each segment, in order of days; without those that mislead. */
  readonly #sound = new Map<Segment, Cohort[]>()
  readonly #broken = new Set<string>()
  #prices = new Map<Segment, number>()

  constructor(app: App) {
    this.#app = app
  }

  /** Cohorts of days that follow each other. */
  add(cohorts: readonly Cohort[]): void {
    for (const cohort of cohorts) {
      this.#all.push(cohort)
      this.#recent.push(cohort)
      const own = this.#sound.get(cohort.segment)
      if (own === undefined) this.#sound.set(cohort.segment, [cohort])
      else own.push(cohort)
    }
  }

  /** Takes notice of what was earned on `day`, every day. */
  observe(day: number): void {
    this.#recent = this.#recent.filter(cohort => cohort.day > day - WINDOW)
    this.#quarantine(day)
    this.#curves.observe(this.#all, day, ({ segment }) => (this.#prices.get(segment) ?? this.#app.cpi) * this.#paid.dispersion)
  }

  /** What is known by the end of `day`. */
  learn(day: number): Knowledge {
    const app = this.#app
    const prices = this.#priceSegments(day)
    this.#prices = prices
    const priceOf = (segment: Segment) => prices.get(segment) ?? app.cpi
    const curveOf = this.#curves.curves(app.targetDsi)
    const known = { curveOf, priceOf }
    const paid = this.#paid.fit(this.#sound, day, { ...known, usual: app.targetRoas })
    const other = this.#other.fit(this.#sound, day, { ...known, usual: app.targetRoas * organicValue.full })
    const [paidDispersion, otherDispersion] = [this.#paid.dispersion, this.#other.dispersion]
    const broken = new Set(this.#broken)
    return {
      day,
      curveOf,
      worthOf: segment => {
        const price = priceOf(segment)
        const { worth, variance } = paid.get(segment)!
        return {
          paid: worth * price,
          other: other.get(segment)!.worth * price,
          dispersion: { paid: paidDispersion * price, other: otherDispersion * price },
          variance,
        }
      },
      isBroken: cohort => broken.has(brokenKey(cohort)),
    }
  }

  /** Days of broken attribution mislead levels and prices for good. */
  #quarantine(day: number): void {
    const found = brokenAttribution(this.#recent, day)
    if (found.length === 0) return
    for (const { platform, from, to } of found) {
      for (let on = from; on <= to; on++) this.#broken.add(`${platform} ${on}`)
    }
    for (const [segment, own] of this.#sound)
      this.#sound.set(
        segment,
        own.filter(cohort => !this.#broken.has(brokenKey(cohort))),
      )
  }

  /** Usual cost of a paid install, which says what its users should be worth. */
  #priceSegments(day: number): Map<Segment, number> {
    const prices = new Map<Segment, number>()
    let [allSpend, allInstalls] = [0, 0]
    for (const [segment, own] of this.#sound) {
      let [spend, installs] = [0, 0]
      for (let index = own.length - 1; index >= 0; index--) {
        const cohort = own[index]!
        if (cohort.day <= day - WINDOW) break
        const weight = WEIGHTS[day - cohort.day]!
        spend += weight * cohort.spend
        installs += weight * cohort.paidInstalls
      }
      if (spend > 0 && installs > 0) prices.set(segment, spend / installs)
      allSpend += spend
      allInstalls += installs
    }
    for (const segment of this.#sound.keys()) {
      if (!prices.has(segment)) prices.set(segment, allInstalls > 0 ? allSpend / allInstalls : this.#app.cpi)
    }
    return prices
  }
}

function brokenKey({ segment, day }: Cohort): string {
  return `${segment.campaign.platform} ${day}`
}

/** What was known of a cohort's gross revenue by `dsi`. */
export function expectedBy({ day, curveOf, worthOf }: Knowledge, cohort: Cohort, dsi: number): Expected {
  const { segment, paidInstalls, incrementalBlendedInstalls, fullBlendedInstalls } = cohort
  const age = day - cohort.day
  const soFar = Math.min(dsi, age)
  const curve = curveOf(segment.campaign.traits)
  const growth = dsi > age ? curve[dsi]! - curve[age]! : 0
  const { paid, other } = worthOf(segment)
  return {
    paid: { soFar: revenueBy(cohort.paid, soFar), future: paid * paidInstalls * growth },
    incremental: { soFar: revenueBy(cohort.incremental, soFar), future: other * (incrementalBlendedInstalls - paidInstalls) * growth },
    other: { soFar: revenueBy(cohort.other, soFar), future: other * (fullBlendedInstalls - incrementalBlendedInstalls) * growth },
  }
}
