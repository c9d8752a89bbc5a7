import { median } from 'simple-statistics'
import { sum } from '../../core/formulas/sums.ts'
import { type Autocorrelation, autocorrelationOf } from './demand.ts'
import { expectedSteps } from './steps.ts'
import { cumulative, differences, plus, type Vector } from './vectors.ts'

/** Smallest jump, as a logarithm. */
const SMALLEST = 0.06
/** Minimum probability of a jump on a day or its neighbors. */
const LIKELY = 0.5
/** Minimum standard deviation of levels, and of days, as logarithms. */
const LEAST_SPREAD = 0.1
const LEAST_NOISE = 0.01
/** Standard deviation of a normal distribution over its median absolute deviation. */
const PER_MAD = 1.4826
const MOST_ERROR = 0.5
/** Minimum days with spend. */
const LEAST_DAYS = 14
/** Minimum share of a jump within one day: slower changes may follow demand, and show nothing. */
const SHARP = 0.5
/** Minimum size of a jump where spend follows demand, in deviations of the difference between the mean spend of adjacent spans of days. */
const CLEAR = 5
const SPAN = 3
/** Days after a campaign's start in which the network learns. */
const LEARNING = 10
/** Minimum share of days with spend; campaigns below it buy in flights. */
const LEAST_SHARE = 0.6

/** Logarithm of spend by day, split into manager moves and the rest. */
export interface Moves {
  /** 1 on days with spend after the network's learning, otherwise 0. */
  known: Vector
  /** Sum of the jumps so far, relative to the first day. */
  moved: Vector
  /** Other possible steps, and days' deviations from all steps; 0 on unknown days. */
  slow: Vector
  fast: Vector
  jumps: readonly Jump[]
  /** Variance of the errors of jumps, over the sum of their squares. */
  errorShare: number
  /** Autocorrelation of `fast`. */
  autocorrelation: Autocorrelation
}

export interface Jump {
  day: number
  size: number
}

interface About {
  /** Whether the network's spend follows demand, which makes steps of its own: only larger ones are jumps. */
  follows?: boolean
  /** The part of spend in common with the day's demand. */
  shared?: Vector
}

/**
 * Separates jumps, which managers make, from all other changes of spend, which networks make as demand allows.
 * Null if the campaign spends too rarely.
 */
export function findMoves(spend: Vector, { follows = false, shared }: About = {}): Moves | null {
  const logs = knownLogarithms(spend)
  if (logs === null) return null
  const even = centered(withoutWeekdays(shared === undefined ? logs : plus(logs, shared, -1)))
  const values = even.filter(isKnown)
  const sigma = (PER_MAD * median([...differences(values).map(Math.abs)])) / Math.SQRT2
  const noise = Math.max(sigma, LEAST_NOISE) ** 2
  const spread = sum(values, value => value ** 2) / values.length - noise
  const { level, chance } = expectedSteps(values, noise, Math.max(LEAST_SPREAD ** 2, spread))
  const changes = differences(level)
  const points = [...even.keys()]
    .filter(day => isKnown(even[day]!))
    .map((day, at) => ({
      day,
      value: values[at]!,
      level: level[at]!,
      change: changes[at - 1] ?? 0,
    }))
  const usual = follows ? usualChange(even) : 0
  const jumps = likelyIndexes(chance).flatMap(at => {
    // The day is uncertain: its neighbors take a part of the jump.
    const around = points.slice(Math.max(0, at - 2), at + 2)
    const size = around.at(-1)!.level - around[0]!.level
    const { day, value } = points[at]!
    const isSlow = (value - meanBetween(even, day - 2, day)) / size < SHARP
    return isSlow || Math.abs(size) < Math.max(SMALLEST, CLEAR * usual)
      ? []
      : { day, size, parts: around.slice(1) }
  })
  const steps = logs.map(() => NaN)
  for (const { day, level } of points) steps[day] = level
  const moves = new Float64Array(spend.length)
  for (const { size, parts } of jumps) {
    // Demand helped a jump where it was found.
    const own = 1 - usual / Math.abs(size)
    for (const { day, change } of parts) moves[day]! += own * change
  }
  const moved = cumulative(moves)
  return {
    known: logs.map(log => (isKnown(log) ? 1 : 0)),
    moved,
    slow: centered(plus(steps, moved, -1)).map(zeroIfUnknown),
    fast: centered(plus(logs, steps, -1)).map(zeroIfUnknown),
    jumps: jumps.map(({ day, size }) => ({ day, size })),
    errorShare: errorShareOf(jumps, [points[0]!.day, points.at(-1)!.day + 1], noise, usual),
    autocorrelation: autocorrelationOf(plus(values, level, -1)),
  }
}

