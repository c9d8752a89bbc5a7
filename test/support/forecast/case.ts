import { BASELINES } from '../../../server/forecast/backtest/baselines.ts'
import type { Case } from '../../../server/forecast/backtest/cohort.ts'

/** A campaign's case at DSI 90; twice what there was so far is predicted, and came. */
export function caseOf(overrides: Partial<Case> = {}): Case {
  const { actualGross = 100 } = overrides
  return {
    origin: 20_000,
    dsi: 90,
    age: 2,
    level: 'campaign',
    platform: 0,
    network: 0,
    campaign: 0,
    knownOn: 20_088,
    installs: 50,
    spend: 100,
    gross: 100,
    net: 70,
    future: 50,
    restVariance: 0.01,
    distance: 1,
    step: 0,
    lastAge: 120,
    actualGross,
    actualNet: 0.7 * actualGross,
    baselines: new Float64Array(BASELINES.length).fill(50),
    ...overrides,
  }
}
