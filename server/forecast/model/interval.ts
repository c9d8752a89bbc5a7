import { groupBy } from './group-by.ts'
import { type Facts, knownAge, type Revenue } from './facts.ts'
import { expectedOf, type Fit, type KindFit } from './forecast.ts'
import { type Level, LEVELS } from './groups.ts'
import { prepare } from './levels.ts'
import { bounds } from './outcome.ts'
import type { Residual } from './growth.ts'
import { type GrowingPart, varianceOfGrowth } from './shape-error.ts'
import { HIGH_SHARE, LOW_SHARE } from '../../core/formulas/interval.ts'

export interface Interval {
  /** Gross revenue by the DSI, and its forecast part. */
  total: number
  future: number
  sigma: number
  low: number
  high: number
  /** Components: sigma^2 = spread^2 (rest + growth x distance^2). */
  restVariance: number
  distance: number
  /** See `Outcome`. */
  step: number
}

/**
 * The 80 % interval of the gross revenue of a campaign's cells by a DSI; net revenue has the same relative interval. Per kind with total P, future
 * part F, s = F / P: variance phi F / P^2 (payments to come) + sum f^2 v / P^2 (value of each cell's payers) + the shape's (see
 * `ShapeError`) + s^2 (u + growth L^2 + (error of the tail's exponent x ln((D + 1) / (J + 1)))^2), u the levels' uncertainty and
 * L = ln((D + 1) / (age + 1)). Kinds add by variance; `spread` widens the whole by past outcomes.
 * @param cells indexes, ascending, installed by the fit's as-of day
 */
export function interval(
  facts: Facts,
  fit: Fit,
  cells: ArrayLike<number>,
  dsi: number,
  uncertainty: Uncertainty,
): Interval {
  let total = 0
  let future = 0
  let restVariance = 0
  let distance = 0
  let step = Infinity
  for (const revenue of facts.revenue) {
    const kind = fit.kinds.find(k => k.kind === revenue.kind)
    if (kind === undefined) continue
    const parts = partsOf(facts, fit, revenue, kind, cells, dsi)
    if (parts.future > 0) step = Math.min(step, kind.step)
    total += parts.total
    future += parts.future
    restVariance +=
      kind.phi * parts.future + parts.luck + parts.shape + parts.future ** 2 * parts.variance
    distance += (parts.future * parts.distance) ** 2
  }
  if (!Number.isFinite(step)) step = 0
  if (!(total > 0))
    return { total, future, sigma: 0, low: total, high: total, restVariance: 0, distance: 0, step }
  restVariance /= total ** 2
  distance = Math.sqrt(distance) / total
  const age = fit.asOf - facts.cells.day[cells[cells.length - 1]!]!
  const sigma = sigmaOf({ restVariance, distance }, dsi, uncertainty, { level: 'campaign', age })
  return {
    total,
    future,
    sigma,
    ...bounds({ total, future, sigma, step }),
    restVariance,
    distance,
    step,
  }
}

/**
 * A kind's total and future, the variances of payers' value and of the shape, the future's relative variance, and its distance
 * ln((D + 1) / (age + 1)), weighted by future revenue.
 */
function partsOf(
  facts: Facts,
  fit: Fit,
  revenue: Revenue,
  kind: KindFit,
  cells: ArrayLike<number>,
  dsi: number,
) {
  const expected = expectedOf(facts, kind)
  const futures = new Float64Array(cells.length)
  let total = 0
  let future = 0
  let distance = 0
  let luck = 0
  // Cells of an age are one part; ages never rise.
  const parts: GrowingPart[] = []
  for (let k = 0; k < cells.length; k++) {
    const i = cells[k]!
    const age = knownAge(revenue, fit.asOf - facts.cells.day[i]!)
    if (age >= dsi) {
      for (
        let row = revenue.start[i]!;
        row < revenue.start[i + 1]! && revenue.age[row]! <= dsi;
        row++
      )
        total += revenue.gross[row]!
      continue
    }
    const more = expected(i, age, dsi)
    futures[k] = more
    total += kind.actual[i]! + more
    future += more
    const weight = expected(i, -1, dsi)
    const last = parts.at(-1)
    if (last?.age === age) last.weight += weight
    else parts.push({ age, weight })
    luck += more * more * kind.variance[i]!
    distance += more * Math.log((dsi + 1) / (Math.max(0, age) + 1))
  }
  if (!(future > 0)) return { total, future: 0, luck: 0, variance: 0, distance: 0, shape: 0 }
  const beyond = Math.max(0, Math.log((dsi + 1) / (Math.max(0, kind.lastAge) + 1)))
  const variance =
    levelVariance(facts, kind, cells, futures, future) + (kind.tail.error * beyond) ** 2
  const shape = varianceOfGrowth(kind.shapeError, parts, dsi)
  return { total, future, luck, variance, distance: distance / future, shape }
}

/** By node; all 0 between uses. */
let shares = new Float64Array(0)

/**
 * Uncertainty of levels in a sum, by share of future revenue. Weeks and segments are independent and add; of nested segments the least
 * certain counts, since each has learned only the residual of those above.
 */
