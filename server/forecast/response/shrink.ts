/** Between neighbors of `GRID`. */
export const STEP = 0.01
/** Values at which probabilities of a response are kept. Above 1, each install costs less the more is spent: rare, and read as 1. */
export const GRID = Float64Array.from({ length: 151 }, (_, k) => k * STEP)
/** The response of an app before anything is known: diminishing, and little more. */
const PRIOR = { mean: 0.75, sd: 0.2 }
/** Standard deviations between networks of an app, and between campaigns of a network, each as likely: neither is known to be larger. */
const SPREADS = [0.04, 0.08, 0.16, 0.32]

/**
 * The posterior of each campaign's response on the grid, by exact summation: campaigns scatter around their network's, networks around
 * the app's. A campaign without moves gets its network's, with the scatter of campaigns.
 * @param likelihoods by campaign, on the grid
 * @param networks of each campaign, 0 to below their count
 */
export function shrinkResponses(likelihoods: readonly Float64Array[], networks: readonly number[]): Float64Array[] {
  const count = Math.max(-1, ...networks) + 1
  const sum = likelihoods.map(() => new Float64Array(GRID.length))
  const prior = bell(PRIOR.mean, PRIOR.sd)
  const scatters = SPREADS.map(scatter)
  const found: { log: number; posteriors: Float64Array[] }[] = []
  for (const within of scatters) {
    // Likelihoods of campaigns, by their network's response.
    const own = likelihoods.map(likelihood => times(within, likelihood))
    const network = Array.from({ length: count }, () => ({ log: new Float64Array(GRID.length) }))
    own.forEach((values, c) => {
      const { log } = network[networks[c]!]!
      for (let k = 0; k < log.length; k++) log[k]! += Math.log(values[k]!)
    })
    for (const between of scatters) {
      const ofNetworks = network.map(({ log }) => ({ top: Math.max(...log), values: exponents(log) }))
      const upward = ofNetworks.map(({ values }) => times(between, values))
      const app = Float64Array.from(GRID, (_, k) => Math.log(prior[k]!) + upward.reduce((all, values) => all + Math.log(values[k]!), 0))
      const top = Math.max(...app)
      const weights = exponents(app)
      const total = weights.reduce((all, one) => all + one, 0)
      const log = top + Math.log(total) + ofNetworks.reduce((all, one) => all + one.top, 0)
      const posteriors = likelihoods.map((likelihood, c) => {
        const n = networks[c]!
        // The network's response by all other campaigns.
        const fromApp = transposed(
          between,
          weights.map((weight, k) => weight / upward[n]![k]!),
        )
        const others = fromApp.map((value, k) => (value * ofNetworks[n]!.values[k]!) / own[c]![k]!)
        return normalized(transposed(within, others).map((value, k) => value * likelihood[k]!))
      })
      found.push({ log, posteriors })
    }
  }
  const best = Math.max(...found.map(({ log }) => log))
  for (const { log, posteriors } of found) {
    const weight = Math.exp(log - best)
    posteriors.forEach((values, c) => values.forEach((value, k) => (sum[c]![k]! += weight * value)))
  }
  return sum.map(normalized)
}

export interface Summary {
  mean: number
  low: number
  high: number
}

/** Mean, and the 80 % interval, of a distribution on the grid. */
export function summarize(posterior: Float64Array): Summary {
  const low = quantile(posterior, 0.1)
  const high = quantile(posterior, 0.9)
  return { mean: Math.min(high, Math.max(low, meanOf(posterior))), low, high }
}

export function meanOf(posterior: Float64Array): number {
  return posterior.reduce((sum, p, k) => sum + p * GRID[k]!, 0)
}

/** Each grid point's probability is spread evenly around it. */
function quantile(posterior: Float64Array, share: number): number {
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
  const sum = values.reduce((all, one) => all + one, 0)
  return sum > 0 ? values.map(value => value / sum) : values.fill(1 / values.length)
}
