import { median } from './median.ts'

/** A past forecast's outcome and stated uncertainty. */
export interface Residual {
  /** ln(actual / forecast); -Infinity without revenue. */
  error: number
  /** Variance that does not grow with the distance in time, and the distance: see `Interval`. */
  restVariance: number
  distance: number
}

/** Prior growth, and its weight in units of as many residuals. */
const GROWTH_PRIOR = { growth: 0.01, weight: 5 }
const RESIDUALS_PER_WEIGHT = 20
const CAP = 9

/**
 * Growth of past errors with the distance in time, beyond the model's variance: max(0, sum(r^2 - rest) / sum distance^2), shrunk to 0.01.
 * Pass only residuals whose outcome was known at the as-of day.
 */
export function growth(residuals: readonly Residual[]): number {
  const usable = residuals.filter(
    r => r.distance > 0 && Number.isFinite(r.restVariance) && !Number.isNaN(r.error),
  )
  const squares = usable.map(r => r.error ** 2)
  const cap = CAP * median(squares)
  let excess = 0
  let distance = 0
  usable.forEach((r, at) => {
    const square = Math.min(squares[at]!, cap)
    if (!Number.isFinite(square)) return
    excess += square - r.restVariance
    distance += r.distance ** 2
  })
  const estimate = distance > 0 ? Math.max(0, excess / distance) : GROWTH_PRIOR.growth
  const weight = usable.length / RESIDUALS_PER_WEIGHT
  return (
    (weight * estimate + GROWTH_PRIOR.weight * GROWTH_PRIOR.growth) / (weight + GROWTH_PRIOR.weight)
  )
}