function levelVariance(
  facts: Facts,
  kind: KindFit,
  cells: ArrayLike<number>,
  futures: Float64Array,
  future: number,
): number {
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
  return (
    of('app') +
    of('week') +
    of('campaignWeek') +
    Math.max(of('place'), of('network'), of('campaign'), of('campaignCountry'))
  )
}

export interface Uncertainty {
  growth: number
  /** By DSI: factor on the model's own width for campaigns, see `spread`; default 1. */
  spread: ReadonlyMap<number, number>
  /** The same by `bandKey`, where known. */
  bands?: ReadonlyMap<string, number>
}

export type CohortLevel = 'app' | 'campaign'

/** Some cells as one cohort, whose age is that of the youngest. */
export interface Place {
  level: CohortLevel
  age: number
}

/** First age of each band, for which campaigns' past errors are counted separately. Recommendations usually judge the first band. */
export const AGE_BANDS: readonly number[] = [2, 7, 14, 30, 60]

/** Names a DSI's campaigns of an age band, or its app, whose outcomes are too few to divide. */
export function bandKey(dsi: number, { level, age }: Place): string {
  if (level === 'app') return `${dsi} app`
  let band = AGE_BANDS[0]!
  for (const next of AGE_BANDS) if (next <= age && next < dsi) band = next
  return `${dsi} campaign ${band}`
}

/** Before any errors are known; only `rest` and `distance` are read. */
export const CERTAIN: Uncertainty = { growth: 0, spread: new Map() }

const SHARE = HIGH_SHARE - LOW_SHARE
/** Weight of the prior, in independent residuals: of 5 to 30, the best balance of interval score and coverage over two logs and six worlds. */
const PRIOR_WEIGHT = 15
const MIN = 0.5
const MAX = 6

export function sigmaOf(
  { restVariance, distance }: Pick<Residual, 'restVariance' | 'distance'>,
  dsi: number,
  { growth, spread, bands }: Uncertainty,
  scope?: Place,
): number {
  const factor = (scope && bands?.get(bandKey(dsi, scope))) ?? spread.get(dsi) ?? 1
  return factor * Math.sqrt(restVariance + growth * distance ** 2)
}

/** A past forecast, and the sigma required by its outcome. */
export interface NeededSigma extends Pick<Residual, 'restVariance' | 'distance' | 'error'> {
  needed: number
  /** Cases of a block share days, and thus their events. */
  block: number
}

/**
 * The factor that makes 80 % intervals cover 80 % of past outcomes (split conformal prediction, Vovk et al. 2005): the 80 % quantile of the
 * sigma that each outcome required over the stated one, shrunk to the prior by the number of independent outcomes. The model knows payment
 * luck, but not markets, prices and seasons, which dominate in large apps and campaigns.
 * @param residuals with outcomes known at the as-of day
 * @param prior default: the model's own width
 */
export function spread(residuals: readonly NeededSigma[], growth: number, prior = 1): number {
  const cases = residuals
    .filter(({ needed, restVariance }) => !Number.isNaN(needed) && restVariance > 0)
    .map(({ needed, restVariance, distance, error, block }) => {
      const unit = needed / Math.sqrt(restVariance + growth * distance ** 2)
      return { unit, block, signed: Math.sign(error) * Math.min(unit / prior, MAX) }
    })
  if (cases.length === 0) return prior
  const units = Float64Array.from(cases, ({ unit }) => unit / prior).sort()
  const quantile = Math.min(MAX, Math.max(MIN, units[Math.floor(SHARE * units.length)]!))
  const weight = independent(cases)
  return prior * quantile ** (weight / (weight + PRIOR_WEIGHT))
}

interface Unit {
  block: number
  /** Required over stated sigma with the sign of the error, bounded. */
  signed: number
}

/** Prior correlation within a block, and its weight in blocks. */
const WITHIN_BLOCK = { correlation: 0.1, blocks: 3 }

/**
 * Number of independent cases with the same information (Kish 1965): n / (1 + (m - 1) r), m cases per block, r their correlation by analysis
 * of variance.
 */
function independent(cases: readonly Unit[]): number {
  const blocks = [...groupBy(cases, ({ block }) => block).values()]
  const n = cases.length
  const size = blocks.reduce((sum, { length }) => sum + length ** 2, 0) / n
  const mean = (some: readonly Unit[]) =>
    some.reduce((sum, { signed }) => sum + signed, 0) / some.length
  const all = mean(cases)
  let [between, within] = [0, 0]
  for (const block of blocks) {
    const own = mean(block)
    between += block.length * (own - all) ** 2
    for (const { signed } of block) within += (signed - own) ** 2
  }
  let correlation = WITHIN_BLOCK.correlation
  if (blocks.length > 1 && n > blocks.length) {
    const [msb, msw] = [between / (blocks.length - 1), within / (n - blocks.length)]
    const equal = (n - size) / (blocks.length - 1)
    const measured =
      msb + (equal - 1) * msw > 0 ? Math.max(0, (msb - msw) / (msb + (equal - 1) * msw)) : 0
    correlation =
      (blocks.length * measured + WITHIN_BLOCK.blocks * correlation) /
      (blocks.length + WITHIN_BLOCK.blocks)
  }
  return n / (1 + (size - 1) * correlation)
}
