/** One campaign's logarithms by day: NaN if unknown. */
export interface Observed {
  /** Outcome, such as the logarithm of installs, less all effects of the day. */
  z: Float64Array
  /** Counting variance. */
  counting: Float64Array
  /** Candidate regressors, the moves first. */
  regressors: readonly Float64Array[]
}

/** Variances of a slow level's daily change, and of a day's own deviation. */
export interface Noise {
  drift: number
  day: number
}

export interface Products {
  /** Products of the innovations of the regressors, then of the outcome, divided by their variance. */
  sums: Float64Array[]
  logVariance: number
}

/**
 * Kalman filter of a local level, run on outcome and regressors alike (Rosenberg 1973, de Jong 1991). The level explains slow
 * changes; the response shows in the unexpected part, just after a jump.
 */
export function innovations(
  { z, counting, regressors }: Observed,
  { drift, day }: Noise,
): Products {
  const columns = [...regressors, z]
  const size = columns.length
  const sums = new Float64Array(size * size)
  const level = new Float64Array(size)
  const off = new Float64Array(size)
  let [p, logVariance] = [Infinity, 0]
  for (let t = 0; t < z.length; t++) {
    p += drift
    if (Number.isNaN(z[t]!)) continue
    const own = counting[t]! + day
    const all = p + own
    const gain = p === Infinity ? 1 : p / all
    for (let j = 0; j < size; j++) {
      off[j] = columns[j]![t]! - level[j]!
      level[j]! += gain * off[j]!
    }
    if (p === Infinity) {
      p = own
      continue
    }
    for (let j = 0; j < size; j++) {
      const scaled = off[j]! / all
      for (let k = j; k < size; k++) sums[j * size + k]! += scaled * off[k]!
    }
    logVariance += Math.log(all)
    p *= 1 - gain
  }
  for (let j = 1; j < size; j++)
    for (let k = 0; k < j; k++) sums[j * size + k] = sums[k * size + j]!
  return { sums: columns.map((_, j) => sums.subarray(j * size, (j + 1) * size)), logVariance }
}

/** The smoothed level of some values; NaN before the first known one (Rauch, Tung and Striebel 1965). */
export function smoothed(
  values: Float64Array,
  counting: Float64Array,
  { drift, day }: Noise,
): Float64Array {
  const level = new Float64Array(values.length)
  const variance = new Float64Array(values.length)
  let [a, p] = [NaN, Infinity]
  for (let t = 0; t < values.length; t++) {
    p += drift
    if (!Number.isNaN(values[t]!)) {
      const own = counting[t]! + day
      const gain = p === Infinity ? 1 : p / (p + own)
      a = p === Infinity ? values[t]! : a + gain * (values[t]! - a)
      p = p === Infinity ? own : p * (1 - gain)
    }
    level[t] = a
    variance[t] = p
  }
  for (let t = values.length - 2; t >= 0; t--) {
    if (Number.isNaN(level[t]!)) continue
    level[t]! += (variance[t]! / (variance[t]! + drift)) * (level[t + 1]! - level[t]!)
  }
  return level
}
