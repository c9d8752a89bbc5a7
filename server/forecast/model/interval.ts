import { ageToKnow, type Facts, knownAge, type Revenue } from './facts.ts'
import type { Fit, KindFit } from './forecast.ts'
import { type Level, LEVELS } from './groups.ts'
import { prepare } from './levels.ts'
import type { Residual } from './shape.ts'

/** A log-normal around `total`. */
export interface Interval {
  /** Gross revenue by the DSI, and its forecast part. */
  total: number
  future: number
  sigma: number
  low: number
  high: number
  /** Components: sigma^2 = spread^2 (rest + growth x distance^2). */
  rest: number
  distance: number
}

/**
 * The 80 % interval of the gross revenue of some cells by a DSI; net has the same relative one. Per kind with total P, future part F, s = F
 * / P: variance phi F / P^2 (payments to come) + s^2 (u + growth L^2 + (error of the tail's exponent x ln((D + 1) / (J + 1)))^2), u the
 * levels' uncertainty and L = ln((D + 1) / (age + 1)). Kinds add by variance; `spread` widens the whole by past outcomes.
 * @param cells indexes, each at most once, installed by the fit's as-of day
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

/** A kind's total and future, the latter's relative variance, and its distance ln((D + 1) / (age + 1)), weighted by future revenue. */
function partsOf(facts: Facts, fit: Fit, revenue: Revenue, kind: KindFit, cells: ArrayLike<number>, dsi: number) {
  const { installs } = facts.cells
  const network = prepare(facts).nodes.network.of
  const futures = new Float64Array(cells.length)
  let total = 0
  let future = 0
  let distance = 0
  for (let k = 0; k < cells.length; k++) {
    const i = cells[k]!
    const age = knownAge(revenue, fit.asOf - facts.cells.day[i]!)
    if (age >= dsi) {
      for (let row = revenue.start[i]!; row < revenue.start[i + 1]! && revenue.age[row]! <= dsi; row++) total += revenue.gross[row]!
      continue
    }
    const base = network[i]! * kind.curve.length
    const more = kind.theta[i]! * installs[i]! * (kind.networkCurves[base + dsi]! - (age < 0 ? 0 : kind.networkCurves[base + age]!))
    futures[k] = more
    total += kind.actual[i]! + more
    future += more
    distance += more * Math.log((dsi + 1) / (Math.max(0, age) + 1))
  }
  if (!(future > 0)) return { total, future: 0, variance: 0, distance: 0 }
  const beyond = Math.max(0, Math.log((dsi + 1) / (Math.max(0, kind.lastAge) + 1)))
  const variance = levelVariance(facts, kind, cells, futures, future) + (kind.tail.error * beyond) ** 2
  return { total, future, variance, distance: distance / future }
}

/** By node; all 0 between uses. */
let shares = new Float64Array(0)

/**
 * Uncertainty of levels in a sum, by share of future revenue. Weeks and segments are independent and add; of nested segments the least
 * certain counts, since each has learned only what those above left unexplained.
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

export interface Uncertainty {
  growth: number
  /** By DSI: factor on the model's own width, see `spread`; default 1. */
  spread: ReadonlyMap<number, number>
}

/** Before any errors are known; only `rest` and `distance` are read. */
export const CERTAIN: Uncertainty = { growth: 0, spread: new Map() }

/** 90 % quantile of the normal distribution: 80 % lie within. */
export const HALF_WIDTH = 1.2815515655446004

const SHARE = 0.8
/** Residuals per unit of weight, and the prior weight of the model. */
const RESIDUALS_PER_WEIGHT = 20
const PRIOR_WEIGHT = 5
const MIN = 0.5
const MAX = 6

export function sigmaOf({ rest, distance }: Pick<Residual, 'rest' | 'distance'>, dsi: number, { growth, spread }: Uncertainty): number {
  return (spread.get(dsi) ?? 1) * Math.sqrt(rest + growth * distance ** 2)
}

/**
 * The factor that makes 80 % intervals cover 80 % of past outcomes (split conformal prediction, Vovk et al. 2005): the 80 % quantile of
 * errors over stated sigma, shrunk to 1. The model knows payment luck, not markets, prices and seasons, which dominate in large apps.
 * @param residuals of one DSI, with outcomes known at the as-of day
 */
export function spread(residuals: readonly Residual[], growth: number): number {
  const units = residuals
    .map(({ error, rest, distance }) => Math.abs(error) / Math.sqrt(rest + growth * distance ** 2))
    .filter(unit => !Number.isNaN(unit))
    .sort((a, b) => a - b)
  if (units.length === 0) return 1
  const quantile = units[Math.min(units.length - 1, Math.floor(SHARE * units.length))]!
  const weight = units.length / RESIDUALS_PER_WEIGHT
  const factor = Math.min(MAX, Math.max(MIN, quantile / HALF_WIDTH))
  return Math.exp((weight * Math.log(factor)) / (weight + PRIOR_WEIGHT))
}

const BLOCK = 7
/** Sampled cells, enough for one or two percent; deterministic. */
const SAMPLE = 150_000

/** Expected revenue of a cell up to age n: `scale[i]` x `curve[offset[i] + n]`. */
export interface Expected {
  cells: number
  from: number
  age: Int32Array
  scale: Float64Array
  curve: Float64Array
  offset: Int32Array
}

/**
 * Dispersion phi = variance over mean, over cells x 7-day blocks of ages: sum (x - mu)^2 / (mu + k) over sum mu / (mu + k). With k = 0,
 * blocks with tiny expectation would dominate; the weight mu / (mu + k) prevents that and treats large ones equally. A block ends at a
 * told age: interpolated revenue is smoother than it was.
 * @param k money, about phi
 */
export function dispersion({ cells, from: first, age, scale, curve, offset }: Expected, revenue: Revenue, k: number): number {
  const { start, age: ages, gross } = revenue
  const endOf = blockEnds(revenue)
  let squares = 0
  let weights = 0
  const drawn = cells - first > SAMPLE ? (SAMPLE / (cells - first)) * 2 ** 32 : 2 ** 32
  for (let i = first; i < cells; i++) {
    // Hashed, since a campaign's cells are at regular distances.
    if (Math.imul(i, 0x9e3779b1) >>> 0 >= drawn) continue
    const last = age[i]!
    const factor = scale[i]!
    const base = offset[i]!
    let row = start[i]!
    const end = start[i + 1]!
    let before = 0
    for (let from = 0, to = 0; from <= last; from = to + 1) {
      to = Math.min(last, endOf(from))
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

function blockEnds({ told }: Revenue): (from: number) => number {
  const end = (from: number): number => from + BLOCK - 1
  if (told === undefined) return end
  return from => ageToKnow({ revenue: [{ told } as Revenue] }, end(from))
}
