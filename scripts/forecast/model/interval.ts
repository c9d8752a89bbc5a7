import type { Facts, Revenue } from '../facts.ts'
import type { Fit, KindFit } from './fit.ts'
import { knownAge } from './known.ts'
import { type Level, LEVELS } from './nodes.ts'
import { prepare } from './prepare.ts'
import { HALF_WIDTH, sigmaOf, type Uncertainty } from './spread.ts'

/** What a sum over cells is forecast to reach by a DSI, and how surely: a log-normal around `total`. */
export interface Interval {
  /** Gross revenue by the DSI, and the part of it that is forecast. */
  total: number
  future: number
  /** Standard deviation of ln actual. */
  sigma: number
  /** Nominal 80 %: total x exp(-+1.28 sigma). */
  low: number
  high: number
  /** What the variance is made of: sigma^2 = spread^2 (rest + growth x distance^2). */
  rest: number
  distance: number
}

/**
 * The 80 % interval of the gross revenue of some cells together by a DSI. Net revenue has the same relative one. Per kind with total P, future part F, s = F / P:
 * variance phi F / P^2 (payments to come) + s^2 (u + growth L^2 + (error of the tail's exponent x ln((D + 1) / (J + 1)))^2), where u is the levels' uncertainty and L = ln((D + 1) / (age + 1)).
 * Kinds are added by variance.
 * @param cells Indexes of cells, each at most once, installed by the fit's as-of day
 * The whole is as much wider as past outcomes ask for (`spread`).
 */
export function interval(facts: Facts, fit: Fit, cells: ArrayLike<number>, dsi: number, uncertainty: Uncertainty): Interval {
  let total = 0
  let future = 0
  let rest = 0
  let distance = 0
  for (const revenue of facts.revenue) {
    const kind = fit.kinds.find(k => k.kind === revenue.kind)
    if (kind === undefined) continue
    const parts = partsOf(facts, fit, revenue, kind, cells, dsi)
    total += parts.total
    future += parts.future
    rest += kind.phi * parts.future + parts.future ** 2 * parts.variance
    distance += (parts.future * parts.distance) ** 2
  }
  if (!(total > 0)) return { total, future, sigma: 0, low: total, high: total, rest: 0, distance: 0 }
  rest /= total ** 2
  distance = Math.sqrt(distance) / total
  const sigma = sigmaOf({ rest, distance }, dsi, uncertainty)
  return { total, future, sigma, low: total * Math.exp(-HALF_WIDTH * sigma), high: total * Math.exp(HALF_WIDTH * sigma), rest, distance }
}

/** A kind's total and future, the relative variance of the latter, and how far it is away: ln((D + 1) / (age + 1)), by what is to come of each cell. */
function partsOf(facts: Facts, fit: Fit, revenue: Revenue, kind: KindFit, cells: ArrayLike<number>, dsi: number) {
  const { installs } = facts.cells
  const network = prepare(facts).nodes.network.of
  const futures = new Float64Array(cells.length)
  let total = 0
  let future = 0
  let distance = 0
  for (let k = 0; k < cells.length; k++) {
    const i = cells[k]!
    const age = knownAge(facts, fit.asOf, i)
    if (age >= dsi) {
      for (let row = revenue.start[i]!; row < revenue.start[i + 1]! && revenue.age[row]! <= dsi; row++) total += revenue.gross[row]!
      continue
    }
    const base = network[i]! * kind.curve.length
    const more = kind.theta[i]! * installs[i]! * (kind.networkCurves[base + dsi]! - kind.networkCurves[base + age]!)
    futures[k] = more
    total += kind.actual[i]! + more
    future += more
    distance += more * Math.log((dsi + 1) / (age + 1))
  }
  if (!(future > 0)) return { total, future: 0, variance: 0, distance: 0 }
  const beyond = Math.max(0, Math.log((dsi + 1) / (Math.max(0, kind.lastAge) + 1)))
  const variance = levelVariance(facts, kind, cells, futures, future) + (kind.tail.error * beyond) ** 2
  return { total, future, variance, distance: distance / future }
}

/** By node, all 0 between uses: there are many nodes, and many sums over few cells. */
let shares = new Float64Array(0)

/**
 * How unsure the levels leave a sum: nodes vary apart, weighted by their share of what is to come. Weeks and segments are different things and add up; of the
 * segments, which contain each other, the least sure level counts, for each has learnt from what those above it could not explain.
 */
function levelVariance(facts: Facts, kind: KindFit, cells: ArrayLike<number>, futures: Float64Array, future: number): number {
  const of = (level: Level): number => {
    const nodes = prepare(facts).nodes[level].of
    const variance = kind.nodeVariance[LEVELS.indexOf(level)]!
    if (shares.length < variance.length) shares = new Float64Array(variance.length)
    for (let k = 0; k < cells.length; k++) shares[nodes[cells[k]!]!]! += futures[k]! / future
    let sum = 0
    for (let k = 0; k < cells.length; k++) {
      const node = nodes[cells[k]!]!
      sum += shares[node]! ** 2 * variance[node]!
      shares[node] = 0
    }
    return sum
  }
  return of('app') + of('week') + Math.max(of('place'), of('network'), of('campaign'), of('campaignCountry'))
}
