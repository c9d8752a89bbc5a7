import type { Day } from '../facts.ts'

/** What a fit at an origin said of the installs of seven days, and what came of them. */
export interface Case {
  origin: Day
  dsi: number
  /** Of the youngest installs, at the origin. */
  age: number
  level: 'app' | 'campaign'
  /** Indexes into the names; -1 at app level. */
  platform: number
  network: number
  campaign: number
  /** From this day on the actual revenue is known. Before, it means nothing. */
  knownOn: Day
  installs: number
  spend: number
  /** Predicted cumulative revenue by the DSI, before and after fees and refunds; the part of gross that was still to come. */
  gross: number
  net: number
  future: number
  /** The variance of ln(actual) is rest + growth x distance^2. */
  rest: number
  distance: number
  actualGross: number
  actualNet: number
  /** Gross revenue as the baselines have it, in their order. */
  baselines: Float64Array
}
