import { type Day, weekdayOf } from '../../core/model/dates.ts'
import { median } from '../model/median.ts'

/** Number of days of comparison, number of days of their level, and the minimum. */
const DAYS = { history: 56, level: 21, least: 14 }
const WEEKDAY_PRIOR = 3
/** Consecutive days beyond the limits that become the new level. */
const ACCEPTED_AFTER = 10
/** Standard deviation of a normal distribution over its median absolute deviation. */
const PER_MAD = 1.4826
/** A day must also exceed the greatest deviation of its history on the same side by this factor, since payments have a heavy tail. */
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
  /** Beyond all limits except the greatest deviation of the history. */
  isLarge: boolean
}

/** Usual values on one day. `greatest`: largest deviations in the history from its present level. */
interface Usual {
  day: Day
  levels: readonly number[]
  sigma: number
  greatest: { up: number; down: number }
}

/** The usual values of one series of logarithms of observed over expected values: level, weekdays and spread from medians of the days before. */
export class Baseline {
  private readonly values: number[] = []
  private readonly days: Day[] = []
  private readonly beyond: number[] = []
  private former: number | undefined
  private usual: Usual | undefined
  /** The last large day, with its direction. */
  private large: { day: Day; sign: number } | undefined

  /**
   * A deviation that already occurred is usual for one day, but not for two in a row.
   * @param floor standard deviation of counts and payments alone
   */
  judge(value: number, day: Day, floor: number, { up, down, sigmas }: Limits): Judgement {
    if (this.values.length < DAYS.least)
      return { deviation: 0, sigma: Infinity, isBeyond: false, isLarge: false }
    const { levels, greatest, ...usual } = this.usualOn(day)
    const sigma = Math.max(usual.sigma, floor)
    const deviation = levels
      .map(level => value - level)
      .reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a))
    const [size, sign] = [Math.abs(deviation), Math.sign(deviation)]
    const isLarge =
      size >= Math.min(up, down) && size >= (sign > 0 ? up : down) && size >= sigmas * sigma
    const isRepeated =
      this.large !== undefined && this.large.day === day - 1 && this.large.sign === sign
    return {
      deviation,
      sigma,
      isBeyond:
        isLarge && (isRepeated || size >= BEYOND_ALL * (sign > 0 ? greatest.up : greatest.down)),
      isLarge,
    }
  }

  /** Adds a day to the usual values. */
  add(value: number, day: Day, judged?: Judgement): void {
    this.beyond.length = 0
    if (judged?.isLarge === true) this.large = { day, sign: Math.sign(judged.deviation) }
    this.push(value, day)
  }

  /** Records a day beyond the limits. Many in a row become the new level; a return to the former level does not deviate either. */
  refuse(value: number, day: Day, { deviation }: Pick<Judgement, 'deviation'>): void {
    this.large = { day, sign: Math.sign(deviation) }
    this.beyond.push(value)
    if (this.beyond.length < ACCEPTED_AFTER) return
    this.former = median(this.values.slice(-DAYS.level))
    const first = day - this.beyond.length + 1
    this.values.length = this.days.length = 0
    this.large = undefined
    const accepted = this.beyond.splice(0)
    // If there are fewer days than a judgment needs, their level is repeated.
    for (let at = accepted.length - DAYS.least; at < accepted.length; at++)
      this.push(accepted[Math.max(0, at)]!, first + at)
  }

  private usualOn(day: Day): Usual {
    if (this.usual?.day === day) return this.usual
    const level = median(this.values.slice(-DAYS.level))
    const rests = this.values.map(value => value - level)
    const weekday = weekdayOf(day)
    const same = rests.filter((_, at) => weekdayOf(this.days[at]!) === weekday)
    const shift = (median(same) * same.length) / (same.length + WEEKDAY_PRIOR)
    this.usual = {
      day,
      levels: (this.former === undefined ? [level] : [level, this.former]).map(
        from => from + shift,
      ),
      sigma: PER_MAD * median(rests.map(Math.abs)),
      greatest: { up: Math.max(0, ...rests), down: -Math.min(0, ...rests) },
    }
    return this.usual
  }

  private push(value: number, day: Day): void {
    this.usual = undefined
    this.values.push(value)
    this.days.push(day)
    if (this.values.length <= DAYS.history) return
    this.values.shift()
    this.days.shift()
  }
}
