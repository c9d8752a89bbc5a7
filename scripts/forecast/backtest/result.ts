import type { Day } from '../facts.ts'
import type { Uncertainty } from '../model/spread.ts'
import type { Calibration } from '../model/calibration.ts'
import type { Case } from './case.ts'
import type { Decisions } from './decisions.ts'
import type { Score } from './score.ts'

/** How a DSI's forecasts did on the past. */
export interface Gate {
  dsi: number
  /** `passed`; `failed`, and not accepted by the config; `accepted` although it failed; `untested`: too few cases are known yet; `beyond`: the inputs do not tell of it. */
  verdict: 'passed' | 'failed' | 'accepted' | 'untested' | 'beyond'
  /**
   * Sum of absolute errors over sum of actuals, and the sum of errors over it, of the whole app; the share of campaigns within the 80 % interval (of the app's
   * totals where it has too few). Null: untested.
   */
  wape: number | null
  bias: number | null
  coverage: number | null
  /** WAPE of the baselines for the whole app, by name. */
  baselines: Readonly<Record<string, number>>
  cases: number
  /** In a sentence what failed; null otherwise. */
  reason: string | null
}

/** Everything that past forecasts, whose outcome is known by the as-of day, say about those of that day. */
export interface Backtest {
  asOf: Day
  origins: readonly Day[]
  gates: ReadonlyMap<number, Gate>
  /** How unsure forecasts are, by the errors of the past. */
  uncertainty: Uncertainty
  /** Logistic recalibration of a probability p: 1 / (1 + exp(-(intercept + slope logit p))). Identity: 0 and 1. */
  calibration: Calibration
  /** How good forecasts were, by DSI, level and age. */
  scores: readonly Score[]
  /** How good actions were at the target DSI. */
  decisions: Decisions
  /** All that this rests on; every answer is known by the as-of day. */
  cases: readonly Case[]
}
