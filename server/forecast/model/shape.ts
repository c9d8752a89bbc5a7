import { halvings, type KindGroups } from './groups.ts'
import type { Day } from '../../core/model/dates.ts'
import { knownAge } from './facts.ts'

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

/** Weighted sums over the cohorts of each network that reached an age, at network x `ages` + age. */
export interface Ladder {
  ages: number
  networks: number
  /** sum w C(n - 1) and sum w R(n): cumulative revenue before an age, and revenue at it. */
  before: Float64Array
  at: Float64Array
}

/** @param lastAge greatest age that counts */
export function ladderOf(groups: KindGroups, networks: number, asOf: Day, lastAge: number): Ladder {
  const ages = Math.max(0, lastAge) + 1
  return { ages, networks, ...addUp(groups, asOf, ages, { networks }) }
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
  const { ages } = ladder
  const plain = chained(ofApp(ladder.before, ages), ofApp(ladder.at, ages))
  if (!Number.isFinite(usual)) return plain
  const growth = growths(plain.cumulative)
  const band = bandOf(ages)
  const ofBand = new Float64Array(BANDS.length)
  plain.weight.forEach((revenue, n) => (ofBand[band[n]!]! += revenue))
  const { expected: times, amounts, share } = ONE_BUYER
  const limit = (n: number, sum: number): number => {
    const expected = sum * growth[n]!
    if (n === 0 || Number.isNaN(expected)) return Infinity
    return Math.max(
      share * ofBand[band[n]!]!,
      times * expected + amounts * (Math.sqrt(usual * expected) + usual),
    )
  }
  const { before, at } = addUp(groups, asOf, ages, { limit })
  return chained(before, at)
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
): Pick<Ladder, 'before' | 'at'> {
  const before = new Float64Array(networks * ages)
  const at = new Float64Array(networks * ages)
  // The newest cohort at an age has weight 1.
  const weights = halvings(all, asOf, SHAPE_HALF_LIFE)
  for (const { day, network, gross } of all.groups) {
    if (day > asOf) break
    const known = Math.min(knownAge(all, asOf - day), ages - 1)
    const base = networks === 1 ? 0 : network * ages
    let sum = 0
    for (let n = 0; n <= known; n++) {
      const w = weights[asOf - day - n]!
      before[base + n]! += w * sum
      const revenue = n < gross.length ? gross[n]! : 0
      if (revenue === 0) continue
      const limited = limit === undefined ? revenue : Math.min(revenue, limit(n, sum))
      at[base + n]! += w * limited
      sum += limited
    }
  }
  return { before, at }
}

function ofApp(byNetwork: Float64Array, ages: number): Float64Array {
  const sums = new Float64Array(ages)
  byNetwork.forEach((value, at) => (sums[at % ages]! += value))
  return sums
}

function chained(before: Float64Array, weight: Float64Array): Shape {
  const ages = before.length
  const cumulative = new Float64Array(ages)
  cumulative[ages - 1] = 1
  for (let n = ages - 1; n > 0; n--) {
    const total = before[n]! + weight[n]!
    cumulative[n - 1] = total > 0 ? cumulative[n]! * (before[n]! / total) : cumulative[n]!
  }
  return { cumulative, weight }
}

/** First ages of bands, in each of which one factor relates a network's growth to the app's. */
const BANDS = [1, 3, 7, 14, 30, 60, 120]
const PRIOR = 20

/**
 * Cumulative shapes by network, each with as many values as the app's. A network's growth in a band is the app's times (20 f + O / phi) /
 * (20 + E / phi): O observed, E expected from the app's growth, f the factor of the previous band.
 */
