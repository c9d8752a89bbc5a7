import { type Cells, type Facts, firstCellOf, type Revenue } from './facts.ts'
import type { Day } from '../../core/model/dates.ts'

/** Cells of one day and network, in order of first appearance, for estimating shapes. */
export interface Groups {
  count: number
  day: Int32Array
  network: Int32Array
  installs: Float64Array
}

/** Group g has rows `start[g]` to `start[g + 1] - 1`, by age. A row is one calendar day's revenue, so it is known completely or not at all. */
export interface GroupRevenue {
  start: Uint32Array
  age: Uint16Array
  gross: Float64Array
  exportedAges?: readonly number[]
}

export function groupsSince(
  groups: Groups,
  revenue: GroupRevenue,
  day: Day,
): { groups: Groups; revenue: GroupRevenue } {
  const first = firstCellOf(groups.day, groups.count, day)
  return {
    groups: {
      count: groups.count - first,
      day: groups.day.subarray(first),
      network: groups.network.subarray(first),
      installs: groups.installs.subarray(first),
    },
    revenue: { ...revenue, start: revenue.start.subarray(first) },
  }
}

export function group(cells: Cells, networks: Nodes): Groups & { of: Int32Array } {
  const of = new Int32Array(cells.count)
  const day: Day[] = []
  const network: number[] = []
  const installs: number[] = []
  const newest = new Int32Array(networks.count).fill(-1)
  for (let i = 0; i < cells.count; i++) {
    const n = networks.of[i]!
    let g = newest[n]!
    if (g === -1 || day[g] !== cells.day[i]) {
      g = newest[n] = day.length
      day.push(cells.day[i]!)
      network.push(n)
      installs.push(0)
    }
    of[i] = g
    installs[g]! += cells.installs[i]!
  }
  return {
    count: day.length,
    day: Int32Array.from(day),
    network: Int32Array.from(network),
    installs: Float64Array.from(installs),
    of,
  }
}

/** In the order of the cells. */
export function groupRevenue(
  cells: Cells,
  groups: Groups & { of: Int32Array },
  revenue: Revenue,
): GroupRevenue {
  const ages = 1 + revenue.age.reduce((most, age) => Math.max(most, age), 0)
  const start = new Uint32Array(groups.count + 1)
  const age: number[] = []
  const gross: number[] = []
  let sums = new Float64Array(0)
  for (let first = 0, g = 0; g < groups.count;) {
    // Cells and groups of a day are contiguous.
    const day = groups.day[g]!
    let end = g
    while (end < groups.count && groups.day[end] === day) end++
    const size = (end - g) * ages
    if (sums.length < size) sums = new Float64Array(size)
    else sums.fill(0, 0, size)
    let i = first
    for (; i < cells.count && cells.day[i] === day; i++) {
      const base = (groups.of[i]! - g) * ages
      for (let row = revenue.start[i]!; row < revenue.start[i + 1]!; row++)
        sums[base + revenue.age[row]!]! += revenue.gross[row]!
    }
    for (let k = g; k < end; k++) {
      start[k] = age.length
      for (let n = 0, at = (k - g) * ages; n < ages; n++, at++) {
        if (sums[at]! > 0) {
          age.push(n)
          gross.push(sums[at]!)
        }
      }
    }
    first = i
    g = end
  }
  start[groups.count] = age.length
  const { exportedAges } = revenue
  return {
    start,
    age: Uint16Array.from(age),
    gross: Float64Array.from(gross),
    ...(exportedAges === undefined ? {} : { exportedAges }),
  }
}

/** Cells of a node share a revenue level. Numbered by first appearance, so that later cells change no number. */
export interface Nodes {
  count: number
  of: Int32Array
}

/** From the app to a campaign in a country, in estimation order. */
export const LEVELS = [
  'app',
  'place',
  'network',
  'campaign',
  'campaignCountry',
  'week',
  'campaignWeek',
] as const
export type Level = (typeof LEVELS)[number]

/** The levels' nodes, and the nodes that share a refund rate (a platform's network). */
export type NodesByLevel = Readonly<Record<Level | 'platformNetwork', Nodes>>

export function nodesByLevel({ cells, names }: Facts): NodesByLevel {
  const { platform, network, campaign, country, day } = cells
  const countries = names.country.length + 1
  const networks = names.network.length + 1
  const campaigns = names.campaign.length + 1
  const platformNetwork = number(cells, i => platform[i]! * networks + network[i]!)
  const byCampaign = number(cells, i => platformNetwork.of[i]! * campaigns + campaign[i]!)
  // Weeks begin on Monday; 1970-01-01 was a Thursday.
  const week = (i: number): number => Math.floor((day[i]! + 3) / 7)
  return {
    app: number(cells, () => 0),
    week: number(cells, week),
    campaignWeek: number(cells, i => week(i) * byCampaign.count + byCampaign.of[i]!),
    place: number(cells, i => platform[i]! * countries + country[i]!),
    network: number(cells, i => network[i]!),
    campaign: byCampaign,
    campaignCountry: number(cells, i => byCampaign.of[i]! * countries + country[i]!),
    platformNetwork,
  }
}

export function nodesAmong({ of }: Nodes, cells: number): number {
  let last = -1
  for (let i = 0; i < cells; i++) if (of[i]! > last) last = of[i]!
  return last + 1
}

function number(cells: Cells, key: (cell: number) => number): Nodes {
  const numbers = new Map<number, number>()
  const of = new Int32Array(cells.count)
  for (let i = 0; i < cells.count; i++) {
    const k = key(i)
    let node = numbers.get(k)
    if (node === undefined) {
      node = numbers.size
      numbers.set(k, node)
    }
    of[i] = node
  }
  return { count: numbers.size, of }
}

export function halvings(halfLife: number, days: number): Float64Array {
  return Float64Array.from({ length: days + 1 }, (_, back) => 2 ** (-back / halfLife))
}
