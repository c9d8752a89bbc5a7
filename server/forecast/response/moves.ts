import { median } from 'simple-statistics'

/** Days on either side that measure a jump. */
const MEASURED = 10
/** Smallest jump, as a logarithm. */
const SMALLEST = 0.06
/** Cost of a jump, in variances of a day times the logarithm of days: 2 is that of Schwarz, for size and place. */
const PENALTY = 3
/** Standard deviation of a normal distribution over its median absolute deviation. */
const PER_MAD = 1.4826
/** Share of a jump that happens within one day: slower changes may follow demand, and tell nothing. */
const SHARP = 0.5
/** Days after the start of a campaign in which the network learns. */
const LEARNING = 10
/** Campaigns that spend on fewer days buy in flights. */
const LEAST_SHARE = 0.6

/** Logarithm of spend, split into what a manager moved and the rest. */
export interface Moves {
  /** Sum of the jumps so far, relative to the first day. */
  moved: Float64Array
  /** The other deviations from the mean, of a week, and of a day from its week; NaN on days without spend, or while the network learns. */
  slow: Float64Array
  fast: Float64Array
  jumps: { day: number; size: number }[]
}

/**
 * Separates jumps, which managers make, from all other changes of spend, which networks make as demand allows.
 * Null if the campaign spends too rarely.
 */
export function findMoves(spend: Float64Array, shared?: Float64Array): Moves | null {
  const x = Float64Array.from(spend, value => (value > 0 ? Math.log(value) : NaN))
  const first = spend.findIndex(value => value > 0)
  const last = spend.findLastIndex(value => value > 0)
  const known = x.filter(value => !Number.isNaN(value)).length
  if (first < 0 || known < 14 || known < LEAST_SHARE * (last - first + 1)) return null
  if (first > 0) x.fill(NaN, first, Math.min(x.length, first + LEARNING))
  const even = withoutWeekdays(shared === undefined ? x : x.map((value, t) => value - shared[t]!))
  const days = [...even.keys()].filter(t => !Number.isNaN(even[t]!))
  const sigma = (PER_MAD * median(days.slice(1).map((t, at) => Math.abs(even[t]! - even[days[at]!]!)))) / Math.SQRT2
  const values = days.map(t => even[t]!)
  const bounds = changes(values, PENALTY * Math.log(values.length) * Math.max(sigma, 0.01) ** 2).map(at => days[at]!)
  const jumps = bounds
    .map((day, k) => {
      const from = Math.max(day - MEASURED, bounds[k - 1] ?? 0)
      const to = Math.min(day + MEASURED, bounds[k + 1] ?? x.length)
      const size = mean(even, day, to) - mean(even, from, day)
      return { day, size, error: sigma ** 2 * (1 / (to - day) + 1 / (day - from)) }
    })
    .filter(({ day, size }) => Math.abs(size) >= SMALLEST && (even[day]! - mean(even, day - 2, day)) / size >= SHARP)
  const square = jumps.reduce((sum, { size, error }) => sum + size ** 2 - error, 0) / jumps.length
  for (const jump of jumps) jump.size *= Math.max(0.1, square / (square + jump.error))
  const moved = new Float64Array(x.length)
  for (const { day, size } of jumps) for (let t = day; t < x.length; t++) moved[t]! += size
  const rest = x.map((value, t) => value - moved[t]!)
  const level = mean(rest, 0, rest.length)
  const slow = rest.map((value, t) => (Number.isNaN(value) ? NaN : mean(rest, t - 3, t + 4) - level))
  return { moved, slow, fast: rest.map((value, t) => value - level - slow[t]!), jumps }
}

/** The starts of segments of equal mean, after the first, by least squares with a penalty for each (Jackson et al. 2005). */
function changes(values: readonly number[], penalty: number): number[] {
  const sums = new Float64Array(values.length + 1)
  const squares = new Float64Array(values.length + 1)
  values.forEach((value, at) => {
    sums[at + 1] = sums[at]! + value
    squares[at + 1] = squares[at]! + value * value
  })
  const cost = new Float64Array(values.length + 1).fill(Infinity)
  const start = new Int32Array(values.length + 1)
  cost[0] = -penalty
  for (let end = 1; end <= values.length; end++) {
    for (let from = 0; from <= end - 2 || from === 0; from++) {
      const sum = sums[end]! - sums[from]!
      const total = cost[from]! + squares[end]! - squares[from]! - (sum * sum) / (end - from) + penalty
      if (total < cost[end]!) [cost[end], start[end]] = [total, from]
    }
  }
  const found: number[] = []
  for (let at = start[values.length]!; at > 0; at = start[at]!) found.unshift(at)
  return found
}

/** Days without the usual difference of their weekday, a median of differences from the week around. */
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
