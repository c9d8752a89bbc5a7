import { type Noise, type Products } from './level.ts'
import { exponents, GRID, STEP } from './shrink.ts'

/** Possible standard deviations of a level's daily change, and of a day, in a campaign. */
export const NOISES: readonly Noise[] = [0.002, 0.008, 0.016, 0.032, 0.06].flatMap(drift =>
  [0.01, 0.04, 0.07, 0.11, 0.17, 0.26].map(day => ({ drift: drift ** 2, day: day ** 2 })),
)
/** Prior value. */
const FIRST = 0.75
/**
 * Priors of the coefficients of the regressors of installs: moves (see `shrinkResponses`); the square of their distance from today's spend,
 * -b (1 - b) / 2 on a Hill curve of slope 1, 0 for a power of spend; slow and fast other changes of spend. Networks spend more when demand
 * allows, so the last two are not responses.
 */
export const REGRESSORS = [
  { mean: FIRST, sd: Infinity },
  { mean: -0.1, sd: 0.3 },
  { mean: FIRST, sd: 0.5 },
  { mean: FIRST, sd: 0.5 },
] as const
/** Between rounds, each campaign has its own response, drawn to the first estimate. */
export const SIMPLE = GRID.map(b => Math.exp(-(((b - FIRST) / 0.2) ** 2) / 2))
const SIMPLE_SUM = SIMPLE.reduce((all, weight) => all + weight, 0)

/**
 * Adds the expected squares of the errors of moves, which are errors of the days' deviations with the opposite sign (the E-step of EM).
 * Without them the response would be drawn to 0 where deviations have another coefficient.
 */
export function withUnsure({ sums, logVariance }: Products, unsure: number): Products {
  const moved = sums[0]!
  const last = sums.length - 2
  const fast = sums[last]!
  const square = unsure * moved[0]!
  moved[0]! += square
  moved[last]! -= square
  fast[0]! -= square
  fast[last]! += square
  return { sums, logVariance }
}

/**
 * The likelihood of each response on the grid with the other coefficients integrated out, its logarithm over all responses, and the others'
 * means.
 */
export function likelihoodOf({ sums, logVariance }: Products) {
  const size = sums.length
  const last = size - 1
  const m = sums.map(row => row.slice())
  let logWeights = 0
  // Completes the squares of the other coefficients, the last one first.
  for (let j = last - 1; j > 0; j--) {
    const { mean, sd } = REGRESSORS[j]!
    m[j]![j]! += 1 / sd ** 2
    m[j]![last]! += mean / sd ** 2
    m[last]![j] = m[j]![last]!
    m[last]![last]! += (mean / sd) ** 2
    logWeights += Math.log(m[j]![j]!)
    for (let r = 0; r < size; r++) {
      if (r === j || (r > j && r < last)) continue
      for (let k = 0; k < size; k++)
        if (k < j || k === last) m[r]![k]! -= (m[r]![j]! * m[j]![k]!) / m[j]![j]!
    }
  }
  const [a, b, c] = [m[0]![0]!, m[0]![last]!, m[last]![last]!]
  const logAt = (x: number): number => -(a * x * x - 2 * b * x + c) / 2
  const top = logAt(GRID[Math.min(GRID.length - 1, Math.max(0, Math.round(b / a / STEP))) || 0]!)
  let [sum, mean] = [0, 0]
  for (let k = 0; k < GRID.length; k++) {
    const share = Math.exp(logAt(GRID[k]!) - top) * SIMPLE[k]!
    sum += share
    mean += share * GRID[k]!
  }
  const average = sum / SIMPLE_SUM
  const means = new Float64Array(last)
  means[0] = mean / sum
  for (let j = 1; j < last; j++) {
    let above = m[j]![last]!
    for (let k = 0; k < j; k++) above -= m[j]![k]! * means[k]!
    means[j] = above / m[j]![j]!
  }
  const shape = (): Float64Array => GRID.map(x => Math.exp(logAt(x) - top) / average)
  return { shape, evidence: top + Math.log(average) - (logVariance + logWeights) / 2, means }
}

/** A campaign's evidence under each noise. */
export type ByNoise = ReturnType<typeof likelihoodOf> & { noise: Noise }

/** Shares of noises among campaigns that maximize the likelihood of their evidence, shrunk to equal shares (EM). */
export function mixture(all: readonly (readonly ByNoise[])[]): Map<Noise, number> {
  let shares = new Map(NOISES.map(noise => [noise, 1 / NOISES.length]))
  for (let step = 0; step < 20; step++) {
    const sums = new Map(NOISES.map(noise => [noise, 1 / NOISES.length]))
    for (const byNoise of all) {
      const weights = exponents(
        Float64Array.from(
          byNoise,
          ({ noise, evidence }) => evidence + Math.log(shares.get(noise)!),
        ),
      )
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      byNoise.forEach(({ noise }, n) => sums.set(noise, sums.get(noise)! + weights[n]! / total))
    }
    shares = new Map([...sums].map(([noise, sum]) => [noise, sum / (all.length + 1)]))
  }
  return shares
}
