import { median } from '../model/median.ts'
import type { Kind } from '../model/facts.ts'
import type { Level, Segment, Units } from './segments.ts'
import { sum } from '../../core/formulas/sums.ts'

/** Levels whose sums are compared with the days before, however few their payments. */
const WIDE: ReadonlySet<Level> = new Set(['app', 'platform', 'network'])
const WEEK = 7
/** `accepted`: consecutive days beyond the limits that become the new level. */
const DAYS = { history: 28, least: 14, accepted: 10 }
/** Installs, or rows with revenue, of a usual day. */
const LEAST = { installs: 10, payments: 20 }
const LIMITS = { factor: Math.log(2.2), sigmas: 4.5 }
/** Standard deviation of a normal distribution over the median absolute difference of two values. */
const PER_DIFFERENCE = 1.4826 / Math.SQRT2
/** Share of the usual value that is added to both sides, since 0 has no logarithm. */
const ADDED = 0.02

export type Measure = 'installs' | 'spend' | Kind

/** Sums of wide segments against the medians of 28 days and of the same weekdays, which no single payment moves. */
export class Floor {
  private readonly values = new Map<Measure, number[][]>()
  private readonly beyond = new Map<string, number>()

  /** Segments that are compared, by number, with their units; the app first. */
  readonly wide: readonly [at: number, segment: Segment][]

  constructor({ segments }: Units) {
    this.wide = [...segments.entries()].filter(([, { level }]) => WIDE.has(level))
  }

  /** Adds a day. */
  add(measure: Measure, of: (unit: number) => number, unit: number): void {
    for (const [at, { units }] of this.wide) this.push(measure, at, sum(units, of), unit)
  }

  private push(measure: Measure, segment: number, value: number, unit: number): void {
    const ofMeasure = this.values.get(measure) ?? []
    this.values.set(measure, ofMeasure)
    const values = (ofMeasure[segment] ??= [])
    const key = `${measure} ${segment}`
    const days = this.depart(measure, segment, value, unit).isBeyond
      ? (this.beyond.get(key) ?? 0) + 1
      : 0
    this.beyond.set(key, days)
    values.push(value)
    if (days === DAYS.accepted) values.splice(0, values.length - days)
    else if (values.length > DAYS.history) values.shift()
  }

  /**
   * The smaller of the distances from both medians.
   * @param unit value of one install or payment: few of them are uncertain
   */
  depart(
    measure: Measure,
    segment: number,
    value: number,
    unit: number,
  ): { deviation: number; isBeyond: boolean } {
    const values = this.values.get(measure)?.[segment] ?? []
    const level = median(values)
    const least = measure === 'installs' || measure === 'spend' ? LEAST.installs : LEAST.payments
    const distance = (now: number, from: number): number =>
      Math.log((now + ADDED * level) / (from + ADDED * level))
    const weekday = median(values.filter((_, at) => (values.length - at) % WEEK === 0))
    const [fromLevel, fromWeekday] = [distance(value, level), distance(value, weekday)]
    if (values.length < DAYS.least || !(level >= least * unit) || fromLevel * fromWeekday <= 0)
      return { deviation: 0, isBeyond: false }
    const deviation = Math.abs(fromLevel) < Math.abs(fromWeekday) ? fromLevel : fromWeekday
    const changes = values.slice(WEEK).map((now, at) => Math.abs(distance(now, values[at]!)))
    const sigma = Math.max(PER_DIFFERENCE * median(changes), Math.sqrt(unit / level))
    const isLarge = Math.abs(deviation) >= Math.max(LIMITS.factor, LIMITS.sigmas * sigma)
    return { deviation, isBeyond: isLarge && (deviation < 0 || value > Math.max(...values)) }
  }
}