export function networkShapes(
  { ages: known, networks, before, at }: Ladder,
  app: Float64Array,
  phi: number,
): Float64Array {
  const ages = app.length
  const band = bandOf(ages)
  const growth = growths(app)
  const observed = new Float64Array(networks * BANDS.length)
  const expected = new Float64Array(networks * BANDS.length)
  for (let k = 0; k < networks; k++) {
    for (let n = 0; n < known; n++) {
      if (!(growth[n]! > 0 && growth[n]! < Infinity)) continue
      observed[k * BANDS.length + band[n]!]! += at[k * known + n]!
      expected[k * BANDS.length + band[n]!]! += before[k * known + n]! * growth[n]!
    }
  }
  const shapes = new Float64Array(networks * ages)
  for (let k = 0; k < networks; k++) {
    const of = k * BANDS.length
    const factors = bandFactors(
      observed.subarray(of, of + BANDS.length),
      expected.subarray(of, of + BANDS.length),
      phi,
    )
    const factor = (n: number): number => factors[band[n]!]!
    // Scaled from the last age, the common value, downwards and upwards.
    const last = Math.min(known, ages) - 1
    const base = k * ages
    shapes[base + last] = app[last]!
    for (let n = last; n > 0; n--)
      shapes[base + n - 1] = shapes[base + n]! / (1 + growth[n]! * factor(n))
    for (let n = last + 1; n < ages; n++)
      shapes[base + n] = shapes[base + n - 1]! * (1 + growth[n]! * factor(n))
  }
  return shapes
}

/** A band with little data keeps the previous band's factor, since a slow decline continues. */
function bandFactors(observed: Float64Array, expected: Float64Array, phi: number): number[] {
  let before = 1
  return BANDS.map(
    (_, at) => (before = (PRIOR * before + observed[at]! / phi) / (PRIOR + expected[at]! / phi)),
  )
}

function growths(cumulative: Float64Array): Float64Array {
  return cumulative.map((value, n) => {
    const before = n === 0 ? 0 : cumulative[n - 1]!
    return before > 0 ? (value - before) / before : value > 0 ? Infinity : 0
  })
}

function bandOf(ages: number): Uint8Array {
  const band = new Uint8Array(ages)
  for (let n = 0; n < ages; n++) {
    let k = 0
    while (k + 1 < BANDS.length && BANDS[k + 1]! <= n) k++
    band[n] = k
  }
  return band
}

const SCALE_HALF_LIFE = 60

/** Revenue per install by age: shapes of app and networks, scaled to the cohorts. */
export interface Curves {
  ages: number
  app: Float64Array
  network: Float64Array
}

/**
 * M(n) = G(n) sum v C(a) / sum v N G(a), v with a half-life of 60 days of install date. A network's curve is scaled to the app's
 * expectation for its cohorts: its level is estimated separately.
 */
export function scale(
  groups: KindGroups,
  asOf: Day,
  app: Float64Array,
  shapes: Float64Array,
): Curves {
  const ages = app.length
  const networks = shapes.length / ages
  const weights = halvings(groups, asOf, SCALE_HALF_LIFE)
  const byApp = new Float64Array(networks)
  const byNetwork = new Float64Array(networks)
  let actual = 0
  let expected = 0
  for (const { day, network: k, installs, gross } of groups.groups) {
    if (day > asOf) break
    const a = knownAge(groups, asOf - day)
    if (a < 0) continue
    const v = weights[asOf - day]!
    let sum = 0
    for (let n = 0; n <= a && n < gross.length; n++) sum += gross[n]!
    actual += v * sum
    expected += v * installs * app[a]!
    byApp[k]! += v * installs * app[a]!
    byNetwork[k]! += v * installs * shapes[k * ages + a]!
  }
  const factor = expected > 0 ? actual / expected : 0
  const network = new Float64Array(shapes.length)
  for (let k = 0, at = 0; k < networks; k++) {
    const own = byNetwork[k]! > 0 ? byApp[k]! / byNetwork[k]! : 1
    for (const end = at + ages; at < end; at++) network[at] = shapes[at]! * factor * own
  }
  return { ages, app: app.map(value => value * factor), network }
}
