import type { Day } from '../facts.ts'
import type { GroupRevenue, Groups } from './groups.ts'
import { shapeWeights } from './shape.ts'

/** First ages of the bands within which a network's growth differs from the app's by one factor. */
const BANDS = [1, 3, 7, 14, 30, 60, 120]
/** What the app's shape weighs, in units of the dispersion. */
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
