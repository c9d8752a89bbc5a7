import type { Facts } from '../../../server/forecast/model/facts.ts'
import type { Day } from '../../../server/core/model/dates.ts'

/** The same facts as they were known at the end of a day: later cells and rows are gone. */
export function cutAt(facts: Facts, asOf: Day): Facts {
  const { cells } = facts
  const count = cells.day.filter(day => day <= asOf).length
  return {
    ...facts,
    lastDay: asOf,
    cells: {
      count,
      day: cells.day.slice(0, count),
      platform: cells.platform.slice(0, count),
      network: cells.network.slice(0, count),
      campaign: cells.campaign.slice(0, count),
      country: cells.country.slice(0, count),
      organic: cells.organic.slice(0, count),
      spend: cells.spend.slice(0, count),
      installs: cells.installs.slice(0, count),
    },
    revenue: facts.revenue.map(({ kind, start, age, gross, net }) => {
      const starts = new Uint32Array(count + 1)
      const rows: number[] = []
      for (let i = 0; i < count; i++) {
        for (let row = start[i]!; row < start[i + 1]!; row++)
          if (cells.day[i]! + age[row]! <= asOf) rows.push(row)
        starts[i + 1] = rows.length
      }
      return {
        kind,
        start: starts,
        age: Uint16Array.from(rows, row => age[row]!),
        gross: Float64Array.from(rows, row => gross[row]!),
        net: Float64Array.from(rows, row => net[row]!),
      }
    }),
  }
}

/** The same facts, with all values dated after a day multiplied. */
export function laterTimes(facts: Facts, asOf: Day, factor: number): Facts {
  const { cells } = facts
  const later = (values: Float64Array): Float64Array =>
    values.map((value, i) => (cells.day[i]! > asOf ? Math.round(value * factor) : value))
  return {
    ...facts,
    cells: { ...cells, installs: later(cells.installs), spend: later(cells.spend) },
    revenue: facts.revenue.map(kind => {
      const times = (values: Float64Array): Float64Array => {
        const changed = values.slice()
        for (let i = 0; i < cells.count; i++) {
          for (let row = kind.start[i]!; row < kind.start[i + 1]!; row++)
            if (cells.day[i]! + kind.age[row]! > asOf) changed[row]! *= factor
        }
        return changed
      }
      return { ...kind, gross: times(kind.gross), net: times(kind.net) }
    }),
  }
}
