import type { Residual } from './growth.ts'

/** What past forecasts tell of how unsure those of today are. */
export interface Uncertainty {
  /** Variance per squared log distance in time, see `growth`. */
  growth: number
  /** By DSI: how much wider than the model's own the intervals must be, see `spread`; 1 where none is named. */
  spread: ReadonlyMap<number, number>
}

/** Before any errors are known: of an interval only `rest` and `distance` are wanted then. */
export const CERTAIN: Uncertainty = { growth: 0, spread: new Map() }

/** The 90 % quantile of the normal distribution: 80 % lie within it, both ways. */
export const HALF_WIDTH = 1.2815515655446004

const SHARE = 0.8
/** Residuals per unit of weight, and the weight of the belief that the model is right. */
const RESIDUALS_PER_WEIGHT = 20
const PRIOR_WEIGHT = 5
const LEAST = 0.5
const MOST = 6

/** Standard deviation of ln actual around a forecast by a DSI. */
export function sigmaOf({ rest, distance }: Pick<Residual, 'rest' | 'distance'>, dsi: number, { growth, spread }: Uncertainty): number {
  return (spread.get(dsi) ?? 1) * Math.sqrt(rest + growth * distance ** 2)
}

/**
 * The factor that makes 80 % intervals hold 80 % of past outcomes (split conformal prediction, Vovk et al. 2005): the 80 % quantile of the errors in units of what they
 * were said to be, drawn towards 1. The model knows the luck of payments; that markets, prices and seasons move it does not, and money lies the more in that the larger an app is.
 * @param residuals Of one DSI, their outcome known at the as-of day
 */
export function spread(residuals: readonly Residual[], growth: number): number {
  const units = residuals
    .map(({ error, rest, distance }) => Math.abs(error) / Math.sqrt(rest + growth * distance ** 2))
    .filter(unit => !Number.isNaN(unit))
    .sort((a, b) => a - b)
  if (units.length === 0) return 1
  const quantile = units[Math.min(units.length - 1, Math.floor(SHARE * units.length))]!
  const weight = units.length / RESIDUALS_PER_WEIGHT
  const factor = Math.min(MOST, Math.max(LEAST, quantile / HALF_WIDTH))
  return Math.exp((weight * Math.log(factor)) / (weight + PRIOR_WEIGHT))
}
