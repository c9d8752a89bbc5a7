import { cumulativeDecay, type World } from './world.ts'
import type { Day } from '../../../server/model/days.ts'

/** True expected revenue of a world: actuals so far plus the mean of future revenue. */
export interface Oracle {
  /** Gross revenue of a cell between an as-of day and a DSI; 0 if the cell is old enough. */
  future(cell: number, asOf: Day, dsi: number): number
}

/** @param luck true: knows each cohort's luck, which only its payments show */
export function oracle({ facts: { cells }, value, luck, exponent }: World, knowsLuck: boolean): Oracle {
  const decay = exponent.map(b => cumulativeDecay(b, 1000))
  return {
    future(cell, asOf, dsi) {
      const age = asOf - cells.day[cell]!
      if (age >= dsi) return 0
      const shape = decay[cells.network[cell]!]!
      const rate = value[cell]! * cells.installs[cell]! * (knowsLuck ? luck[cell]! : 1)
      return rate * (shape[dsi]! - (shape[age] ?? 0))
    },
  }
}
