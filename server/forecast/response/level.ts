import type { Vector } from './vectors.ts'

/** Variances of a slow level's daily change, and of a day's own deviation. */
export interface Noise {
  drift: number
  day: number
}

/** A Kalman filter of a local level (random walk plus noise), by day. */
export interface LevelFilter {
  /** Share of a day's innovation that belongs to the level. */
  gains: Vector
  /** 1 / standard deviation of the innovation; 0 on unknown days, and on the first known one. */
  scales: Vector
  /** Sum of the logarithms of the innovations' variances. */
  logVariance: number
}

/**
 * @param variances of each day's observation beside the noise; Infinity if the day is unknown
 */
export function levelFilter(variances: Vector, { drift, day }: Noise): LevelFilter {
  const gains = new Float64Array(variances.length)
  const scales = new Float64Array(variances.length)
  let [level, logVariance] = [Infinity, 0]
  for (let t = 0; t < variances.length; t++) {
    const own = variances[t]! + day
    const before = level + drift
    if (own < Infinity) {
      const isFirst = before === Infinity
      gains[t] = isFirst ? 1 : before / (before + own)
      scales[t] = isFirst ? 0 : 1 / Math.sqrt(before + own)
      logVariance += isFirst ? 0 : Math.log(before + own)
      level = isFirst ? own : before * (1 - gains[t]!)
    } else level = before
  }
  return { gains, scales, logVariance }
}

/**
 * The innovations of some values in units of their standard deviations: independent, so that least squares of whitened values
 * are generalized least squares of the values (Rosenberg 1973, de Jong 1991). The level explains slow changes; a response
 * shows in the unexpected part, just after a jump.
 */
export function whitened(values: Vector, { gains, scales }: LevelFilter): Vector {
  const result = new Float64Array(values.length)
  let level = 0
  for (let t = 0; t < values.length; t++) {
    const innovation = values[t]! - level
    level += gains[t]! * innovation
    result[t] = scales[t]! * innovation
  }
  return result
}

/** The smoothed level of some values (Rauch, Tung and Striebel 1965); before the first known one, that day's. */
export function smoothed(values: Vector, variances: Vector, noise: Noise): Vector {
  const { gains } = levelFilter(variances, noise)
  let [level, variance] = [0, Infinity]
  // Shares of the next day's change that the filtered levels take.
  const shares = new Float64Array(values.length)
  const levels = values.map((value, t) => {
    const gain = gains[t]!
    level += gain * (value - level)
    variance = gain > 0 ? gain * (variances[t]! + noise.day) : variance + noise.drift
    shares[t] = variance < Infinity ? variance / (variance + noise.drift) : 1
    return level
  })
  // `level` is now the day after's smoothed one.
  for (const [t, share] of [...shares.entries()].reverse())
    level = levels[t] = levels[t]! + share * (level - levels[t]!)
  return levels
}
