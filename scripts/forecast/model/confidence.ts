import { errorFunction } from 'simple-statistics'
import { type Calibration, recalibrated } from './calibration.ts'

export type Action = 'SCALE' | 'HOLD' | 'REDUCE'

/** A HOLD is right where the ROAS ends within so many action thresholds of the target: within one is hardly ever knowable. */
const HOLD_THRESHOLDS = 3

/** A forecast ROAS as a log-normal: its median, and the standard deviation of its logarithm (an interval's sigma). */
export interface ForecastRoas {
  median: number
  sigma: number
}

/** How sure it is that an action sends the money the right way: 0 (a coin toss) to 1. */
export function confidence(action: Action, roas: ForecastRoas, target: number, threshold: number, calibration: Calibration): number {
  return Math.min(1, Math.max(0, 2 * recalibrated(calibration, probability(action, roas, target, threshold)) - 1))
}

/**
 * The probability that an action goes the right way: SCALE that the ROAS ends above the target, REDUCE below it, HOLD within three action thresholds of it. One half
 * where nothing is forecast or aimed at.
 */
export function probability(action: Action, { median, sigma }: ForecastRoas, target: number, threshold: number): number {
  if (!(median > 0) || !(target > 0)) return 0.5
  const below = (edge: number): number => (edge > 0 ? normal(Math.log(edge / median), sigma) : 0)
  if (action === 'HOLD') return below(target * (1 + HOLD_THRESHOLDS * threshold)) - below(target * (1 - HOLD_THRESHOLDS * threshold))
  return action === 'REDUCE' ? below(target) : 1 - below(target)
}

/** Whether an action turned out to go the right way: what `probability` is the probability of. */
export function wentRight(action: Action, roas: number, target: number, threshold: number): boolean {
  if (action === 'HOLD') return Math.abs(roas / target - 1) <= HOLD_THRESHOLDS * threshold
  return action === 'REDUCE' ? roas < target : roas >= target
}

/** The probability that a normal variable of mean 0 is below a value. */
function normal(value: number, sigma: number): number {
  if (sigma > 0) return (1 + errorFunction(value / (sigma * Math.SQRT2))) / 2
  return value > 0 ? 1 : value < 0 ? 0 : 0.5
}
