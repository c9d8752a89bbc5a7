import { ageToKnow, type KnownCells, type Revenue } from './facts.ts'
import type { Grid } from './grid.ts'

const BLOCK = 7
/** Sampled cells, enough for one or two percent; deterministic. */
const SAMPLE = 150_000

/** Expected revenue of a cell up to an age: `scale` x the curve of its network. */
export interface Expected {
  scale: Float64Array
  curves: Grid
}

export interface Dispersion {
  /** Variance over mean of payments, which occur at random. */
  phi: number
  /** Variance of an install's value, relative to the squared mean. It stays with the cohort. */
  luck: number
}

/**
 * Randomness of payments and of payers, from errors x - mu over cells x 7-day blocks of ages. Errors of a cell in two blocks have only its
 * payers in common: luck = sum w (D^2 - sum d^2) / sum w (M^2 - sum m^2) / N, D and M sums of the blocks' errors d and means m. The rest is
 * phi: sum (d^2 - luck m^2 / N) / (m + k) over sum m / (m + k). With k = 0, blocks with tiny expectation would dominate. A block ends at an
 * exported age: interpolated revenue is smoother than the real one.
 * @param k money, about phi
 */
export function dispersion(
  { count, from: first, known, network, installs }: Omit<KnownCells, 'age' | 'actual'>,
  { scale, curves }: Expected,
  revenue: Revenue,
  k: number,
): Dispersion {
  const { start, age: ages, gross } = revenue
  const endOf = blockEnds(revenue)
  const ofPayments = { squares: 0, means: 0, weights: 0 }
  const ofPayers = { products: 0, means: 0 }
  const drawn = count - first > SAMPLE ? (SAMPLE / (count - first)) * 2 ** 32 : 2 ** 32
  for (let i = first; i < count; i++) {
    // Hashed, since a campaign's cells are at regular distances.
    if (Math.imul(i, 0x9e3779b1) >>> 0 >= drawn) continue
    const [last, end, users] = [known[i]!, start[i + 1]!, installs[i]!]
    let [miss, mean, misses, means] = [0, 0, 0, 0]
    let row = start[i]!
    let before = 0
    for (let from = 0, to = 0; from <= last; from = to + 1) {
      to = Math.min(last, endOf(from))
      let x = 0
      while (row < end && ages[row]! <= to) x += gross[row++]!
      const upTo = scale[i]! * curves.get(network[i]!, to)
      const m = upTo - before
      before = upTo
      if (m <= 0) continue
      const d = x - m
      ofPayments.squares += (d * d) / (m + k)
      ofPayments.weights += m / (m + k)
      if (users > 0) ofPayments.means += (m * m) / users / (m + k)
      miss += d
      mean += m
      misses += d * d
      means += m * m
    }
    if (!(mean > 0 && users > 0)) continue
    ofPayers.products += (miss ** 2 - misses) / (mean + k)
    ofPayers.means += (mean ** 2 - means) / users / (mean + k)
  }
  const luck = ofPayers.means > 0 ? Math.max(0, ofPayers.products / ofPayers.means) : 0
  const { squares, means, weights } = ofPayments
  return { phi: weights > 0 ? Math.max(0, squares - luck * means) / weights : 0, luck }
}

function blockEnds({ exportedAges }: Revenue): (from: number) => number {
  if (exportedAges === undefined) return from => from + BLOCK - 1
  return from => ageToKnow({ revenue: [{ exportedAges } as Revenue] }, from + BLOCK - 1)
}
