import { type Facts, knownAge, type Revenue } from './facts.ts'
import type { Fit, KindFit } from './forecast.ts'
import { type Level, LEVELS } from './groups.ts'
import { prepare } from './levels.ts'
import type { Residual } from './shape.ts'

/** Forecast of a sum over cells by a DSI, with uncertainty: a log-normal around `total`. */
export interface Interval {
  /** Gross revenue by the DSI, and the part of it that is forecast. */
  total: number
  future: number
  /** Standard deviation of ln actual. */
  sigma: number
  /** Nominal 80 %: total x exp(-+1.28 sigma). */
  low: number
  high: number
  /** Components of the variance: sigma^2 = spread^2 (rest + growth x distance^2). */
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

/** Uncertainty of today's forecasts, estimated from past errors. */
export interface Uncertainty {
  /** Variance per squared log distance in time, see `growth`. */
  growth: number
  /** By DSI: how much wider than the model's own the intervals must be, see `spread`; 1 where none is named. */
  spread: ReadonlyMap<number, number>
}

/** Before any errors are known: of an interval only `rest` and `distance` are wanted then. */
export const CERTAIN: Uncertainty = { growth: 0, spread: new Map() }

/** The 90 % quantile of the normal distribution: 80 % lie within it, both ways. */
export const HALF_WIDTH = 1.2815515655446004

const SHARE = 0.8
/** Residuals per unit of weight, and the weight of the belief that the model is right. */
const RESIDUALS_PER_WEIGHT = 20
const PRIOR_WEIGHT = 5
const LEAST = 0.5
const MOST = 6

/** Standard deviation of ln actual around a forecast by a DSI. */
export function sigmaOf({ rest, distance }: Pick<Residual, 'rest' | 'distance'>, dsi: number, { growth, spread }: Uncertainty): number {
  return (spread.get(dsi) ?? 1) * Math.sqrt(rest + growth * distance ** 2)
}

/**
 * The factor that makes 80 % intervals hold 80 % of past outcomes (split conformal prediction, Vovk et al. 2005): the 80 % quantile of the errors in units of what they
 * were said to be, drawn towards 1. The model knows the luck of payments; that markets, prices and seasons move it does not, and money lies the more in that the larger an app is.
 * @param residuals Of one DSI, their outcome known at the as-of day
 */
export function spread(residuals: readonly Residual[], growth: number): number {
  const units = residuals
    .map(({ error, rest, distance }) => Math.abs(error) / Math.sqrt(rest + growth * distance ** 2))
    .filter(unit => !Number.isNaN(unit))
    .sort((a, b) => a - b)
  if (units.length === 0) return 1
  const quantile = units[Math.min(units.length - 1, Math.floor(SHARE * units.length))]!
  const weight = units.length / RESIDUALS_PER_WEIGHT
  const factor = Math.min(MOST, Math.max(LEAST, quantile / HALF_WIDTH))
  return Math.exp((weight * Math.log(factor)) / (weight + PRIOR_WEIGHT))
}

const BLOCK = 7
/** Sample size, cells, that estimates it within one or two percent; the sample is deterministic. */
const SAMPLE = 150_000

/** Expected revenue of a cell up to age n: `scale[i]` x `curve[offset[i] + n]`. */
export interface Expected {
  cells: number
  /** Earlier cells are left out. */
  from: number
  /** Ages that are known, per cell. */
  age: Int32Array
  scale: Float64Array
  curve: Float64Array
  offset: Int32Array
}

/**
 * The dispersion phi = variance over mean, over cells x 7-day blocks of ages (the last of a cell as long as it is): sum (x - mu)^2 / (mu + k) over sum mu / (mu + k).
 * With k = 0 that is the mean of (x - mu)^2 / mu, which blocks that hardly expect anything make useless; the weight mu / (mu + k) takes those by
 * their expectation, and large ones equally.
 * @param k Money; about phi itself
 */
export function dispersion(
  { cells, from: first, age, scale, curve, offset }: Expected,
  { start, age: ages, gross }: Revenue,
  k: number,
): number {
  let squares = 0
  let weights = 0
  const drawn = cells - first > SAMPLE ? (SAMPLE / (cells - first)) * 2 ** 32 : 2 ** 32
  for (let i = first; i < cells; i++) {
    // Scattered: cells of a campaign stand at even distances.
    if (Math.imul(i, 0x9e3779b1) >>> 0 >= drawn) continue
    const last = age[i]!
    const factor = scale[i]!
    const base = offset[i]!
    let row = start[i]!
    const end = start[i + 1]!
    let before = 0
    for (let from = 0; from <= last; from += BLOCK) {
      const to = Math.min(last, from + BLOCK - 1)
      let x = 0
      while (row < end && ages[row]! <= to) x += gross[row++]!
      const m = factor * curve[base + to]!
      const mu = m - before
      before = m
      if (mu <= 0) continue
      squares += ((x - mu) * (x - mu)) / (mu + k)
      weights += mu / (mu + k)
    }
  }
  return weights > 0 ? squares / weights : 0
}
