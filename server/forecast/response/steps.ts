import type { Vector } from './vectors.ts'

/** Prior probability of a step on a day. */
const CHANCE = 1 / 30
/** Minimum days of a level, since single days may be accidents. */
const LEAST = 2
/** Logarithm of a weight that is negligible compared with the largest. */
const NEGLIGIBLE = -25

/** A step function observed with noise. */
export interface Steps {
  /** Its expected value on each day. */
  level: Vector
  /** Probability of a step from the day before. */
  chance: Vector
}

/**
 * The expected step function, by exact summation over all ways to split the days into levels (Barry and Hartigan 1992). The most likely
 * steps are those that chance enlarged; expected ones are not too large on average.
 * @param values around 0
 * @param noise variance of a day
 * @param spread variance of levels
 */
export function expectedSteps(values: Vector, noise: number, spread: number): Steps {
  const count = values.length
  // In days.
  const prior = noise / spread
  const sums = new Float64Array(count + 1)
  values.forEach((value, at) => (sums[at + 1] = sums[at]! + value))
  const ofLength = Float64Array.from(
    { length: count + 1 },
    (_, days) => Math.log(CHANCE / (1 - CHANCE)) - Math.log(1 + days / prior) / 2,
  )
  // The weight of days at one level, relative to that at 0.
  const logWeight = (from: number, to: number): number =>
    (sums[to]! - sums[from]!) ** 2 / (2 * noise * (to - from + prior)) + ofLength[to - from]!
  // Logarithms of the weight of all splits of the days before a day, and of those from it.
  const before = new Float64Array(count + 1).fill(-Infinity)
  const after = before.slice()
  const logs = new Float64Array(count + 1)
  before[0] = after[count] = 0
  for (let to = LEAST; to <= count; to++) {
    for (let from = 0; from <= to - LEAST; from++) logs[from] = before[from]! + logWeight(from, to)
    before[to] = logSum(logs, to - LEAST + 1)
  }
  for (let from = count - LEAST; from >= 0; from--) {
    for (let to = from + LEAST; to <= count; to++)
      logs[to - from - LEAST] = after[to]! + logWeight(from, to)
    after[from] = logSum(logs, count - from - LEAST + 1)
  }
  const changes = new Float64Array(count + 1)
  const chance = new Float64Array(count)
  for (let from = 0; from <= count - LEAST; from++) {
    for (let to = from + LEAST; to <= count; to++) {
      const log = before[from]! + logWeight(from, to) + after[to]! - before[count]!
      if (log < NEGLIGIBLE) continue
      const share = Math.exp(log)
      const mean = (share * (sums[to]! - sums[from]!)) / (to - from + prior)
      changes[from]! += mean
      changes[to]! -= mean
      if (from > 0) chance[from]! += share
    }
  }
  let level = 0
  return { level: Float64Array.from({ length: count }, (_, at) => (level += changes[at]!)), chance }
}

/** The logarithm of the sum of the first values, from their logarithms. */
function logSum(logs: Float64Array, count: number): number {
  let top = -Infinity
  for (let k = 0; k < count; k++) top = Math.max(top, logs[k]!)
  if (top === -Infinity) return top
  let sum = 0
  for (let k = 0; k < count; k++) if (logs[k]! - top > NEGLIGIBLE) sum += Math.exp(logs[k]! - top)
  return top + Math.log(sum)
}
