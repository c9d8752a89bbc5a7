import type { Facts, Names } from '../../../server/forecast/forecast.ts'
import type { Day } from '../../../server/core/model/dates.ts'
import type { Chance } from './chance.ts'

/** Part of an app, by indexes into the names; absent means all. */
type Scope = Partial<Record<keyof Names, number>>

/** A world with a fault. */
export interface Injected {
  facts: Facts
  from: Day
  to: Day
  scope: Scope
  /** The as-of day at which advice is compared. */
  asOf: Day
}

export type Injection = (facts: Facts, day: Day, chance: Chance) => Injected

interface Change {
  spend?: (cell: number) => number
  installs?: (cell: number) => number
  gross?: (cell: number, day: Day) => number
}

/** Multiplies a cell's values, and its revenue of a calendar day, by factors. */
function changed(facts: Facts, { spend, installs, gross }: Change): Facts {
  const { cells } = facts
  const times = (
    values: Float64Array,
    factor: ((cell: number) => number) | undefined,
    round: boolean,
  ): Float64Array =>
    factor === undefined
      ? values
      : values.map((value, i) => (round ? Math.round(value * factor(i)) : value * factor(i)))
  return {
    ...facts,
    cells: {
      ...cells,
      spend: times(cells.spend, spend, false),
      installs: times(cells.installs, installs, true),
    },
    revenue: facts.revenue.map(revenue => {
      if (gross === undefined) return revenue
      const [scaled, net] = [revenue.gross.slice(), revenue.net.slice()]
      for (let i = 0; i < cells.count; i++) {
        for (let row = revenue.start[i]!; row < revenue.start[i + 1]!; row++) {
          const factor = gross(i, cells.day[i]! + revenue.age[row]!)
          scaled[row]! *= factor
          net[row]! *= factor
        }
      }
      return { ...revenue, gross: scaled, net }
    }),
  }
}

function within({ cells }: Facts, scope: Scope): (cell: number) => boolean {
  const { platform, network, campaign, country } = scope
  return i =>
    (platform === undefined || cells.platform[i] === platform) &&
    (network === undefined || cells.network[i] === network) &&
    (campaign === undefined || cells.campaign[i] === campaign) &&
    (country === undefined || cells.country[i] === country)
}

/** Draws by spend and revenue of the week before: a scope of relevant size. */
function drawn(
  facts: Facts,
  day: Day,
  dimension: 'platform' | 'network' | 'campaign' | 'country',
  chance: Chance,
  least = 0.05,
): Scope {
  const { cells } = facts
  const spent = new Map<number, number>()
  let all = 0
  for (let i = 0; i < cells.count; i++) {
    if (cells.day[i]! < day - 7 || cells.day[i]! > day || cells.organic[i] === 1) continue
    // Campaigns that run on the day.
    spent.set(cells[dimension][i]!, (spent.get(cells[dimension][i]!) ?? 0) + cells.spend[i]!)
    all += cells.spend[i]!
  }
  const runs = new Set<number>()
  for (let i = 0; i < cells.count; i++)
    if (cells.day[i] === day && cells.spend[i]! > 0) runs.add(cells[dimension][i]!)
  const some = [...spent]
    .filter(([value, sum]) => sum >= least * all && runs.has(value))
    .map(([value]) => value)
  return { [dimension]: some[Math.floor(chance.uniform() * some.length)]! }
}

const AFTER = 3

function onDays(facts: Facts, from: Day, to: Day, scope: Scope): (cell: number) => boolean {
  const isIn = within(facts, scope)
  return i => facts.cells.day[i]! >= from && facts.cells.day[i]! <= to && isIn(i)
}

function revenueTimes(facts: Facts, from: Day, to: Day, scope: Scope, factor: number): Facts {
  const isIn = within(facts, scope)
  return changed(facts, { gross: (i, day) => (day >= from && day <= to && isIn(i) ? factor : 1) })
}