/** Logarithm of spend; NaN without spend, and while the network learns. Null with too few known days. */
function knownLogarithms(spend: Vector): Vector | null {
  const logs = spend.map(value => (value > 0 ? Math.log(value) : NaN))
  const first = logs.findIndex(isKnown)
  const last = logs.findLastIndex(isKnown)
  const known = logs.filter(isKnown).length
  if (known < LEAST_DAYS || known < LEAST_SHARE * (last - first + 1)) return null
  return first === 0 ? logs : logs.fill(NaN, first, Math.min(logs.length, first + LEARNING))
}

/** Indexes whose step probability is the local maximum, and large enough with its neighbors'. */
function likelyIndexes(chance: Vector): number[] {
  const of = (at: number): number => chance[at] ?? 0
  return [...chance.keys()].filter(
    at =>
      at > 0 &&
      of(at) >= of(at - 1) &&
      of(at) > of(at + 1) &&
      of(at - 1) + of(at) + of(at + 1) >= LIKELY,
  )
}

/** The usual change between the mean spend of adjacent spans of days, as a deviation. */
function usualChange(even: Vector): number {
  const changes = [...even.keys()]
    .filter(t => isKnown(even[t]!))
    .map(t => meanBetween(even, t, t + SPAN) - meanBetween(even, t - SPAN, t))
  return PER_MAD * median(changes.filter(isKnown).map(Math.abs))
}

/** A size has the error of the mean over the days up to the adjacent jumps, and that of demand's usual change. */
function errorShareOf(
  jumps: readonly Jump[],
  [first, end]: readonly [number, number],
  noise: number,
  usual: number,
): number {
  const errors = sum(jumps.entries(), ([k, { day }]) => {
    const before = day - (jumps[k - 1]?.day ?? first)
    const after = (jumps[k + 1]?.day ?? end) - day
    return noise * (1 / before + 1 / after) + usual ** 2
  })
  const squares = sum(jumps, ({ size }) => size ** 2)
  return squares === 0 ? 0 : Math.min(MOST_ERROR, errors / squares)
}

function isKnown(value: number): boolean {
  return !Number.isNaN(value)
}

function zeroIfUnknown(value: number): number {
  return isKnown(value) ? value : 0
}

function centered(x: Vector): Vector {
  const usual = meanBetween(x, 0, x.length)
  return x.map(value => value - usual)
}

/** Removes the usual effect of weekdays, a median of differences from the surrounding week. */
function withoutWeekdays(x: Vector): Vector {
  const off = x.map((value, t) => value - meanBetween(x, t - 3, t + 4))
  const usual = Array.from({ length: 7 }, (_, weekday) => {
    const same = [...off].filter((value, t) => t % 7 === weekday && isKnown(value))
    return same.length === 0 ? 0 : median(same)
  })
  return x.map((value, t) => value - usual[t % 7]!)
}

/** Mean of the known days from one to before another; NaN without any. */
function meanBetween(x: Vector, from: number, to: number): number {
  const known = x.subarray(Math.max(0, from), Math.max(0, to)).filter(isKnown)
  return sum(known) / known.length
}
