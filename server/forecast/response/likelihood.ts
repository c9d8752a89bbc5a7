import { sum } from '../../core/formulas/sums.ts'
import { Density } from './density.ts'
import { levelFilter, type Noise, whitened } from './level.ts'
import { PRIORS } from './regressors.ts'
import { dot, weightsOf, logSum, type Vector } from './vectors.ts'

/** Possible standard deviations of a level's daily change, and of a day, in a campaign. */
export const NOISES: readonly Noise[] = [0.002, 0.008, 0.016, 0.032, 0.06].flatMap(drift =>
  [0.01, 0.04, 0.07, 0.11, 0.17, 0.26].map(day => ({ drift: drift ** 2, day: day ** 2 })),
)

/** Weight, over the largest, below which a noise or a carryover is dropped. */
export const NEGLIGIBLE = 1e-4

/** A campaign's days. */
export interface Observed {
  /** Logarithm of installs, less all effects of the day. */
  z: Vector
  /** Its counting variance; Infinity if unknown. */
  variances: Vector
  regressors: readonly Vector[]
  /** Variance of the errors of jumps, over the sum of the squares of jumps. */
  errorShare: number
}

/** The function exp(log - [1, -x] products [1, -x]' / 2) of coefficients x. The products are symmetric: rows end at the diagonal. */
interface Quadratic {
  products: readonly (readonly number[])[]
  log: number
}

/** A campaign's coefficients given a noise. */
interface Fit {
  noise: Noise
  /** Posterior means. */
  coefficients: readonly number[]
  /** Logarithm of the probability of the observations. */
  evidence: number
  /** Likelihood of the response alone, without its prior. */
  likelihood: Quadratic
}

/** A campaign's fits with some noises. */
function fitsOf(
  { z, variances, regressors, errorShare }: Observed,
  noises: readonly Noise[],
): Fit[] {
  return noises.map(noise => {
    const filter = levelFilter(variances, noise)
    const columns = [z, ...regressors].map(values => whitened(values, filter))
    const products = columns.map((a, j) => columns.slice(0, j + 1).map(b => dot(a, b)))
    const log = -filter.logVariance / 2
    return { noise, ...fitted({ products: withErrors(products, errorShare), log }) }
  })
}

/**
 * Adds the expected squares of the errors of jumps (the E-step of EM). An error of a jump is one of `fast` with the opposite sign, so that its
 * effect is the difference of their coefficients.
 */
function withErrors(products: Quadratic['products'], errorShare: number): Quadratic['products'] {
  const squares = products[1]?.[1] ?? 0
  return withRow(products, [0, 1, 0, 0, -1], errorShare * squares)
}

/** Priors as observations, the last coefficient's first. */
const PRIOR_ROWS = PRIORS.map(({ mean, deviation }, j) => ({
  row: [mean, ...PRIORS.slice(0, j).map(() => 0), 1],
  weight: 1 / deviation ** 2,
})).reverse()

/** Adds the prior of each coefficient and integrates it out, the last one first. */
function fitted(joint: Quadratic): Omit<Fit, 'noise'> {
  let [quadratic, likelihood] = [joint, joint]
  const conditionals: (readonly number[])[] = []
  for (const { row, weight } of PRIOR_ROWS) {
    likelihood = quadratic
    // A prior is one more observation.
    const products = withRow(quadratic.products, row, weight)
    const last = products.at(-1)!
    const square = last.at(-1)!
    quadratic = {
      products: withRow(products.slice(0, -1), last, -1 / square),
      log: quadratic.log - Math.log(square) / 2,
    }
    conditionals.push(last)
  }
  return {
    coefficients: conditionals.reduceRight<number[]>(
      (known, row) => [...known, lastMean(row, known)],
      [],
    ),
    evidence: quadratic.log - quadratic.products[0]![0]! / 2,
    likelihood,
  }
}

/** The mean of a row's last coefficient, given those before it. */
function lastMean([z, ...row]: readonly number[], known: readonly number[]): number {
  return known.reduce((numerator, value, k) => numerator - row[k]! * value, z!) / row.at(-1)!
}

/** The products with one more observation, which has these values of z and the regressors. */
function withRow(
  products: Quadratic['products'],
  row: readonly number[],
  weight: number,
): Quadratic['products'] {
  return products.map((values, j) => {
    const factor = weight * (row[j] ?? 0)
    return factor === 0 ? values : values.map((value, k) => value + factor * (row[k] ?? 0))
  })
}

/** A campaign's fits averaged over noises, all equally likely in advance. */
export interface Mixture {
  /** Posterior means. */
  noise: Noise
  coefficients: readonly number[]
  /** Logarithm of the probability of the observations; -Infinity without noises. */
  evidence: number
  /** Makes the likelihood of the response. */
  likelihood: () => Density
  /** The likely noises. */
  noises: readonly Noise[]
}

export function mixtureOf(observed: Observed, noises: readonly Noise[]): Mixture {
  const fits = fitsOf(observed, noises)
  const logs = Float64Array.from(fits, ({ evidence }) => evidence)
  const weights = weightsOf(logs)
  const total = sum(weights)
  const mean = (of: (fit: Fit) => number): number =>
    dot(weights, Float64Array.from(fits, of)) / total
  return {
    noise: { drift: mean(({ noise }) => noise.drift), day: mean(({ noise }) => noise.day) },
    coefficients: PRIORS.map((_, j) => mean(({ coefficients }) => coefficients[j]!)),
    evidence: logSum(logs),
    likelihood: () => Density.sum(fits.map(({ likelihood }) => densityOf(likelihood))),
    noises: noises.filter((_, n) => weights[n]! > NEGLIGIBLE),
  }
}

function densityOf({ products, log }: Quadratic): Density {
  const [[zz], [zb, bb]] = products as [[number], [number, number]]
  return Density.of(b => log - (zz - 2 * zb * b + bb * b * b) / 2)
}
