import { HALF_WIDTH } from '../model/outcome.ts'

/** A test that changed a network's spend, as written: both as multiples, installs as an 80 % interval. */
export interface LiftTest {
  network: string
  spend: number
  installsLow: number
  installsHigh: number
}

/** The elasticity that a test found, with its standard deviation. */
export interface Lift {
  network: number
  elasticity: number
  deviation: number
}

/** Tests of networks that are known. */
export function liftsOf(tests: readonly LiftTest[], networks: readonly string[]): Lift[] {
  return tests.flatMap(({ network, spend, installsLow, installsHigh }) => {
    const [low, high] = [Math.log(installsLow) / Math.log(spend), Math.log(installsHigh) / Math.log(spend)]
    const at = networks.indexOf(network)
    return at < 0 ? [] : [{ network: at, elasticity: (low + high) / 2, deviation: Math.abs(high - low) / (2 * HALF_WIDTH) }]
  })
}
