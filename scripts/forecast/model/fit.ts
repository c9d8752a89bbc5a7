import type { Day, Facts, Kind } from '../facts.ts'

/** What one kind's revenue was found to follow, from rows dated up to the as-of day only. */
export interface KindFit {
  kind: Kind
  /** The last age with at least 100 installs: beyond it the shape is the tail's. */
  lastAge: number
  /** Cumulative revenue per install by age, 0 to the limit. */
  curve: Float64Array
  /** Dispersion: variance over mean, in money. */
  phi: number
  /** Exponent of the tail, and its standard error. */
  tail: { exponent: number; error: number }
  /** Per cell: how much more it brings than the curve, revenue so far (gross), and the posterior variance of its finest level. */
  theta: Float64Array
  actual: Float64Array
  variance: Float64Array
}

/** A model of all that was known at the end of a day. Cells of later days have no part in it. */
export interface Fit {
  asOf: Day
  kinds: readonly KindFit[]
  /** The greatest DSI D with D + 1 <= 3 (J + 1), J the last age of every kind that counts: greater ones are withheld. */
  limit: number
  /** Cells 0 to `cells - 1` were installed by the as-of day. */
  cells: number
}

/** Cumulative revenue by a DSI, per cell. */
export interface Forecast {
  dsi: number
  gross: Float64Array
  net: Float64Array
  /** The part of gross that is forecast; 0 where the cell is old enough. */
  future: Float64Array
}

export declare function fit(facts: Facts, asOf: Day): Fit
export declare function forecast(facts: Facts, fit: Fit, dsi: number): Forecast
