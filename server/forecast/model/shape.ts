import { type GroupRevenue, type Groups, halvings } from './groups.ts'
import type { Day } from '../../model/days.ts'

/** Days of install date after which a cohort says half as much about the shape. */
const HALF_LIFE = 120

/** How cumulative revenue grows with age, up to the last age that enough installs have reached. */
export interface Shape {
  /** G(n) for n = 0 to the last age; 1 at the last. 0 before the first age with revenue. */
  cumulative: Float64Array
  /** Revenue that was seen at each age, older cohorts weighing less: what the estimate at that age rests on. */
  weight: Float64Array
}

/** Weights by how many days before the as-of day an age was reached: so the newest cohort that has reached an age weighs 1 at it. */
function shapeWeights(days: number): Float64Array {
  return halvings(HALF_LIFE, days)
}

/**
 * The volume-weighted chain ladder (Mack 1993): g(n) = sum w R(n) / sum w C(n - 1) over the cohorts that have reached age n. It is chained
 * from the last age down, by 1 / (1 + g(n)) = sum w C(n - 1) / sum w C(n), which is the same and needs no revenue at age 0.
 */
export function chainLadder(groups: Groups, revenue: GroupRevenue, asOf: Day, lastAge: number): Shape {
  const ages = Math.max(0, lastAge) + 1
  const weights = shapeWeights(groups.count > 0 ? Math.max(0, asOf - groups.day[0]!) : 0)
  const before = new Float64Array(ages)
  const weight = new Float64Array(ages)
  for (let g = 0; g < groups.count && groups.day[g]! <= asOf; g++) {
    const day = groups.day[g]!
    const known = Math.min(asOf - day, ages - 1)
    let sum = 0
    let row = revenue.start[g]!
    const end = revenue.start[g + 1]!
    for (let n = 0; n <= known; n++) {
      const w = weights[asOf - day - n]!
      before[n]! += w * sum
      if (row < end && revenue.age[row] === n) {
        weight[n]! += w * revenue.gross[row]!
        sum += revenue.gross[row++]!
      }
    }
  }
  const cumulative = new Float64Array(ages)
  cumulative[ages - 1] = 1
  for (let n = ages - 1; n > 0; n--) {
    const total = before[n]! + weight[n]!
    cumulative[n - 1] = total > 0 ? cumulative[n]! * (before[n]! / total) : cumulative[n]!
  }
  return { cumulative, weight }
}

/** First ages of the bands within which a network's growth differs from the app's by one factor. */
const BANDS = [1, 3, 7, 14, 30, 60, 120]
/** Prior weight of the app's shape, in units of the dispersion. */
const PRIOR = 20

/**
 * Cumulative shapes by network: `ages` values each, side by side. A network's growth in a band is the app's times (20 f + O / phi) / (20 + E / phi),
 * where O is what it brought at those ages, E what the app's growth would have brought, and f the factor of the band before.
 */
export function networkShapes(
  groups: Groups,
  revenue: GroupRevenue,
  networks: number,
  asOf: Day,
  lastAge: number,
  app: Float64Array,
  phi: number,
): Float64Array {
  const ages = app.length
  const weights = shapeWeights(groups.count > 0 ? Math.max(0, asOf - groups.day[0]!) : 0)
  const band = bandOf(ages)
  const growth = growths(app)
  const seen = new Float64Array(networks * BANDS.length)
  const expected = new Float64Array(networks * BANDS.length)
  for (let g = 0; g < groups.count && groups.day[g]! <= asOf; g++) {
    const day = groups.day[g]!
    const base = groups.network[g]! * BANDS.length
    const known = Math.min(asOf - day, lastAge)
    let sum = 0
    let row = revenue.start[g]!
    const end = revenue.start[g + 1]!
    for (let n = 0; n <= known; n++) {
      const w = weights[asOf - day - n]!
      const at = base + band[n]!
      const gross = row < end && revenue.age[row] === n ? revenue.gross[row++]! : 0
      if (growth[n]! > 0 && growth[n]! < Infinity) {
        seen[at]! += w * gross
        expected[at]! += w * sum * growth[n]!
      }
      sum += gross
    }
  }
  const shapes = new Float64Array(networks * ages)
  for (let k = 0; k < networks; k++) {
    const of = k * BANDS.length
    const factors = bandFactors(seen.subarray(of, of + BANDS.length), expected.subarray(of, of + BANDS.length), phi)
    const factor = (n: number): number => factors[band[n]!]!
    // From the last age down and up, as the app's: its value at the last age is what they have in common.
    const last = Math.max(0, Math.min(lastAge, ages - 1))
    const base = k * ages
    shapes[base + last] = app[last]!
    for (let n = last; n > 0; n--) shapes[base + n - 1] = shapes[base + n]! / (1 + growth[n]! * factor(n))
    for (let n = last + 1; n < ages; n++) shapes[base + n] = shapes[base + n - 1]! * (1 + growth[n]! * factor(n))
  }
  return shapes
}

