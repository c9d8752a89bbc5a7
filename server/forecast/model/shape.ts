import { Grid } from './grid.ts'
import { halvings, type KindGroups } from './groups.ts'
import type { Day } from '../../core/model/dates.ts'
import { knownAge } from './facts.ts'
import { sum as sumOf } from '../../core/formulas/sums.ts'

/** Half-life of a cohort's weight for the shape, in days of install date. */
export const SHAPE_HALF_LIFE = 120

/** Growth of cumulative revenue with age, up to the last age that enough installs reached. */
export interface Shape {
  /** G(n) for n = 0 to the last age, where it is 1. 0 before the first age with revenue. */
  cumulative: Float64Array
  /** Weighted revenue at each age: the evidence for the estimate. */
  weight: Float64Array
}

/**
 * A cohort's daily revenue counts as one buyer's if it exceeds three times the shape's expectation and 10 usual amounts, and is over 1 % of
 * all revenue of its age band: with much revenue, single payments are only their share.
 */
const ONE_BUYER = { expected: 3, amounts: 10, share: 0.01 }

/** Weighted sums over the cohorts that reached an age, by network and age. */
export interface Ladder {
  /** sum w C(n - 1) and sum w R(n): cumulative revenue before an age, and revenue at it. */
  before: Grid
  at: Grid
}

/** @param lastAge greatest age that counts */
export function ladderOf(groups: KindGroups, networks: number, asOf: Day, lastAge: number): Ladder {
  return addUp(groups, asOf, Math.max(0, lastAge) + 1, { networks })
}

/**
 * Volume-weighted chain ladder (Mack 1993): g(n) = sum w R(n) / sum w C(n - 1) over cohorts that reached age n. Chained down from the last
 * age by 1 / (1 + g(n)) = sum w C(n - 1) / sum w C(n), which is equivalent and needs no revenue at age 0. A second pass limits R(n) by the
 * first pass's growth: otherwise a single large purchase affects the forecast of every cohort.
 * @param usual a usual amount of a row; Infinity: no limit
 */
export function chainLadder(
  groups: KindGroups,
  asOf: Day,
  ladder: Ladder,
  usual = Infinity,
): Shape {
  const ages = ladder.at.columns
  const plain = chained(ladder)
  if (!Number.isFinite(usual)) return plain
  const growth = growths(plain.cumulative)
  const bandRevenue = new Float64Array(ages)
  for (const { from, to } of bandsOf(ages))
    bandRevenue.fill(sumOf(plain.weight.subarray(from, to)), from, to)
  const { expected: times, amounts, share } = ONE_BUYER
  const limit = (n: number, sum: number): number => {
    const expected = sum * growth[n]!
    if (n === 0 || Number.isNaN(expected)) return Infinity
    return Math.max(
      share * bandRevenue[n]!,
      times * expected + amounts * (Math.sqrt(usual * expected) + usual),
    )
  }
  return chained(addUp(groups, asOf, ages, { limit }))
}

/**
 * @param networks 1: all together
 * @param limit maximum revenue at an age after a sum
 */
function addUp(
  all: KindGroups,
  asOf: Day,
  ages: number,
  { networks = 1, limit }: { networks?: number; limit?: (age: number, sum: number) => number },
): Ladder {
  const before = new Grid(networks, ages)
  const at = new Grid(networks, ages)
  // The newest cohort at an age has weight 1.
  const weights = halvings(all, asOf, SHAPE_HALF_LIFE)
  for (const { day, network, gross } of all.groups) {
    if (day > asOf) break
    const known = Math.min(knownAge(all, asOf - day), ages - 1)
    const row = networks === 1 ? 0 : network
    let sum = 0
    for (let n = 0; n <= known; n++) {
      const w = weights[asOf - day - n]!
      before.add(row, n, w * sum)
      const revenue = n < gross.length ? gross[n]! : 0
      if (revenue === 0) continue
      const limited = limit === undefined ? revenue : Math.min(revenue, limit(n, sum))
      at.add(row, n, w * limited)
      sum += limited
    }
  }
  return { before, at }
}

/** Chains the growth of all networks together. */
function chained({ before, at }: Ladder): Shape {
  const [sums, weight] = [before.sums(), at.sums()]
  const cumulative = new Float64Array(weight.length)
  let value = 1
  for (let n = weight.length - 1; n >= 0; n--) {
    cumulative[n] = value
    const total = sums[n]! + weight[n]!
    if (total > 0) value *= sums[n]! / total
  }
  return { cumulative, weight }
}

