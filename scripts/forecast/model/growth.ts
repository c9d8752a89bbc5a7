/** How a past forecast ended, and how unsure it was said to be. */
export interface Residual {
  /** ln(actual / forecast); -Infinity where nothing came. */
  error: number
  /** The variance that does not grow with the distance in time, and the distance: as `Interval` has them. */
  rest: number
  distance: number
}

/** The growth that is believed in before any past is known, and the number of its residuals' dozens. */
const PRIOR = { growth: 0.01, weight: 5 }
const RESIDUALS_PER_WEIGHT = 20
/** Squared errors count up to so many medians: one broken week is no law. */
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
  const estimate = distance > 0 ? Math.max(0, excess / distance) : PRIOR.growth
  const weight = usable.length / RESIDUALS_PER_WEIGHT
  return (weight * estimate + PRIOR.weight * PRIOR.growth) / (weight + PRIOR.weight)
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
