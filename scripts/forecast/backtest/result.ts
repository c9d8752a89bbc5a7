import type { Day } from '../facts.ts'

/** How a DSI's forecasts did on the past. */
export interface Gate {
  dsi: number
  /** `passed`; `failed`, and not accepted by the config; `accepted` although it failed; `untested`: too few cases are known yet. */
  verdict: 'passed' | 'failed' | 'accepted' | 'untested'
  /** Sum of absolute errors over sum of actuals, the sum of errors over it, and the share of cases within the 80 % interval; null: untested. */
  wape: number | null
  bias: number | null
  coverage: number | null
  /** WAPE of the baselines, by name. */
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
  /** The interval's growth with the distance in time, `c`. */
  growth: number
  /** Logistic recalibration of a probability p: 1 / (1 + exp(-(intercept + slope logit p))). Identity: 0 and 1. */
  calibration: { intercept: number; slope: number; cases: number }
}
