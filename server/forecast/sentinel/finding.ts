import type { Day } from '../../core/model/dates.ts'
import type { Kind } from '../model/facts.ts'
import type { Scope, Segment } from './segments.ts'

/** The tests of a day: spend and installs against each other, all installs, the paid share, revenue of the day. */
export type Test = 'spend' | 'installs' | 'volume' | 'split' | 'revenue'

/**
 * How fits and advice see the day: spend as installs x the usual cost, installs and spend divided by the factor, revenue as usual, or
 * none of it. `none`: spend, installs and revenue changed together, so that ratios hold.
 */
export type Repair = 'spend' | 'both' | 'revenue' | 'empty' | 'none'

/** A part of the app with an invalid day. Uses only rows known at the end of that day. */
export interface Finding {
  day: Day
  test: Test
  /** Revenue kind. */
  kind: Kind | null
  scope: Scope
  /** Money or installs of the scope on that day; paid installs for the paid share. */
  observed: number
  expected: number
  repair: Repair
  /** By unit: spend per install, or the level of revenue over `curve`. */
  rates: Float64Array | null
  /** Revenue per install by age. */
  curve: Float64Array | null
}

/** With the segment of its scope. */
export interface SegmentFinding extends Finding {
  segment: Segment
}
