import type { LiftTest } from '../config/forecast-config.ts'
import type { Lift } from '../response/response.ts'
import { deviationWithin } from '../../core/formulas/interval.ts'

/** Lifts found by tests of networks in the data. */
export function liftsOf(tests: readonly LiftTest[], networks: readonly string[]): Lift[] {
  return tests.flatMap(({ network, spend, installsLow, installsHigh }) => {
    const [low, high] = [
      Math.log(installsLow) / Math.log(spend),
      Math.log(installsHigh) / Math.log(spend),
    ]
    const at = networks.indexOf(network)
    return at < 0
      ? []
      : [
          {
            network: at,
            elasticity: (low + high) / 2,
            deviation: Math.abs(deviationWithin(low, high)),
          },
        ]
  })
}
