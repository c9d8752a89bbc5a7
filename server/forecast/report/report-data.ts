import type { Day } from '../../model/days.ts'
import type { Backtest } from '../backtest/gates.ts'
import type { Config } from '../config/config.ts'
import type { Recommendation } from '../delivery/recommendations.ts'
import type { Facts } from '../model/facts.ts'
import type { Fit } from '../model/forecast.ts'
import type { DataEvent } from '../sentinel/events.ts'

/** A run, for a UA manager. */
export interface Report {
  config: Config
  asOf: Day
  /** Without what cannot be right, and as delivered. */
  facts: Facts
  raw: Facts
  fit: Fit
  backtest: Backtest
  recommendations: readonly Recommendation[]
  /** Advice of the model of a week before; undefined if history is shorter. */
  before: { asOf: Day; recommendations: readonly Recommendation[] } | undefined
  events: readonly DataEvent[]
  notes: readonly string[]
}
