import { HIGH_SHARE, LOW_SHARE } from '../../core/formulas/interval.ts'

/** Distance of neighbors in `GRID`. */
export const STEP = 0.01
/** Responses for which probabilities are computed. Above 1, each install costs less with more spend: rare, and read as 1. */
export const GRID = Float64Array.from({ length: 151 }, (_, k) => k * STEP)
/** Prior response of an app: diminishing returns, otherwise vague. */
const PRIOR = { mean: 0.75, sd: 0.2 }
/** Standard deviations between networks of an app, and between campaigns of a network, all equally likely: neither is known to be larger. */
const SPREADS = [0.04, 0.08, 0.16, 0.32]

/** A campaign's likelihood of each response on the grid, and the logarithm of its unit. */
export interface Evidence {
  likelihood: Float64Array
  log: number
}

/**
 * Standard deviation of an error shared by all campaigns of an app: the trend of demand, estimated from their own days, counts as
 * known. Measured: in simulated worlds the mean of 30 campaigns errs by 0.03, where independent errors would leave 0.018.
 */
const COMMON = 0.025
/** The same where spend follows demand: a jump falls on days on which demand helps it. */
const VAGUE = 0.1

/**
 * The posterior of each campaign's response on the grid, by exact summation: campaigns scatter around their network's, networks around
 * the app's. A campaign without moves gets its network's, with the scatter of campaigns. Carryover is the same for
 * all campaigns of a network, so that its error does not average out over them.
 * @param all by campaign, then by carryover: null if it is ruled out
 * @param networks of each campaign, 0 to below their count
 * @param prior of the carryover
 */
export function shrinkResponses(
  all: readonly (readonly (Evidence | null)[])[],
  networks: readonly number[],
  prior: readonly number[] = [1],
  isVague: (campaign: number) => boolean = () => false,
): Float64Array[] {
  const members = Array.from({ length: Math.max(-1, ...networks) + 1 }, (_, n) =>
    [...all.keys()].filter(c => networks[c] === n),
  )
  const open = members.map(campaigns =>
    [...prior.keys()].filter(h => campaigns.every(c => all[c]![h] !== null)),
  )
  const ofApp = bell(PRIOR.mean, PRIOR.sd)
  const scatters = SPREADS.map(scatter)
  const candidates: { log: number; posteriors: Float64Array[] }[] = []
  for (const within of scatters) {
    // By the network's response: likelihoods of its campaigns, and of all of them together.
    const own = all.map((byCarried, c) =>
      open[networks[c]!]!.map(h => times(within, byCarried[h]!.likelihood)),
    )
    const joint = members.map((campaigns, n) =>
      open[n]!.map((h, at) => {
        const log = new Float64Array(GRID.length).fill(Math.log(prior[h]!))
        for (const c of campaigns)
          for (let k = 0; k < log.length; k++)
            log[k]! += all[c]![h]!.log + Math.log(own[c]![at]![k]!)
        return log
      }),
    )
    const tops = joint.map(logs => Math.max(...logs.map(log => Math.max(...log))))
    const shares = joint.map((logs, n) =>
      logs.map(log => log.map(value => Math.exp(value - tops[n]!))),
    )
    const ofNetworks = shares.map(byCarried =>
      byCarried.reduce((sum, share) => sum.map((value, k) => value + share[k]!)),
    )
    for (const between of scatters) {
      const upward = ofNetworks.map(values => times(between, values))
      const app = Float64Array.from(
        GRID,
        (_, k) =>
          Math.log(ofApp[k]!) + upward.reduce((sum, values) => sum + Math.log(values[k]!), 0),
      )
      const top = Math.max(...app)
      const weights = exponents(app)
      const log =
        top +
        Math.log(weights.reduce((sum, value) => sum + value, 0)) +
        tops.reduce((sum, value) => sum + value, 0)
      const fromApp = upward.map(values =>
        transposed(
          between,
          weights.map((weight, k) => weight / values[k]!),
        ),
      )
      const posteriors = all.map((byCarried, c) => {
        const n = networks[c]!
        const posterior = new Float64Array(GRID.length)
        open[n]!.forEach((h, at) => {
          // The network's response given all other campaigns.
          const others = fromApp[n]!.map(
            (value, k) => (value * shares[n]![at]![k]!) / own[c]![at]![k]!,
          )
          transposed(within, others).forEach(
            (value, k) => (posterior[k]! += value * byCarried[h]!.likelihood[k]!),
          )
        })
        return normalized(posterior)
      })
      candidates.push({ log, posteriors })
    }
  }
  const best = Math.max(...candidates.map(({ log }) => log))
  const sums = all.map(() => new Float64Array(GRID.length))
  for (const { log, posteriors } of candidates) {
    const weight = Math.exp(log - best)
    posteriors.forEach((values, c) =>
      values.forEach((value, k) => (sums[c]![k]! += weight * value)),
    )
  }
  const [common, vague] = [scatter(COMMON), scatter(VAGUE)]
  return sums.map((sum, c) => normalized(transposed(isVague(c) ? vague : common, sum)))
}

export interface Summary {
  mean: number
  low: number
  high: number
}

/**
 * Mean, and the 80 % interval, of a distribution on the grid. Its low end is that of the distribution cut at 1, so that it has a width even
 * if almost all of the distribution is above 1, which is read as 1.
 */
export function summarize(posterior: Float64Array): Summary {
  const low = gridQuantile(normalized(posterior.filter((_, k) => GRID[k]! <= 1)), LOW_SHARE)
  const high = gridQuantile(posterior, HIGH_SHARE)
  return { mean: Math.min(high, Math.max(low, meanOf(posterior))), low, high }
}

export function meanOf(posterior: Float64Array): number {
  return posterior.reduce((sum, p, k) => sum + p * GRID[k]!, 0)
}

/** Spreads each grid point's probability evenly around it. */
function gridQuantile(posterior: Float64Array, share: number): number {
  let sum = 0
  for (let k = 0; k < posterior.length; k++) {
    if (sum + posterior[k]! >= share) {
      const at = GRID[k]! + ((share - sum) / posterior[k]! - 0.5) * STEP
      return Math.min(1, Math.max(0, at))
    }
    sum += posterior[k]!
  }
  return 1
}

export function bell(mean: number, sd: number): Float64Array {
  return normalized(GRID.map(b => Math.exp(-(((b - mean) / sd) ** 2) / 2)))
}

/** Row m: the distribution of a response around the mean m. */
type Scatter = readonly Float64Array[]

function scatter(sd: number): Scatter {
  return Array.from(GRID, mean => bell(mean, sd))
}

function times(rows: Scatter, values: Float64Array): Float64Array {
  return Float64Array.from(rows, row => {
    let sum = 0
    for (let k = 0; k < row.length; k++) sum += row[k]! * values[k]!
    return Math.max(sum, Number.MIN_VALUE)
  })
}

function transposed(rows: Scatter, values: Float64Array): Float64Array {
  const sums = new Float64Array(GRID.length)
  rows.forEach((row, m) => {
    for (let k = 0; k < row.length; k++) sums[k]! += row[k]! * values[m]!
  })
  return sums
}

export function exponents(logs: Float64Array): Float64Array {
  const top = Math.max(...logs)
  return logs.map(log => Math.exp(log - top))
}

function normalized(values: Float64Array): Float64Array {
  const sum = values.reduce((all, value) => all + value, 0)
  return sum > 0 ? values.map(value => value / sum) : values.fill(1 / values.length)
}