export const INJECTIONS: Readonly<Record<string, Injection>> = {
  'spend x100 on two days': (facts, day, chance) => {
    const scope =
      chance.uniform() < 0.5
        ? drawn(facts, day, 'campaign', chance, 0.02)
        : drawn(facts, day, 'network', chance)
    const isIn = onDays(facts, day, day + 1, scope)
    return {
      facts: changed(facts, { spend: i => (isIn(i) ? 100 : 1) }),
      from: day,
      to: day + 1,
      scope,
      asOf: day + 1 + AFTER,
    }
  },
  'revenue x100 a month earlier': (facts, day, chance) => {
    const scope =
      chance.uniform() < 0.5
        ? drawn(facts, day, 'campaign', chance, 0.02)
        : drawn(facts, day, 'network', chance)
    return {
      facts: revenueTimes(facts, day, day, scope, 100),
      from: day,
      to: day,
      scope,
      asOf: day + 30,
    }
  },
  'a week without 85 % of ANDROID revenue': (facts, day) => {
    const scope = { platform: 0 }
    return {
      facts: revenueTimes(facts, day, day + 6, scope, 0.15),
      from: day,
      to: day + 6,
      scope,
      asOf: day + 6,
    }
  },
  'a day with 10 % of installs': (facts, day, chance) => {
    const scope = chance.uniform() < 0.5 ? {} : drawn(facts, day, 'network', chance)
    const isIn = onDays(facts, day, day, scope)
    return {
      facts: changed(facts, { installs: i => (isIn(i) ? 0.1 : 1) }),
      from: day,
      to: day,
      scope,
      asOf: day + AFTER,
    }
  },
  'a day twice': (facts, day) => {
    const isIn = onDays(facts, day, day, {})
    const twice = changed(facts, {
      spend: i => (isIn(i) ? 2 : 1),
      installs: i => (isIn(i) ? 2 : 1),
      gross: (_, on) => (on === day ? 2 : 1),
    })
    return { facts: twice, from: day, to: day, scope: {}, asOf: day + AFTER }
  },
  "one network's cost missing": (facts, day, chance) => {
    const scope = drawn(facts, day, 'network', chance)
    const isIn = onDays(facts, day, day, scope)
    return {
      facts: changed(facts, { spend: i => (isIn(i) ? 0 : 1) }),
      from: day,
      to: day,
      scope,
      asOf: day + AFTER,
    }
  },
  "a country's revenue in another currency": (facts, day, chance) => {
    const scope = drawn(facts, day, 'country', chance)
    const rates = [150, 83, 17, 5.4, 3.7, 0.2]
    const factor = rates[Math.floor(chance.uniform() * rates.length)]!
    return {
      facts: revenueTimes(facts, day, day + 2, scope, factor),
      from: day,
      to: day + 2,
      scope,
      asOf: day + AFTER,
    }
  },
  'paid installs become organic': (facts, day, chance) => {
    const scope = { platform: 1 }
    const moved = 0.4 + 0.4 * chance.uniform()
    const isIn = onDays(facts, day, day + 4, scope)
    const { cells } = facts
    const sums = new Map<Day, { paid: number; organic: number }>()
    for (let i = 0; i < cells.count; i++) {
      if (!isIn(i)) continue
      const of = sums.get(cells.day[i]!) ?? { paid: 0, organic: 0 }
      of[cells.organic[i] === 1 ? 'organic' : 'paid'] += cells.installs[i]!
      sums.set(cells.day[i]!, of)
    }
    const factor = (i: number): number => {
      if (!isIn(i)) return 1
      const { paid, organic } = sums.get(cells.day[i]!)!
      return cells.organic[i] === 1 ? (organic + moved * paid) / organic : 1 - moved
    }
    return {
      facts: changed(facts, { installs: factor, gross: factor }),
      from: day,
      to: day + 4,
      scope,
      asOf: day + 4,
    }
  },
  'a day without revenue': (facts, day) => ({
    facts: revenueTimes(facts, day, day, {}, 0),
    from: day,
    to: day,
    scope: {},
    asOf: day + AFTER,
  }),
  'installs doubled': (facts, day, chance) => {
    const scope = chance.uniform() < 0.5 ? {} : drawn(facts, day, 'network', chance)
    const isIn = onDays(facts, day, day, scope)
    return {
      facts: changed(facts, { installs: i => (isIn(i) ? 2 : 1) }),
      from: day,
      to: day,
      scope,
      asOf: day + AFTER,
    }
  },
}
