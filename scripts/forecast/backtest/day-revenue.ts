import type { Facts } from '../facts.ts'

/** Installs and cumulative gross revenue of each install day, all cells together: what pooled baselines look at. */
export interface DayRevenue {
  days: number
  installs: Float64Array
  /** At day x `days` + age: revenue by that age, also where nobody could know it yet. */
  cumulative: Float64Array
}

const kept = new WeakMap<Facts, DayRevenue>()

/** In days since `facts.firstDay`, to the last day of any cell. Kept as long as the facts are. */
export function dayRevenue(facts: Facts): DayRevenue {
  const known = kept.get(facts)
  if (known !== undefined) return known
  const made = addUp(facts)
  kept.set(facts, made)
  return made
}

function addUp({ cells, revenue, firstDay, lastDay }: Facts): DayRevenue {
  const days = Math.max(0, lastDay - firstDay + 1)
  const installs = new Float64Array(days)
  const cumulative = new Float64Array(days * days)
  for (let i = 0; i < cells.count; i++) {
    const day = cells.day[i]! - firstDay
    if (day < days) installs[day]! += cells.installs[i]!
  }
  for (const { start, age, gross } of revenue) {
    for (let i = 0; i < cells.count; i++) {
      const day = cells.day[i]! - firstDay
      if (day >= days) break
      for (let row = start[i]!; row < start[i + 1]!; row++) if (age[row]! < days) cumulative[day * days + age[row]!]! += gross[row]!
    }
  }
  for (let day = 0; day < days; day++) {
    for (let n = 1; n < days; n++) cumulative[day * days + n]! += cumulative[day * days + n - 1]!
  }
  return { days, installs, cumulative }
}
