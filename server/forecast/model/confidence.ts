import { errorFunction } from 'simple-statistics'
import type { Action } from '../../../generated/vocabulary/vocabulary.ts'

/** A HOLD is right if the ROAS ends within this many action thresholds of the target; within one is rarely knowable. */
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

/** A probability p becomes 1 / (1 + exp(-(intercept + slope x logit p))). */
export interface Calibration {
  intercept: number
  slope: number
  /** Past decisions that it rests on. */
  cases: number
}

/** A past decision: how likely it was said to go the right way, and whether it did. */
export interface Decision {
  probability: number
  right: boolean
}

const ENOUGH_CASES = 200
/** Probabilities are kept this far from 0 and 1, where logits end. */
const EDGE = 1e-6
/** Precision of the belief that probabilities need no correction: a handful of cases. It keeps the estimate finite when all went right. */
const PRIOR = 1
const STEPS = 50

export function identity(cases = 0): Calibration {
  return { intercept: 0, slope: 1, cases }
}

/** Calibrates a probability by past outcomes. */
export function recalibrated({ intercept, slope }: Calibration, p: number): number {
  if (intercept === 0 && slope === 1) return p
  return logistic(intercept + slope * logit(p))
}

/**
 * A logistic regression of what became of past decisions on the logit of their probabilities (Platt scaling), by Newton's method with a weak belief in the identity.
 * Below 200 cases the identity. The slope is not negative: less likely never becomes more likely.
 */
export function calibrate(decisions: readonly Decision[]): Calibration {
  const cases = decisions.length
  if (cases < ENOUGH_CASES) return identity(cases)
  const x = Float64Array.from(decisions, d => logit(d.probability))
  const both = newton(x, decisions, true)
  const { intercept, slope } = both.slope >= 0 ? both : newton(x.fill(0), decisions, false)
  return { intercept, slope, cases }
}

function newton(x: Float64Array, decisions: readonly Decision[], sloped: boolean): { intercept: number; slope: number } {
  let intercept = 0
  let slope = sloped ? 1 : 0
  const identitySlope = slope
  for (let step = 0; step < STEPS; step++) {
    // Gradient and Hessian of the negative log-likelihood and the belief.
    let ga = PRIOR * intercept
    let gb = PRIOR * (slope - identitySlope)
    let aa = PRIOR
    let ab = 0
    let bb = PRIOR
    decisions.forEach(({ right }, i) => {
      const p = logistic(intercept + slope * x[i]!)
      const w = p * (1 - p)
      ga += p - (right ? 1 : 0)
      gb += (p - (right ? 1 : 0)) * x[i]!
      aa += w
      ab += w * x[i]!
      bb += w * x[i]! ** 2
    })
    const determinant = aa * bb - ab * ab
    const da = (bb * ga - ab * gb) / determinant
    const db = (aa * gb - ab * ga) / determinant
    // Far steps overshoot where the likelihood is flat.
    const damped = Math.min(1, 2 / Math.max(Math.abs(da), Math.abs(db), 1e-12))
    intercept -= damped * da
    slope -= damped * db
    if (Math.max(Math.abs(da), Math.abs(db)) < 1e-12) break
  }
  return { intercept, slope }
}

function logit(p: number): number {
  const q = Math.min(1 - EDGE, Math.max(EDGE, p))
  return Math.log(q / (1 - q))
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
