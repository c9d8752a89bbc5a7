import { type Facts, knownAge, type Revenue } from './facts.ts'
import type { Fit, KindFit } from './forecast.ts'
import { type Level, LEVELS } from './groups.ts'
import { prepare } from './levels.ts'
import { bounds } from './outcome.ts'
import type { Residual } from './shape.ts'

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
  /** See `Outcome`. */
  step: number
}

/**
 * The 80 % interval of the gross revenue of some cells by a DSI; net has the same relative one. Per kind with total P, future part F, s = F
 * / P: variance phi F / P^2 (payments to come) + sum f^2 v / P^2 (worth of each cell's payers) + s^2 (u + growth L^2 + (error of the
 * tail's exponent x ln((D + 1) / (J + 1)))^2), u the levels' uncertainty and L = ln((D + 1) / (age + 1)). Kinds add by variance; `spread` widens the whole by past outcomes.
 * @param cells indexes, each at most once, installed by the fit's as-of day
 */
export function interval(facts: Facts, fit: Fit, cells: ArrayLike<number>, dsi: number, uncertainty: Uncertainty): Interval {
  let total = 0
  let future = 0
  let rest = 0
  let distance = 0
  let step = Infinity
  for (const revenue of facts.revenue) {
    const kind = fit.kinds.find(k => k.kind === revenue.kind)
    if (kind === undefined) continue
    const parts = partsOf(facts, fit, revenue, kind, cells, dsi)
    if (parts.future > 0) step = Math.min(step, kind.step)
    total += parts.total
    future += parts.future
    rest += kind.phi * parts.future + parts.luck + parts.future ** 2 * parts.variance
    distance += (parts.future * parts.distance) ** 2
  }
  if (!Number.isFinite(step)) step = 0
  if (!(total > 0)) return { total, future, sigma: 0, low: total, high: total, rest: 0, distance: 0, step }
  rest /= total ** 2
  distance = Math.sqrt(distance) / total
  const sigma = sigmaOf({ rest, distance }, dsi, uncertainty)
  return { total, future, sigma, ...bounds({ total, future, sigma, step }), rest, distance, step }
}

/** A kind's total and future, the latter's relative variance, and its distance ln((D + 1) / (age + 1)), weighted by future revenue. */
function partsOf(facts: Facts, fit: Fit, revenue: Revenue, kind: KindFit, cells: ArrayLike<number>, dsi: number) {
  const { installs } = facts.cells
  const network = prepare(facts).nodes.network.of
  const futures = new Float64Array(cells.length)
  let total = 0
  let future = 0
  let distance = 0
  let luck = 0
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
    luck += more * more * kind.variance[i]!
    distance += more * Math.log((dsi + 1) / (Math.max(0, age) + 1))
  }
  if (!(future > 0)) return { total, future: 0, luck: 0, variance: 0, distance: 0 }
  const beyond = Math.max(0, Math.log((dsi + 1) / (Math.max(0, kind.lastAge) + 1)))
  const variance = levelVariance(facts, kind, cells, futures, future) + (kind.tail.error * beyond) ** 2
  return { total, future, luck, variance, distance: distance / future }
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
  return of('app') + of('week') + of('campaignWeek') + Math.max(of('place'), of('network'), of('campaign'), of('campaignCountry'))
}

export interface Uncertainty {
  growth: number
  /** By DSI: factor on the model's own width, see `spread`; default 1. */
  spread: ReadonlyMap<number, Spread>
}

/** Factors for a large and a small campaign, by the logarithm of the model's own variance; in proportion between. */
export interface Spread {
  large: { variance: number; factor: number }
  small: { variance: number; factor: number }
}

/** Before any errors are known; only `rest` and `distance` are read. */
export const CERTAIN: Uncertainty = { growth: 0, spread: new Map() }

const SHARE = 0.8
/** Residuals per unit of weight, and the prior weight of the model. */
const RESIDUALS_PER_WEIGHT = 20
const PRIOR_WEIGHT = 5
const MIN = 0.5
const MAX = 6

export function sigmaOf({ rest, distance }: Pick<Residual, 'rest' | 'distance'>, dsi: number, { growth, spread }: Uncertainty): number {
  const factors = spread.get(dsi)
  return (factors === undefined ? 1 : factorOf(factors, rest)) * Math.sqrt(rest + growth * distance ** 2)
}

function factorOf({ large, small }: Spread, rest: number): number {
  const wide = small.variance - large.variance
  const place = wide > 0 && rest > 0 ? Math.min(1, Math.max(0, (Math.log(rest) - large.variance) / wide)) : 0.5
  return large.factor ** (1 - place) * small.factor ** place
}

/** A past forecast, and the sigma that its interval needed. */
export interface Held extends Pick<Residual, 'rest' | 'distance'> {
  needed: number
}

/**
 * The factors that make 80 % intervals cover 80 % of past outcomes (split conformal prediction, Vovk et al. 2005): the 80 % quantile of
 * the sigma that would have held each over the stated one, shrunk to 1; of the half with the larger and the smaller variance apart, shrunk
 * to that of both. The model knows payment luck, not markets, prices and seasons, which dominate in large apps and campaigns.
 * @param residuals of one DSI, with outcomes known at the as-of day
 */
export function spread(residuals: readonly Held[], growth: number): Spread {
  const units = residuals
    .map(({ needed, rest, distance }) => ({ rest, unit: needed / Math.sqrt(rest + growth * distance ** 2) }))
    .filter(({ unit, rest }) => !Number.isNaN(unit) && rest > 0)
    .sort((a, b) => a.rest - b.rest)
  const all = quantileFactor(units, 1)
  const middle = units.length >> 1
  const half = (some: typeof units): Spread['large'] => ({
    variance: some.length === 0 ? 0 : Math.log(some[some.length >> 1]!.rest),
    factor: quantileFactor(some, all),
  })
  return { large: half(units.slice(0, middle)), small: half(units.slice(middle)) }
}

function quantileFactor(held: readonly { unit: number }[], prior: number): number {
  if (held.length === 0) return prior
  const units = held.map(({ unit }) => unit).sort((a, b) => a - b)
  const quantile = units[Math.min(units.length - 1, Math.floor(SHARE * units.length))]!
  const weight = units.length / RESIDUALS_PER_WEIGHT
  const factor = Math.min(MAX, Math.max(MIN, quantile))
  return Math.exp((weight * Math.log(factor) + PRIOR_WEIGHT * Math.log(prior)) / (weight + PRIOR_WEIGHT))
}
