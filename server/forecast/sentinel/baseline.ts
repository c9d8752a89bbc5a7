import { type Day, weekdayOf } from '../../model/days.ts'

/** Days that a day is compared with, those of its level, and the fewest. */
const DAYS = { history: 56, level: 21, least: 14 }
const WEEKDAY_PRIOR = 3
/** Consecutive days beyond the limits after which they are the new level. */
const ACCEPTED_AFTER = 10
/** Standard deviation of a normal distribution over its median absolute deviation. */
const PER_MAD = 1.4826
/** A day must also exceed the greatest deviation of its history on the same side by this factor: payments have a heavy tail. */
const BEYOND_ALL = 1.05

export interface Limits {
  /** Smallest deviation of the logarithm, upwards and downwards. */
  up: number
  down: number
  /** In standard deviations. */
  sigmas: number
}

export interface Judgement {
  deviation: number
  sigma: number
  isBeyond: boolean
}

/** What is usual of one series of logarithms of observed over expected values: level, weekdays and spread by medians of the days before. */
export class Baseline {
  private readonly values: number[] = []
  private readonly days: Day[] = []
  private readonly beyond: number[] = []
  private former: number | undefined

  /** @param floor standard deviation of counts and payments alone */
  judge(value: number, day: Day, floor: number, { up, down, sigmas }: Limits): Judgement {
    const least = Math.min(up, down)
    if (this.values.length < DAYS.least) return { deviation: 0, sigma: Infinity, isBeyond: false }
    const level = median(this.values.slice(-DAYS.level))
    const rests = this.values.map(one => one - level)
    const weekday = weekdayOf(day)
    const same = rests.filter((_, at) => weekdayOf(this.days[at]!) === weekday)
    const usual = (median(same) * same.length) / (same.length + WEEKDAY_PRIOR)
    const sizes = rests.map(Math.abs)
    const sigma = Math.max(PER_MAD * median(sizes), floor)
    const distances = [level, ...(this.former === undefined ? [] : [this.former])].map(from => value - from - usual)
    const deviation = distances.reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one))
    const size = Math.abs(deviation)
    const most = rests.reduce(
      (largest, rest) => (Math.sign(rest) === Math.sign(deviation) ? Math.max(largest, Math.abs(rest)) : largest),
      0,
    )
    const isBeyond = size >= least && (deviation > 0 ? size >= up : size >= down) && size >= sigmas * sigma && size >= BEYOND_ALL * most
    return { deviation, sigma, isBeyond }
  }

  /** The day counts towards what is usual. */
  add(value: number, day: Day): void {
    this.beyond.length = 0
    this.push(value, day)
  }

  /** The day was beyond the limits. Many in a row become the new level; a return to the former level does not deviate either. */
  refuse(value: number, day: Day): void {
    this.beyond.push(value)
    if (this.beyond.length < ACCEPTED_AFTER) return
    this.former = median(this.values.slice(-DAYS.level))
    const first = day - this.beyond.length + 1
    this.values.length = this.days.length = 0
    const accepted = this.beyond.splice(0)
    // The level of fewer days than are needed to judge is repeated.
    for (let at = accepted.length - DAYS.least; at < accepted.length; at++) this.push(accepted[Math.max(0, at)]!, first + at)
  }

  private push(value: number, day: Day): void {
    this.values.push(value)
    this.days.push(day)
    if (this.values.length <= DAYS.history) return
    this.values.shift()
    this.days.shift()
  }
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
