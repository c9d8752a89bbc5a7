import type { Sigma } from '../../../server/forecast/backtest/scores.ts'
import { sigmaOf, type Uncertainty } from '../../../server/forecast/model/interval.ts'

/** How unsure cases are where only the distance in time widens them. */
export function sigmaBy(growth: number): Sigma {
  return one => sigmaOf(one, one.dsi, { growth, spread: new Map() })
}

/** Uncertainty that grows with the distance in time, and is not wider than the model's own. */
export function growing(growth: number): Uncertainty {
  return { growth, spread: new Map() }
}
