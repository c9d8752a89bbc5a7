import type { Action } from '../../../generated/vocabulary/vocabulary.ts'
import { holdBand } from '../../core/model/classification.ts'
import { type Outcome, probabilityBelow } from './outcome.ts'

/** A HOLD is right within this many action thresholds of the target; an exact HOLD is rarely knowable. */
const HOLD_THRESHOLDS = 3

export function confidence(
  action: Action,
  roas: Outcome,
  target: number,
  threshold: number,
  calibration: Calibration,
): number {
  return Math.min(
    1,
    Math.max(0, 2 * recalibrated(calibration, probability(action, roas, target, threshold)) - 1),
  )
}

/**
 * Probability that an action is right: SCALE if the ROAS ends above the target, REDUCE if below, HOLD within three action thresholds. One
 * half without forecast or target.
 */
export function probability(
  action: Action,
  roas: Outcome,
  target: number,
  threshold: number,
): number {
  if (!(roas.total > 0) || !(target > 0)) return 0.5
  const below = (edge: number): number => probabilityBelow(roas, edge)
  const [low, high] = holdBand(HOLD_THRESHOLDS * threshold)
  if (action === 'HOLD') return below(target * high) - below(target * low)
  return action === 'REDUCE' ? below(target) : 1 - below(target)
}

/** The event whose probability `probability` states. */
export function wentRight(
  action: Action,
  roas: number,
  target: number,
  threshold: number,
): boolean {
  const [low, high] = holdBand(HOLD_THRESHOLDS * threshold)
  if (action === 'HOLD') return roas / target >= low && roas / target <= high
  return action === 'REDUCE' ? roas < target : roas >= target
}

export interface Calibration {
  intercept: number
  slope: number
  cases: number
}

export interface Decision {
  probability: number
  right: boolean
}

export const ENOUGH_CASES = 200
/** Distance from 0 and 1, where logits are infinite. */
const EDGE = 1e-6
/** Prior precision of the identity, worth a handful of cases: keeps the estimate finite if every case was right. */
const PRIOR = 1
const STEPS = 50

export function identity(cases = 0): Calibration {
  return { intercept: 0, slope: 1, cases }
}

export function recalibrated({ intercept, slope }: Calibration, p: number): number {
  if (intercept === 0 && slope === 1) return p
  return logistic(intercept + slope * logit(p))
}

/**
 * Platt scaling: logistic regression of outcomes on the logit of stated probabilities, by Newton's method with a weak identity prior.
 * Identity below 200 cases. The slope is not negative: the order of probabilities is kept.
 */
export function calibrate(decisions: readonly Decision[]): Calibration {
  const cases = decisions.length
  if (cases < ENOUGH_CASES) return identity(cases)
  const x = Float64Array.from(decisions, d => logit(d.probability))
  const both = newton(x, decisions, true)
  const { intercept, slope } = both.slope >= 0 ? both : newton(x.fill(0), decisions, false)
  return { intercept, slope, cases }
}

function newton(
  x: Float64Array,
  decisions: readonly Decision[],
  sloped: boolean,
): { intercept: number; slope: number } {
  let intercept = 0
  let slope = sloped ? 1 : 0
  const identitySlope = slope
  for (let step = 0; step < STEPS; step++) {
    // Negative log-likelihood plus prior.
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
    // Damping: long steps overshoot on a flat likelihood.
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