/** First ages of bands, in each of which one factor relates a network's growth to the app's. */
const BANDS = [0, 3, 7, 14, 30, 60, 120]
const PRIOR = 20

/** Bands of the first `ages` ages; `to` is excluded. */
function bandsOf(ages: number): { from: number; to: number }[] {
  return BANDS.map((from, at) => ({ from, to: Math.min(ages, BANDS[at + 1] ?? ages) })).filter(
    ({ from, to }) => from < to,
  )
}

/**
 * Cumulative shapes by network and age, each with as many values as the app's. A network's growth in a band is the app's times
 * (20 f + O / phi) / (20 + E / phi): O observed, E expected from the app's growth, f the factor of the previous band.
 */
export function networkShapes({ before, at }: Ladder, app: Float64Array, phi: number): Grid {
  const ages = app.length
  const growth = growths(app)
  const shapes = new Grid(at.rows, ages)
  for (let k = 0; k < at.rows; k++) {
    const factors = bandFactors({ before: before.row(k), at: at.row(k) }, growth, phi)
    const grown = (n: number): number => 1 + growth[n]! * factors[n]!
    const shape = shapes.row(k)
    // Scaled from the last age, the common value, downwards and upwards.
    const last = Math.min(at.columns, ages) - 1
    shape[last] = app[last]!
    for (let n = last; n > 0; n--) shape[n - 1] = shape[n]! / grown(n)
    for (let n = last + 1; n < ages; n++) shape[n] = shape[n - 1]! * grown(n)
  }
  return shapes
}

/** By age. A band with little data keeps the previous band's factor, since a slow decline continues. */
function bandFactors(
  { before, at }: Record<keyof Ladder, Float64Array>,
  growth: Float64Array,
  phi: number,
): Float64Array {
  const factors = new Float64Array(growth.length)
  let factor = 1
  for (const { from, to } of bandsOf(growth.length)) {
    let [observed, expected] = [0, 0]
    for (let n = from; n < to && n < at.length; n++) {
      if (!(growth[n]! > 0 && growth[n]! < Infinity)) continue
      observed += at[n]!
      expected += before[n]! * growth[n]!
    }
    factor = (PRIOR * factor + observed / phi) / (PRIOR + expected / phi)
    factors.fill(factor, from, to)
  }
  return factors
}

function growths(cumulative: Float64Array): Float64Array {
  let before = 0
  return cumulative.map(value => {
    const growth = before > 0 ? (value - before) / before : value > 0 ? Infinity : 0
    before = value
    return growth
  })
}

const SCALE_HALF_LIFE = 60

/** Revenue per install by age, and by network and age: shapes scaled to the cohorts. */
export interface Curves {
  app: Float64Array
  network: Grid
}

/**
 * M(n) = G(n) sum v C(a) / sum v N G(a), v with a half-life of 60 days of install date. A network's curve is scaled to the app's
 * expectation for its cohorts: its level is estimated separately.
 */
export function scale(groups: KindGroups, asOf: Day, app: Float64Array, shapes: Grid): Curves {
  const weights = halvings(groups, asOf, SCALE_HALF_LIFE)
  /** Expected revenue of each network's cohorts by the app's shape and by its own. */
  const networks = Array.from({ length: shapes.rows }, () => ({ byApp: 0, byOwn: 0 }))
  let actual = 0
  let expected = 0
  for (const { day, network, installs, gross } of groups.groups) {
    if (day > asOf) break
    const age = knownAge(groups, asOf - day)
    if (age < 0) continue
    const v = weights[asOf - day]!
    const byApp = v * installs * app[age]!
    let sum = 0
    for (let n = 0; n <= age && n < gross.length; n++) sum += gross[n]!
    actual += v * sum
    expected += byApp
    const own = networks[network]!
    own.byApp += byApp
    own.byOwn += v * installs * shapes.get(network, age)
  }
  const factor = expected > 0 ? actual / expected : 0
  const curves = new Grid(shapes.rows, shapes.columns)
  for (const [network, { byApp, byOwn }] of networks.entries()) {
    const own = byOwn > 0 ? byApp / byOwn : 1
    shapes.row(network).forEach((value, n) => curves.set(network, n, value * factor * own))
  }
  return { app: app.map(value => value * factor), network: curves }
}