/** A band that little is known of is believed to differ as the one before it does: who falls off slowly goes on doing so. */
function bandFactors(seen: Float64Array, expected: Float64Array, phi: number): number[] {
  let before = 1
  return BANDS.map((_, at) => (before = (PRIOR * before + seen[at]! / phi) / (PRIOR + expected[at]! / phi)))
}

/** G(n) / G(n - 1) - 1; infinite at the first age with revenue, 0 before it. */
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

/** Revenue per install by age: the app's shape and the networks' shapes, scaled to what the cohorts have brought. */
export interface Curves {
  ages: number
  app: Float64Array
  /** `ages` values per network. */
  network: Float64Array
}

/**
 * M(n) = G(n) sum v C(a) / sum v N G(a), v halving with every 60 days of install date. A network's curve is scaled to expect of the network's
 * cohorts so far what the app's would: how much more a network brings is the levels' to say.
 */
export function scale(
  groups: Groups,
  revenue: GroupRevenue,
  asOf: Day,
  toAge: number | undefined,
  app: Float64Array,
  shapes: Float64Array,
): Curves {
  const ages = app.length
  const networks = shapes.length / ages
  const byApp = new Float64Array(networks)
  const byNetwork = new Float64Array(networks)
  let actual = 0
  let expected = 0
  for (let g = 0; g < groups.count && groups.day[g]! <= asOf; g++) {
    const since = asOf - groups.day[g]!
    const a = Math.min(since, toAge ?? since)
    const k = groups.network[g]!
    const v = 2 ** (-since / SCALE_HALF_LIFE)
    let sum = 0
    for (let row = revenue.start[g]!; row < revenue.start[g + 1]! && revenue.age[row]! <= a; row++) sum += revenue.gross[row]!
    actual += v * sum
    expected += v * groups.installs[g]! * app[a]!
    byApp[k]! += v * groups.installs[g]! * app[a]!
    byNetwork[k]! += v * groups.installs[g]! * shapes[k * ages + a]!
  }
  const factor = expected > 0 ? actual / expected : 0
  const network = shapes.map((value, at) => {
    const k = Math.floor(at / ages)
    return value * factor * (byNetwork[k]! > 0 ? byApp[k]! / byNetwork[k]! : 1)
  })
  return { ages, app: app.map(value => value * factor), network }
}

/** How a past forecast ended, and how unsure it was said to be. */
export interface Residual {
  /** ln(actual / forecast); -Infinity where nothing came. */
  error: number
  /** The variance that does not grow with the distance in time, and the distance: as `Interval` has them. */
  rest: number
  distance: number
}

/** The growth that is believed in before any past is known, and the number of its residuals' dozens. */
const GROWTH_PRIOR = { growth: 0.01, weight: 5 }
const RESIDUALS_PER_WEIGHT = 20
/** Caps squared errors, in medians, so that one broken week does not dominate. */
const CAP = 9

/**
 * How much faster than the model's own variance the errors of past forecasts grow with the distance in time: max(0, sum(r^2 - rest) / sum distance^2), drawn
 * towards 0.01. Give it only residuals whose outcome was known at the as-of day.
 */
export function growth(residuals: readonly Residual[]): number {
  const usable = residuals.filter(r => r.distance > 0 && Number.isFinite(r.rest) && !Number.isNaN(r.error))
  const squares = usable.map(r => r.error ** 2)
  const cap = CAP * median(squares)
  let excess = 0
  let distance = 0
  usable.forEach((r, at) => {
    const square = Math.min(squares[at]!, cap)
    if (!Number.isFinite(square)) return
    excess += square - r.rest
    distance += r.distance ** 2
  })
  const estimate = distance > 0 ? Math.max(0, excess / distance) : GROWTH_PRIOR.growth
  const weight = usable.length / RESIDUALS_PER_WEIGHT
  return (weight * estimate + GROWTH_PRIOR.weight * GROWTH_PRIOR.growth) / (weight + GROWTH_PRIOR.weight)
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
