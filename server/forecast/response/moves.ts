import { median } from 'simple-statistics'
import { type Lasting, lastingOf } from './follows.ts'
import { expectedSteps } from './steps.ts'

/** Smallest jump, as a logarithm. */
const SMALLEST = 0.06
/** Minimum probability of a jump on a day or its neighbors. */
const LIKELY = 0.5
/** Minimum standard deviation of levels, and of days, as logarithms. */
const LEAST_SPREAD = 0.1
const LEAST_NOISE = 0.01
/** Standard deviation of a normal distribution over its median absolute deviation. */
const PER_MAD = 1.4826
const MOST_UNSURE = 0.5
/** Minimum share of a jump within one day: slower changes may follow demand, and show nothing. */
const SHARP = 0.5
/** Minimum size of a jump where spend follows demand, in deviations of the difference between the mean spend of adjacent spans of days. */
const CLEAR = 5
const SPAN = 3
/** Days after a campaign's start in which the network learns. */
const LEARNING = 10
/** Minimum share of days with spend; campaigns below it buy in flights. */
const LEAST_SHARE = 0.6

/** Logarithm of spend, split into manager moves and the rest. */
export interface Moves {
  /** Sum of the jumps so far, relative to the first day. */
  moved: Float64Array
  /** Other possible steps, and days' deviations from all steps; NaN on days without spend, or while the network learns. */
  slow: Float64Array
  fast: Float64Array
  jumps: { day: number; size: number }[]
  /** Variance of the errors of jumps, divided by the sum of their squares. */
  unsure: number
  lasting: Lasting
}

interface About {
  /** Whether the network's spend follows demand, which makes steps of its own: only larger ones are jumps. */
  follows?: boolean
  /** The part of spend in common with the day's demand. */
  shared?: Float64Array
}

/**
 * Separates jumps, which managers make, from all other changes of spend, which networks make as demand allows.
 * Null if the campaign spends too rarely.
 */
export function findMoves(
  spend: Float64Array,
  { follows = false, shared }: About = {},
): Moves | null {
  const x = Float64Array.from(spend, value => (value > 0 ? Math.log(value) : NaN))
  const first = spend.findIndex(value => value > 0)
  const last = spend.findLastIndex(value => value > 0)
  const known = x.filter(value => !Number.isNaN(value)).length
  if (first < 0 || known < 14 || known < LEAST_SHARE * (last - first + 1)) return null
  if (first > 0) x.fill(NaN, first, Math.min(x.length, first + LEARNING))
  const even = centered(
    withoutWeekdays(shared === undefined ? x : x.map((value, t) => value - shared[t]!)),
  )
  const days = [...even.keys()].filter(t => !Number.isNaN(even[t]!))
  const values = days.map(t => even[t]!)
  const sigma =
    (PER_MAD * median(values.slice(1).map((value, at) => Math.abs(value - values[at]!)))) /
    Math.SQRT2
  const noise = Math.max(sigma, LEAST_NOISE) ** 2
  const spread = Math.max(
    LEAST_SPREAD ** 2,
    values.reduce((sum, value) => sum + value ** 2, 0) / values.length - noise,
  )
  const { level, chance } = expectedSteps(values, noise, spread)
  const spans = days.map(t => mean(even, t, t + SPAN) - mean(even, t - SPAN, t))
  const usual = follows
    ? PER_MAD * median(spans.filter(change => !Number.isNaN(change)).map(Math.abs))
    : 0
  const smallest = Math.max(SMALLEST, CLEAR * usual)
  const moved = new Float64Array(x.length)
  const jumps: Moves['jumps'] = []
  for (const at of likely(chance)) {
    const [from, to] = [Math.max(0, at - 2), Math.min(values.length - 1, at + 1)]
    const size = level[to]! - level[from]!
    const day = days[at]!
    if (Math.abs(size) < smallest || (even[day]! - mean(even, day - 2, day)) / size < SHARP)
      continue
    jumps.push({ day, size })
    // Demand helped a jump where it was found.
    const own = 1 - usual / Math.abs(size)
    // The day is uncertain: the jump is spread in proportion to its probability.
    for (let k = from + 1; k <= to; k++)
      for (let t = days[k]!; t < x.length; t++) moved[t]! += own * (level[k]! - level[k - 1]!)
  }
  const steps = new Float64Array(x.length).fill(NaN)
  days.forEach((t, at) => (steps[t] = level[at]!))
  return {
    moved,
    slow: centered(steps.map((value, t) => value - moved[t]!)),
    fast: centered(x.map((value, t) => value - steps[t]!)),
    jumps,
    unsure: unsureShare(jumps, noise, usual, days),
    lasting: lastingOf(values.map((value, at) => value - level[at]!)),
  }
}

/** Indexes whose step probability is the local maximum, and large enough with its neighbors'. */
function likely(chance: Float64Array): number[] {
  const of = (at: number): number => chance[at] ?? 0
  return [...chance.keys()].filter(
    at =>
      at > 0 &&
      of(at) >= of(at - 1) &&
      of(at) > of(at + 1) &&
      of(at - 1) + of(at) + of(at + 1) >= LIKELY,
  )
}

/** A size has the error of the mean over the days up to the adjacent jumps, and that of demand's usual change. */
function unsureShare(
  jumps: Moves['jumps'],
  noise: number,
  usual: number,
  days: readonly number[],
): number {
  let [errors, squares] = [0, 0]
  jumps.forEach(({ day, size }, k) => {
    const before = day - (jumps[k - 1]?.day ?? days[0]!)
    const after = (jumps[k + 1]?.day ?? days.at(-1)! + 1) - day
    errors += noise * (1 / before + 1 / after) + usual ** 2
    squares += size ** 2
  })
  return squares === 0 ? 0 : Math.min(MOST_UNSURE, errors / squares)
}

function centered(x: Float64Array): Float64Array {
  const usual = mean(x, 0, x.length)
  return x.map(value => value - usual)
}

/** Removes the usual effect of weekdays, a median of differences from the surrounding week. */
function withoutWeekdays(x: Float64Array): Float64Array {
  const off = x.map((value, t) => value - mean(x, t - 3, t + 4))
  const usual = Array.from({ length: 7 }, (_, weekday) => {
    const same = [...off].filter((value, t) => t % 7 === weekday && !Number.isNaN(value))
    return same.length === 0 ? 0 : median(same)
  })
  return x.map((value, t) => value - usual[t % 7]!)
}

/** Mean of the known days from one to before another; NaN without any. */
function mean(x: Float64Array, from: number, to: number): number {
  let [sum, count] = [0, 0]
  for (let t = Math.max(0, from); t < Math.min(x.length, to); t++) {
    if (Number.isNaN(x[t]!)) continue
    sum += x[t]!
    count++
  }
  return sum / count
}
