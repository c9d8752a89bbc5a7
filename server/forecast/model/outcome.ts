import { errorFunction } from 'simple-statistics'
import { Z80 } from '../../core/formulas/interval.ts'

/**
 * Revenue by a DSI, or ROAS: a known part, and a future that is gamma distributed around its mean. Its cube root is about normal (Wilson
 * and Hilferty 1931), so that quantiles have a closed form, and may be zero if hardly any payment is expected.
 */
export interface Outcome {
  total: number
  /** The forecast part of the total. */
  future: number
  /** Standard deviation, relative to the total. */
  sigma: number
  /** A smaller future counts as none: payments have a minimum size. */
  step: number
}

/** Standard deviation over mean at which the upper bound is greatest; beyond it the cube root is not normal. */
const MOST = 1.5 * Z80

/** Scales the outcome: a ROAS is as uncertain as its revenue. */
export function scaled({ total, future, sigma, step }: Outcome, to: number): Outcome {
  const by = total > 0 ? to / total : 0
  return { total: to, future: future * by, sigma, step: step * by }
}

/** Relative to the future alone. */
function spreadOf({ total, future, sigma }: Outcome): number {
  return Math.min(MOST, (sigma * total) / future)
}

/** The 80 % interval. */
export function bounds(outcome: Outcome): { low: number; high: number } {
  const { total, future, step } = outcome
  if (!(future > 0)) return { low: total, high: total }
  const g = spreadOf(outcome)
  const low = gammaQuantile(future, g, -Z80)
  return {
    low: total - future + (low < step ? 0 : low),
    high: Math.max(total, total - future + gammaQuantile(future, g, Z80)),
  }
}

function gammaQuantile(future: number, g: number, z: number): number {
  return future * Math.max(0, 1 - g ** 2 / 9 + (z * g) / 3) ** 3
}

export function probabilityBelow(outcome: Outcome, value: number): number {
  const { total, future } = outcome
  const known = total - future
  if (!(future > 0)) return value > total ? 1 : value < total ? 0 : 0.5
  if (value <= known) return 0
  const root = Math.cbrt((value - known) / future)
  const g = spreadOf(outcome)
  if (!(g > 0)) return root > 1 ? 1 : root < 1 ? 0 : 0.5
  return (1 + errorFunction(((root - 1 + g ** 2 / 9) * 3) / g / Math.SQRT2)) / 2
}

/** The smallest sigma whose 80 % interval contains the actual; Infinity if none does. */
export function sigmaToCover(
  { total, future, step }: Omit<Outcome, 'sigma'>,
  actual: number,
): number {
  if (!(future > 0)) return NaN
  const paidSince = actual - total + future
  const off = Math.cbrt(paidSince < step ? Math.min(1, step / future) : paidSince / future) - 1
  const half = Z80 / 3
  const inner = half ** 2 - (4 * off) / 9
  if (inner < 0) return Infinity
  const g = off > 0 ? ((half - Math.sqrt(inner)) * 9) / 2 : ((Math.sqrt(inner) - half) * 9) / 2
  return (g * future) / total
}
