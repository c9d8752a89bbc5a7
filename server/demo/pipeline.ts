import { type AgeCurve, AgeCurves } from './age-curves.ts'
import type { App } from './apps.ts'
import { brokenAttribution } from './attribution.ts'
import type { Cohort } from './cohorts.ts'
import { Levels, otherUsers, paidUsers, WEIGHTS, WINDOW } from './levels.ts'
import type { Level } from './levels.ts'
import type { Network } from './networks.ts'
import { type Revenue, revenueBy } from './payers.ts'
import { Persistence } from './persistence.ts'
import type { Segment } from './segments.ts'
import { organicValue } from './targets.ts'

/** Knowledge of the studio's forecasting at the end of a day; it depends on nothing later. */
export interface Knowledge {
  day: number
  curveOf: (network: Network) => AgeCurve
  /** Worth of a segment that had users by then. */
  worthOf: (segment: Segment) => Worth
  /** How much of a cohort's departure from what was expected by an age continues, 0 to 1. */
  persistenceAt: (age: number) => number
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
 * It is a smaller version of `server/forecast`, which takes 8 s of CPU for all runs of the demo, with a backtest for every fourth.
 */
export class Pipeline {
  readonly #app: App
  readonly #curves = new AgeCurves()
  readonly #persistence = new Persistence()
  readonly #paid = new Levels(paidUsers)
  readonly #other = new Levels(otherUsers)
  readonly #all: Cohort[] = []
  #recent: Cohort[] = []
  /** Cohorts of each segment by day, without misleading ones. */
  readonly #sound = new Map<Segment, Cohort[]>()
  readonly #broken = new Set<string>()
  /** The newest day whose cohorts have reached the target DSI. */
  #matured = -Infinity

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
    this.#curves.observe(this.#all, day, this.#app.cpi * this.#paid.dispersion)
  }

  /** Knowledge at the end of `day`. */
  learn(day: number): Knowledge {
    const app = this.#app
    const prices = this.#prices(day)
    const priceOf = (segment: Segment) => prices.get(segment) ?? app.cpi
    const curveOf = this.#curves.curves(app.targetDsi)
    const known = { curveOf, priceOf }
    const paid = this.#paid.fit(this.#sound, day, { ...known, usual: app.targetRoas })
    const other = this.#other.fit(this.#sound, day, { ...known, usual: app.targetRoas * organicValue.full })
    this.#persistence.forget()
    for (const cohort of this.#recent) {
      const age = day - cohort.day
      // A day's cohorts may be looked at after a weekend.
      if (age < app.targetDsi || cohort.day <= this.#matured || this.#broken.has(brokenKey(cohort))) continue
      const price = priceOf(cohort.segment)
      const worth = cohort.paidInstalls * paid.get(cohort.segment)!.worth * price
      this.#persistence.observe(cohort, app.targetDsi, curveOf(cohort.segment.campaign.traits), worth, this.#paid.dispersion * price)
    }
    this.#matured = day - app.targetDsi
    const persistence = this.#persistence.weights()
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
      persistenceAt: age => persistence[Math.min(age, persistence.length - 1)]!,
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
  #prices(day: number): Map<Segment, number> {
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

/** A cohort's gross revenue by `dsi`, as known then. */
export function expectedBy({ day, curveOf, worthOf, persistenceAt }: Knowledge, cohort: Cohort, dsi: number): Expected {
  const { segment, paidInstalls, incrementalBlendedInstalls, fullBlendedInstalls } = cohort
  const age = day - cohort.day
  const curve = curveOf(segment.campaign.traits)
  const growth = dsi > age ? curve[dsi]! - curve[age]! : 0
  const { paid, other } = worthOf(segment)
  const own = persistenceAt(age)
  const growing = { age, dsi, growth, own, reached: curve[age]! }
  return {
    paid: partOf(cohort.paid, paid, paidInstalls, growing),
    incremental: partOf(cohort.incremental, other, incrementalBlendedInstalls - paidInstalls, growing),
    other: partOf(cohort.other, other, fullBlendedInstalls - incrementalBlendedInstalls, growing),
  }
}

interface Growing {
  age: number
  dsi: number
  /** The curve's growth from age to DSI, and its level at that age. */
  growth: number
  reached: number
  own: number
}

function partOf(revenue: Revenue, worth: number, users: number, { age, dsi, growth, own, reached }: Growing): Part {
  const soFar = revenueBy(revenue, Math.min(dsi, age))
  return { soFar, future: growth === 0 ? 0 : ((1 - own) * worth * users + (own * soFar) / reached) * growth }
}
