import { LUCK, MEAN_PAYMENT, type World } from './world.ts'
import type { Day } from '../../../server/core/model/dates.ts'

/** True expected revenue of a world: actuals so far plus the mean of future revenue. */
export interface Oracle {
  /** Gross revenue of a cell between an as-of day and a DSI; 0 if the cell is old enough. */
  future(cell: number, asOf: Day, dsi: number): number
}

/**
 * Knowledge about a cohort: `nothing` beyond its kind; `payments`, its mean by Bayes' rule given them (for whales, their value);
 * `all`, its value.
 */
export type Knowing = 'nothing' | 'payments' | 'all'

export function oracle(world: World, knowing: Knowing): Oracle {
  const { cells } = world.facts
  return {
    future(cell, asOf, dsi) {
      const age = asOf - cells.day[cell]!
      if (age >= dsi) return 0
      const mass = world.mass(cells.platform[cell]!, cells.network[cell]!, cells.day[cell]!)
      const rate = world.value[cell]! * cells.installs[cell]!
      return (
        rate * luckOf(world, knowing, cell, age, mass[age] ?? 0) * (mass[dsi]! - (mass[age] ?? 0))
      )
    },
  }
}

function luckOf(
  { facts, nature, luck, value, payments }: World,
  knowing: Knowing,
  cell: number,
  age: number,
  mass: number,
): number {
  if (knowing === 'nothing') return 1
  if (knowing === 'all' || nature.whales) return luck[cell]!
  const [{ start, age: ages }] = facts.revenue as [World['facts']['revenue'][number]]
  let paid = 0
  for (let row = start[cell]!; row < start[cell + 1]! && ages[row]! <= age; row++)
    paid += payments[row]!
  const installs = facts.cells.installs[cell]!
  if (installs === 0) return 1
  return (
    (LUCK * installs + paid) / (LUCK * installs + (value[cell]! / MEAN_PAYMENT) * installs * mass)
  )
}
